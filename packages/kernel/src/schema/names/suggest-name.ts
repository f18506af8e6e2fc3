const MAX_LENGTH = 40;
const MAX_CANDIDATES = 200;

/** The known name that a mistyped one most likely means, if one is near enough. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) {
    return undefined;
  }
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(name.length / 3) + 1);
  for (const candidate of known.slice(0, MAX_CANDIDATES)) {
    if (candidate.length > MAX_LENGTH) {
      continue;
    }
    if (plainLetters(candidate) === plainLetters(name)) {
      return candidate;
    }
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `ignoreCase`, `ignore_case` and `ignore-case` are one name to a reader. */
function plainLetters(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** Letters to insert, remove, replace or swap with their neighbour. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const steps = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? (beforeLast[column - 2] ?? 0) + 1 : row + column,
      ];
      current.push(Math.min(...steps));
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
