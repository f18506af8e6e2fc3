/** Finds names that are held back wherever they are, from the outlines of masks. */
import { isAscii } from "@toolplane/readings";
import { isWild, type PatternShape, plainSegment } from "./pattern-shape.ts";

/** Names that change what programs do by merely being there: never put there, found after the run instead. */
export const NEVER_MADE: ReadonlySet<string> = new Set([
  // Go refuses to build where it sees two version controls.
  ".hg",
  ".svn",
  ".git",
  "git~1",
  // git dies of an unreadable one.
  "commondir",
  "config",
  "config.worktree",
  "gitdir",
]);

/** Names without wildcards, but for those that are never made. */
export function namedAnywhere(shapes: readonly PatternShape[]): readonly string[] {
  return shapes.flatMap(({ last, tail, stars, head }) => {
    if (last === null || tail !== 1 || stars !== 1 || head !== "/" || isWild(last)) return [];
    const name = plainSegment(last);
    return NEVER_MADE.has(name.toLowerCase()) || !isAscii(name) ? [] : [name];
  });
}
