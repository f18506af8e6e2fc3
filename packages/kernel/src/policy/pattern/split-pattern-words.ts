/**
 * Splits a command pattern (or an example of one) on whitespace. Quotes only group: `"a b"` is one word. A quote that
 * never closes is an ordinary character, as in `don't`; so every text splits, and nothing is silently dropped.
 */
export function splitPatternWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const close = character === '"' || character === "'" ? text.indexOf(character, index + 1) : -1;
    if (close > 0) {
      word = (word ?? "") + text.slice(index + 1, close);
      index = close;
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== null) words.push(word);
  return words;
}
