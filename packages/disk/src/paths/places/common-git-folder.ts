/**
 * The git folder that a worktree shares with its repository, which lies outside the worktree. What a `.git` file says is the
 * project's word and opens nothing by itself: the folder that it names must name the worktree in turn, as git itself writes it.
 */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

const MAX_LINK_BYTES = 4_096;

/** Its real path; null when the root is no worktree, or one whose git folder is not called `.git`, so that no rule protects it. */
export function commonGitFolder(root: string): string | null {
  try {
    const file = join(root, ".git");
    const named = /^gitdir:\s*(.+)$/m.exec(readShort(file))?.[1]?.trim();
    if (named === undefined) return null;
    const own = realpathSync.native(isAbsolute(named) ? named : resolve(root, named));
    const back = readShort(join(own, "gitdir")).trim();
    if (realpathSync.native(resolve(own, back)) !== realpathSync.native(file)) return null;
    const common = realpathSync.native(resolve(own, readShort(join(own, "commondir")).trim()));
    const isWorktree = dirname(own) === join(common, "worktrees");
    return isWorktree && basename(common) === ".git" ? common : null;
  } catch {
    return null;
  }
}

function readShort(file: string): string {
  const found = lstatSync(file);
  return found.isFile() && found.size <= MAX_LINK_BYTES ? readFileSync(file, "utf8") : "";
}
