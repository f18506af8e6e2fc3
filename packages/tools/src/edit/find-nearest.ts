/**
 * The places of a file that a run of lines resembles most, for an error that helps; never for a change. Lines that are
 * equal but for whitespace vote for the place where the run would begin; when none is, the line that shares most of its
 * word pieces with the longest wanted line wins. Bounded work whatever the file.
 */

/** A place, as indexes of lines from 0. `differs` is the first line of it that is not as wanted. */
export interface NearPlace {
  readonly line: number;
  readonly differs: number | null;
}

const MAX_PLACES = 2;
const MAX_COMPARED_CHARS = 400_000;
const MAX_LINE_CHARS = 200;
const MAX_WANTED = 400;
const MIN_LIKENESS = 0.5;

/** Finds the nearest places, best first. */
export function findNearest(
  lines: readonly string[],
  wanted: readonly string[],
): readonly NearPlace[] {
  const votes = countVotes(lines, wanted.slice(0, MAX_WANTED));
  const best = [...votes].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  const top = best[0]?.[1] ?? 0;
  if (top > 0)
    return best
      .filter(([, count]) => count === top)
      .slice(0, MAX_PLACES)
      .map(([line]) => ({ line, differs: firstDifference(lines, wanted, line) }));
  const alike = mostAlike(lines, wanted);
  return alike === null ? [] : [alike];
}

function countVotes(
  lines: readonly string[],
  wanted: readonly string[],
): ReadonlyMap<number, number> {
  const indexes = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const key = line.trim();
    // Lines of brackets and short words are everywhere and identify nothing.
    if (key.length < 4) continue;
    indexes.set(key, [...(indexes.get(key) ?? []), index].slice(0, 8));
  }
  const votes = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    for (const index of indexes.get(line.trim()) ?? []) {
      const start = Math.max(at - index, 0);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  return votes;
}

function firstDifference(
  lines: readonly string[],
  wanted: readonly string[],
  start: number,
): number | null {
  const index = wanted.findIndex((line, offset) => lines[start + offset] !== line);
  return index === -1 ? null : start + index;
}

function mostAlike(lines: readonly string[], wanted: readonly string[]): NearPlace | null {
  const longest = wanted.reduce(
    (one, other) => (other.trim().length > one.trim().length ? other : one),
    "",
  );
  const pieces = piecesOf(longest);
  if (pieces.size < 3) return null;
  let best: NearPlace | null = null;
  let score = MIN_LIKENESS;
  let left = MAX_COMPARED_CHARS;
  for (const [at, line] of lines.entries()) {
    left -= Math.min(line.length, MAX_LINE_CHARS) + 1;
    if (left < 0) break;
    const likeness = share(pieces, piecesOf(line));
    if (likeness <= score) continue;
    score = likeness;
    const start = Math.max(at - wanted.indexOf(longest), 0);
    best = { line: start, differs: firstDifference(lines, wanted, start) };
  }
  return best;
}

function piecesOf(line: string): ReadonlySet<string> {
  const text = line.trim().slice(0, MAX_LINE_CHARS);
  const pieces = new Set<string>();
  for (let index = 0; index + 3 <= text.length; index += 1)
    pieces.add(text.slice(index, index + 3));
  return pieces;
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const piece of one) if (other.has(piece)) common += 1;
  return (2 * common) / (one.size + other.size);
}
