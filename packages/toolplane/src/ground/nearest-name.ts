/** The name that was probably meant, or null: at most two letters away, and nearer than half the word. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.min(2, Math.floor(typed.length / 2));
  for (const name of new Set(names)) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance > least || (distance === least && best !== null)) continue;
    best = name;
    least = distance;
  }
  return best;
}

/** Letters to add, drop, change or swap with a neighbour. Names are short, so the whole table is cheap. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
