import { join } from "node:path";
import { readPathFile } from "./read-path-file.ts";
import { realFolder } from "./real-folder.ts";

/** The folder with the refs, objects and settings of a git folder: the one of a worktree names another, any else is its own. */
export function commonFolderOf(gitFolder: string): string {
  const named = readPathFile(join(gitFolder, "commondir"));
  return named ? realFolder(named, gitFolder) : gitFolder;
}
