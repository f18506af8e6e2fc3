/** Suggests names that a person may have meant who typed another one. */

/** Longer names, and more of them, are not compared letter by letter: what is typed comes from anywhere. */
const MAX_LENGTH = 64;
const MAX_COMPARED = 1_000;

/**
 * The name that was probably meant, or null: the same letters whatever their case and joints (`ignoreCase`, `ignore_case`), else
 * at most two edits away and no more than a third of the word.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  if (typed.length > MAX_LENGTH) return null;
  const wanted = typed.toLowerCase();
  const letters = plainLetters(typed);
  let best: string | null = null;
  let least = Math.min(2, Math.floor(typed.length / 3)) + 1;
  for (const name of names.slice(0, MAX_COMPARED)) {
    if (name.length > MAX_LENGTH) continue;
    if (plainLetters(name) === letters) return name;
    if (Math.abs(name.length - typed.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance >= least) continue;
    best = name;
    least = distance;
  }
  return best;
}

/** Letters to add, drop, change or swap with their neighbour. It costs length times length. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}

function plainLetters(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}
