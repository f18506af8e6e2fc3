/** The files of a folder for completion: names only, never content, and never more than a person would look through. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const MOST_FILES = 5_000;
const MOST_FOLDERS = 2_000;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", "dist", "target", ".venv"]);

/** Relative paths, the upper folders first. */
export async function listFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [""];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      else if (entry.isFile()) files.push(path);
      if (files.length >= MOST_FILES) return files;
    }
  }
  return files;
}
