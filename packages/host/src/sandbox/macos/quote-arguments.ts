/** An argv as one line of a POSIX shell that runs exactly it. */
export function quoteArguments(argv: readonly string[]): string {
  return argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
