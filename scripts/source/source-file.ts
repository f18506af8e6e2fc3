import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, relative, sep } from "node:path";

/** A file as the gates see it; `path` is relative to the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "reports", ".git"]);

/** All files below `folders` whose name ends in one of `endings`, in a stable order; a missing folder is empty. */
export function listSourceFiles(
  root: string,
  options: { readonly folders: readonly string[]; readonly endings: readonly string[] },
): readonly SourceFile[] {
  const paths = options.folders.flatMap((folder) => walk(join(root, folder)));
  return paths
    .filter((path) => options.endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => ({
      path: relative(root, path).split(sep).join("/"),
      text: readFileSync(path, "utf8"),
    }));
}

/** A test, or a fixture that only tests import. */
export function isTestFile(path: string): boolean {
  return /\.(test|test-d|fixture)\.tsx?$/.test(path);
}

/** Types replaced by blanks, so lines and columns stay; throws on a file that does not parse. */
export function stripTypes(file: SourceFile): string {
  return stripTypeScriptTypes(file.text, { mode: "strip" });
}

function walk(folder: string): readonly string[] {
  return readFolder(folder).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
