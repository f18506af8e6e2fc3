// Texts as bags of words, and how well two of them agree.

/** Letters and digits in a row; of scripts that leave no spaces, single characters. Case does not count. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu,
      ) ?? []
  );
}

/** The harmonic mean of precision and recall; two empty texts agree. */
export function scoreWords(found: readonly string[], expected: readonly string[]): number {
  if (found.length === 0 && expected.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / (found.length + expected.length);
}
