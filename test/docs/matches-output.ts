/**
 * Compares what was printed with what a page says. `…` in a line stands for anything on that line, a line of `…` alone for any
 * number of lines; nothing else is forgiven but blanks at the ends of lines.
 */
export function matchesOutput(printed: string, expected: string): boolean {
  const lines = expected
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
  const pattern = lines
    .map((line) => (line === "…" ? "(?:[^\\n]*\\n)*?" : `${linePattern(line)}\\n`))
    .join("");
  const shown = printed
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
  return new RegExp(`^${pattern}$`).test(`${shown}\n`);
}

function linePattern(line: string): string {
  return line.split("…").map(escapePattern).join("[^\\n]*");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
