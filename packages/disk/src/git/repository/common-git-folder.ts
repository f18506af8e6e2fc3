/**
 * Finds the git folder that a worktree shares with its repository, which lies outside the worktree. What a `.git` file says is the
 * project's word and opens nothing by itself: the folder that it names must name the worktree in turn, as git itself writes it.
 */
import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { commonFolderOf } from "./common-folder-of.ts";
import { followPath } from "./follow-path.ts";
import { readGitPointer } from "./read-git-pointer.ts";
import { readPathFile } from "./read-path-file.ts";

/** Its real path; null when the root is no worktree, or one whose git folder is not called `.git`, so that no rule protects it. */
export function commonGitFolder(root: string): string | null {
  const file = join(root, ".git");
  if (!isPlainFile(file)) return null;
  const own = readGitPointer(file);
  if (own === null || !["gitdir", "commondir"].every((name) => isPlainFile(join(own, name))))
    return null;
  const back = readPathFile(join(own, "gitdir"));
  if (back === null || followPath(back, own) !== followPath(".git", root)) return null;
  const common = commonFolderOf(own);
  const isWorktree = dirname(own) === join(common, "worktrees");
  return isWorktree && basename(common) === ".git" ? common : null;
}

/** A link does not count: its maker decides what is read through it. */
function isPlainFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
