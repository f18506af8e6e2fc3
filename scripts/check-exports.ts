// What a package offers must be of use to somebody: another package, a test of the whole, a program, an example or a page. Only
// values are asked about; a type has to be there for those who name what a value takes or gives.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GateResult, reportGate } from "./source/gate.ts";
import { listSourceFiles, type SourceFile, stripTypes } from "./source/source-file.ts";

/** Offered to people whom we do not see, though nothing of ours uses it under its name. */
const FOR_OTHERS: Readonly<Record<string, string>> = {
  "packages/tools/src/index.ts": "each tool by its name, for a list of one's own",
  "packages/testkit/src/index.ts checkStoreConformance": "the form without a test runner",
};

/** Names that entries of packages export and that nothing outside of the package mentions. */
export function checkExports(
  root: string,
  forOthers: Readonly<Record<string, string>> = FOR_OTHERS,
): GateResult {
  const files = listSourceFiles(root, {
    folders: ["packages", "test", "scripts", "lab", "examples", "docs"],
    endings: [".ts", ".tsx", ".md", ".cjs", ".mjs"],
    // An excuse is no use.
  }).filter(({ path }) => path !== "scripts/check-exports.ts");
  const uses = packagesByWord(files);
  const entries = readEntries(root, files);
  const names = entries.flatMap((file) =>
    exportedValues(stripTypes(file)).map((name) => ({ file: file.path, name })),
  );
  const unused = names.filter(({ file, name }) => !isUsed(uses.get(name), packageOf(file)));
  const excused = new Set(unused.flatMap(({ file, name }) => [file, `${file} ${name}`]));
  return {
    name: "exports",
    summary: `${names.length} values of ${entries.length} entries`,
    failures: [
      ...unused
        .filter(({ file, name }) => !(file in forOthers) && !(`${file} ${name}` in forOthers))
        .map(({ file, name }) => `${file} exports ${name}, which nothing outside of it uses`),
      ...Object.keys(forOthers)
        .filter((key) => !excused.has(key))
        .map((key) => `${key} needs no excuse any more`),
    ],
  };
}

/** The sources behind the map of exports of each package. */
function readEntries(root: string, files: readonly SourceFile[]): readonly SourceFile[] {
  const packages = new Set(files.map(({ path }) => packageOf(path)).filter((name) => name !== ""));
  const paths = new Set([...packages].flatMap((name) => entriesOf(root, name)));
  return files.filter(({ path }) => paths.has(path));
}

function entriesOf(root: string, name: string): readonly string[] {
  const manifest = JSON.parse(
    readFileSync(join(root, "packages", name, "package.json"), "utf8"),
  ) as { readonly exports?: Readonly<Record<string, Readonly<Record<string, string>> | string>> };
  return Object.values(manifest.exports ?? {}).flatMap((entry) => {
    const source = typeof entry === "string" ? undefined : entry["@toolplane/source"];
    return source === undefined ? [] : [join("packages", name, source)];
  });
}

/** Entries only hand on what other files hold, so lists in braces are all there is; a star hands on a package's own contract. */
function exportedValues(code: string): readonly string[] {
  return [...code.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map(
        (one) =>
          one
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? "",
      )
      .filter((name) => name !== ""),
  );
}

/** In which packages a word stands; all that is in none of them counts as one. Pages of a package are not its sources. */
function packagesByWord(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = path.endsWith(".md") ? "" : packageOf(path);
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g))
      found.set(word, (found.get(word) ?? new Set()).add(from));
  }
  return found;
}

function isUsed(places: ReadonlySet<string> | undefined, own: string): boolean {
  return [...(places ?? [])].some((place) => place !== own);
}

function packageOf(path: string): string {
  const [folder, name = ""] = path.split("/");
  return folder === "packages" ? name : "";
}

if (import.meta.main) reportGate(checkExports(join(import.meta.dirname, "..")));
