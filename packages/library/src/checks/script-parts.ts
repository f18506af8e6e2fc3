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

/** The parts of a package.json that say what its checks run, as one text to compare and to look for names in. */
export function scriptParts(text: string | null): string {
  const parts = Object.entries(readManifest(text)).filter(([name]) => !INERT.has(name));
  return JSON.stringify(Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1))), null, 1);
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
