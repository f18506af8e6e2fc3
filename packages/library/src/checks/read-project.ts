/**
 * Reads which files of the base import which, by a scan of their texts for what looks like an import in any common language. It is no
 * parser: where a name could mean a file, it does. What it misses is an import that is put together while the program runs.
 */
import { listFiles } from "./list-files.ts";
import { folderOf, isCode, isConfigurationName, isTestPath, lastName } from "./name-roles.ts";
import type { CheckEffects } from "./run-check.ts";

export interface Project {
  /** Files of the base that import this one, or a file that would be found under its name. */
  importers(path: string): readonly string[];
  /** Code of the base that lies in a test folder or is named like a test. */
  readonly tests: readonly string[];
  /** False where there are more tests than are read, or more folders than are looked into. */
  readonly isWhole: boolean;
}

const MAX_TEXTS = 10_000;

/** Anything in quotes that begins with a dot, as in every way to import, mock or load what lies beside. */
const RELATIVE = /['"`](\.{1,2}(?:\/[^'"`\n]{0,300})?)['"`]/g;
/** A path in quotes that an import names by its place in the project, or that ends like a file. */
const QUOTED =
  /\b(?:from|import|require|require_relative|include|load|source)\b\s*\(?\s*['"`<]([^'"`>\n]{1,300})['"`>]|['"`]([\w@~#./-]{1,300}\.\w{1,5})['"`]|^\s*(?:_ |\w+ )?"([\w./-]{1,300}\/[\w.-]{1,100})"$/gm;
/** Dotted names, as in Python, Java and Rust. */
const DOTTED =
  /^\s*(?:from\s+([.\w]+)\s+import\s+\(?([\w*, ]+)|(?:pub\s+)?(?:import|use|mod)\s+(?:static\s+)?([\w.:, ]+))/gm;

export async function readProject({
  listNames,
  readText,
}: Pick<CheckEffects, "listNames" | "readText">): Promise<Project> {
  const { files, isWhole } = await listFiles(listNames);
  // Configuration names what it has run; that is another matter.
  const code = files.filter((path) => isCode(path) && !isConfigurationName(path));
  /** By the path without its ending: those that import it by its place. */
  const exact = new Map<string, Set<string>>();
  /** By the last name without its ending: those that import something of that name, with all of the name. */
  const loose = new Map<string, { readonly name: string; readonly by: string }[]>();
  // Tests come first: of a project with more code than is read, what they import is known all the same.
  const tests = code.filter(isTestPath);
  const others = code.filter((path) => !isTestPath(path));
  for (const by of [...tests, ...others].slice(0, MAX_TEXTS)) {
    const text = (await readText("base", by)) ?? "";
    for (const path of relativeImports(text, folderOf(by)))
      exact.set(path, (exact.get(path) ?? new Set()).add(by));
    for (const name of looseImports(text))
      loose.set(lastName(name), [...(loose.get(lastName(name)) ?? []), { name, by }]);
  }
  return {
    importers(path) {
      const keys = keysOf(path);
      const found = keys.flatMap((key) => [
        ...(exact.get(key) ?? []),
        ...(loose.get(lastName(key)) ?? [])
          .filter(
            ({ name }) => key === name || key.endsWith(`/${name}`) || name.endsWith(`/${key}`),
          )
          .map(({ by }) => by),
      ]);
      return [...new Set(found)].filter((by) => by !== path);
    },
    tests,
    isWhole: isWhole && tests.length <= MAX_TEXTS,
  };
}

/** True for the file that is run or imported where only its folder is named. */
export function isFolderFile(path: string): boolean {
  return /^(?:index|__init__|__main__|mod|main|lib)\.[^.]+$/.test(lastName(path));
}

/** The names by which a file is found: without its ending, and the folder where it is the file that stands for it. */
function keysOf(path: string): readonly string[] {
  const key = bare(path);
  // Go imports folders.
  const isOfFolder = isFolderFile(path) || path.endsWith(".go");
  return isOfFolder && folderOf(key) !== "" ? [key, folderOf(key)] : [key];
}

function relativeImports(text: string, folder: string): readonly string[] {
  return [...text.matchAll(RELATIVE)].flatMap(([, found = ""]) => {
    const path = resolved(folder, found);
    return path === null ? [] : [...new Set([bare(path), path])];
  });
}

function looseImports(text: string): readonly string[] {
  const quoted = [...text.matchAll(QUOTED)].map(
    ([, one, other, third]) => one ?? other ?? third ?? "",
  );
  const dotted = [...text.matchAll(DOTTED)].flatMap(([, from, names = "", plain = ""]) => {
    const heads = from === undefined ? plain.split(",") : [from];
    const paths = heads.map((head) => (head.trim().split(/\s/)[0] ?? "").replace(/[.:]+/g, "/"));
    return [
      ...paths,
      ...names.split(",").map((name) => `${paths[0]}/${name.trim().split(/\s/)[0]}`),
    ];
  });
  // A package by one word is not of this project, unless its language names files so.
  const own = quoted.filter((name) => /[/.]/.test(name) && !name.startsWith("."));
  return [...own, ...dotted]
    .map((name) =>
      bare(name.replace(/^(?:[@~#]?\/|crate\/|self\/|super\/|\/)+/, "").replace(/\/$/, "")),
    )
    .filter((name) => name !== "" && name !== "*");
}

/** Null for a path that leaves the project. */
function resolved(folder: string, found: string): string | null {
  const steps = folder === "" ? [] : folder.split("/");
  for (const step of found.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join("/");
}

function bare(path: string): string {
  return path.replace(/(?<=[^/])\.[A-Za-z]\w{0,5}$/, "");
}
