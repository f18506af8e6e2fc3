import { join } from "node:path";
import { followPath } from "./follow-path.ts";
import { readPathFile } from "./read-path-file.ts";

/** Finds the folder with the refs, objects and settings of a git folder: a worktree's names another one, any other is its own. */
export function commonFolderOf(gitFolder: string): string {
  const named = readPathFile(join(gitFolder, "commondir"));
  return named ? followPath(named, gitFolder) : gitFolder;
}
