/** One word of a POSIX shell, whatever it holds. */
export function quoteShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
