// Lines merged without git. Where a line occurs more than once, two ways of matching it up are often equally good, and the wrong
// one merges without a conflict into a text that nobody meant. So the lines are matched from the beginning and from the end, and a
// result counts only when both ways come to the same.
import { diff3MergeRegions } from "node-diff3";
import type { MergeLines, MergePiece, TextSides } from "./merge-lines.ts";
import { joinLines, splitLines } from "./split-lines.ts";
import { sameBytes, tidyPieces } from "./tidy-pieces.ts";

/** Matching takes about this many steps in half a second; texts that need more are a conflict. */
const MAX_STEPS = 200_000_000;

interface SideLines {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export const ownLines: MergeLines = async (sides) => {
  const whole = {
    base: splitLines(sides.base),
    ours: splitLines(sides.ours),
    theirs: splitLines(sides.theirs),
  };
  const head = commonHead(whole);
  const tail = commonHead(eachSide(whole, (lines) => reversed(lines.slice(head))));
  const inner = eachSide(whole, (lines) => lines.slice(head, lines.length - tail));
  return tidyPieces([
    { kind: "agreed", bytes: joinLines(whole.base.slice(0, head)) },
    ...mergeInner(inner),
    { kind: "agreed", bytes: joinLines(whole.base.slice(whole.base.length - tail)) },
  ]);
};

function mergeInner(inner: SideLines): readonly MergePiece[] {
  const open: MergePiece = { kind: "open", ...joined(inner) };
  if (steps(inner.base, inner.ours) + steps(inner.base, inner.theirs) > MAX_STEPS) return [open];
  const forward = tidyPieces(match(inner).map(toPiece));
  const backward = tidyPieces(
    match(eachSide(inner, reversed))
      .map((lines) => toPiece(eachSide(lines, reversed)))
      .reverse(),
  );
  return samePieces(forward, backward) ? forward : [open];
}

function match({ base, ours, theirs }: SideLines): readonly SideLines[] {
  return diff3MergeRegions([...ours], [...base], [...theirs]).map((region) =>
    region.stable
      ? { base: region.bufferContent, ours: region.bufferContent, theirs: region.bufferContent }
      : { base: region.oContent, ours: region.aContent, theirs: region.bContent },
  );
}

/** How long the matching looks: it goes along the longest chain for each pair of equal lines. */
function steps(base: readonly string[], side: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of side) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = base.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(base.length, side.length);
}

function commonHead({ base, ours, theirs }: SideLines): number {
  const end = Math.min(base.length, ours.length, theirs.length);
  let head = 0;
  while (head < end && base[head] === ours[head] && base[head] === theirs[head]) head += 1;
  return head;
}

function samePieces(some: readonly MergePiece[], others: readonly MergePiece[]): boolean {
  return (
    some.length === others.length &&
    some.every((piece, index) => {
      const other = others[index];
      if (piece.kind === "agreed")
        return other?.kind === "agreed" && sameBytes(piece.bytes, other.bytes);
      return (
        other?.kind === "open" &&
        sameBytes(piece.base, other.base) &&
        sameBytes(piece.ours, other.ours) &&
        sameBytes(piece.theirs, other.theirs)
      );
    })
  );
}

function toPiece(lines: SideLines): MergePiece {
  return { kind: "open", ...joined(lines) };
}

function joined({ base, ours, theirs }: SideLines): TextSides {
  return { base: joinLines(base), ours: joinLines(ours), theirs: joinLines(theirs) };
}

function eachSide(
  { base, ours, theirs }: SideLines,
  change: (lines: readonly string[]) => readonly string[],
): SideLines {
  return { base: change(base), ours: change(ours), theirs: change(theirs) };
}

function reversed(lines: readonly string[]): readonly string[] {
  return lines.toReversed();
}
