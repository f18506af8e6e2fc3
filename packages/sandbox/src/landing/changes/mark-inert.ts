/** Marks files that git itself wrote into a repository that a command made: `git init` and `git clone` need no question. */
import { readFileSync } from "node:fs";
import { isInertGitFile } from "@toolplane/disk/git";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isBelow } from "@toolplane/readings";
import { lookAt } from "../disk/byte-fs.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";

/** A file that is larger is not what git writes. */
const MOST_BYTES = 65_536;

/** Only where the whole git folder is new: a repository that was there is the person's, and so are its settings. */
export function markInert(
  changes: readonly UpperChange[],
  state: Pick<LandingState, "roots">,
): readonly UpperChange[] {
  const made = changes.filter(
    ({ kind, type, at, replaces }) =>
      kind === "added" && type === "directory" && !replaces && /(?:^|\/)\.git$/.test(at),
  );
  if (made.length === 0) return changes;
  return changes.map((change) => {
    const folder = made.find(({ root, at }) => root === change.root && isBelow(change.at, at));
    if (folder === undefined || change.kind !== "added" || change.type !== "file") return change;
    const upper = below(toBytePath(state.roots[change.root]?.upper ?? ""), change.at);
    const isInert = isInertGitFile(change.at.slice(folder.at.length + 1), () => readGitFile(upper));
    return isInert ? { ...change, inert: true } : change;
  });
}

/** Null for what cannot be read: the command may have closed the folder that it lies in. */
function readGitFile(path: string): string | null {
  try {
    const stat = lookAt(path);
    if (stat?.isFile() !== true || stat.size > MOST_BYTES) return null;
    return readFileSync(toFsPath(path), "utf8");
  } catch {
    return null;
  }
}
