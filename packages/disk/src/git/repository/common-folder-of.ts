import { join } from "node:path";
import { followPath } from "./follow-path.ts";
import { readPathFile } from "./read-path-file.ts";

/** The folder with the refs, objects and settings of a git folder: the one of a worktree names another, any else is its own. */
export function commonFolderOf(gitFolder: string): string {
  const named = readPathFile(join(gitFolder, "commondir"));
  return named ? followPath(named, gitFolder) : gitFolder;
}
