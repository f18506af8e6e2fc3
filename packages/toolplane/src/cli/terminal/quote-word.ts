/** A word as a shell takes it: bare where that is safe, else in single quotes. For commands that a person may copy. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
