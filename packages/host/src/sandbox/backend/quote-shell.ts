/** One word of a shell script, whatever bytes it holds. */
export function quoteShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
