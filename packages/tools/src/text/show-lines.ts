/** Lines of a file with their numbers, for error texts. Long lines are cut. */

const MAX_CHARS = 160;

export function showLines(lines: readonly string[], from: number, count: number): string {
  return lines
    .slice(from, from + count)
    .map((line, index) => {
      const cut = line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line;
      return `${String(from + index + 1).padStart(6)}\t${cut}`;
    })
    .join("\n");
}
