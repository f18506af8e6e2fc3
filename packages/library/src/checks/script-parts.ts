import { isRecord } from "@toolplane/readings";

/** Names of package.json that no check runs or reads to know what to run: what is left is as good as configuration. */
const INERT: ReadonlySet<string> = new Set([
  ...["name", "version", "description", "keywords", "author", "contributors", "license"],
  ...["repository", "bugs", "homepage", "funding", "private", "files", "publishConfig"],
  ...["main", "module", "types", "typings", "bin", "browser", "exports", "sideEffects"],
  ...["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"],
  ...["peerDependenciesMeta", "bundledDependencies", "packageManager"],
]);

/** The scripts of a package.json, by name. */
export function scriptsOf(text: string | null): ReadonlyMap<string, string> {
  const { scripts } = readManifest(text);
  return new Map(
    Object.entries(isRecord(scripts) ? scripts : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/**
 * The parts of a package.json that say what its checks run, as one text to compare and to look for names in. Of its scripts those that
 * `line` reaches, and `test`; null: nobody knows which, so all of them.
 */
export function scriptParts(text: string | null, line: string | null): string {
  const parts = Object.entries(readManifest(text)).filter(
    ([name]) => !INERT.has(name) && name !== "scripts",
  );
  const scripts = reachedScripts(scriptsOf(text), line);
  const all = scripts.length === 0 ? parts : [...parts, ["scripts", Object.fromEntries(scripts)]];
  return JSON.stringify(
    Object.fromEntries(all.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
    null,
    1,
  );
}

/** Scripts are called by their names, by a pattern such as `unit:*`, and before and after another. */
function reachedScripts(
  scripts: ReadonlyMap<string, string>,
  line: string | null,
): readonly (readonly [string, string])[] {
  if (line === null) return [...scripts];
  const reached = new Map<string, string>();
  const open = [line, "test"];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const words = new Set(text.match(/[^\s"'`;&|()=,]+/g) ?? []);
    for (const [name, script] of scripts) {
      const called = name.replace(/^(?:pre|post)/, "");
      const head = name.slice(0, name.indexOf(":") + 1);
      const isCalled =
        [name, called].some((one) => words.has(one)) ||
        (head !== "" && [...words].some((word) => word.startsWith(head) && word.includes("*"))) ||
        (called === "test" && ["t", "tst"].some((one) => words.has(one)));
      if (!isCalled || reached.has(name)) continue;
      reached.set(name, script);
      open.push(script);
    }
  }
  return [...reached];
}

function readManifest(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    // A manifest that cannot be read is one that says something else.
    return { unreadable: text };
  }
}
