/** A glob as other programs write them: `*` is any run of characters, blanks and slashes included, `?` is any one. */

/** Any run of characters. */
const ANY: unique symbol = Symbol("any");
/** Any one character. */
const ONE: unique symbol = Symbol("one");

type GlobPiece = string | typeof ANY | typeof ONE;

/** Pieces in order; texts are single characters. */
export type SourceGlob = readonly GlobPiece[];

/** Reads a text in which `*` (and `?` where the program knows it) are wildcards. */
export function readGlob(text: string, wildcards = "*"): SourceGlob {
  const pieces: GlobPiece[] = [];
  for (const character of text) {
    if (!wildcards.includes(character)) pieces.push(character);
    else if (character === "?") pieces.push(ONE);
    else if (pieces.at(-1) !== ANY) pieces.push(ANY);
  }
  return pieces;
}

/** True unless it is certain that no text matches both. */
export function globsMeet(one: SourceGlob | null, other: SourceGlob | null): boolean {
  if (one === null || other === null) return true;
  const known = new Map<number, boolean>();
  const meet = (at: number, to: number): boolean => {
    const key = at * (other.length + 1) + to;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const answer = step(at, to);
    known.set(key, answer);
    return answer;
  };
  const step = (at: number, to: number): boolean => {
    if (at === one.length && to === other.length) return true;
    const left = one[at];
    const right = other[to];
    if (left === ANY) return meet(at + 1, to) || (to < other.length && meet(at, to + 1));
    if (right === ANY) return meet(at, to + 1) || (at < one.length && meet(at + 1, to));
    if (left === undefined || right === undefined) return false;
    return (left === ONE || right === ONE || left === right) && meet(at + 1, to + 1);
  };
  return meet(0, 0);
}
