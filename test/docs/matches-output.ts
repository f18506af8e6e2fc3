/**
 * Compares what was printed with what a page says. `…` in a line stands for anything on that line, a line of `…` alone for any
 * number of lines; nothing else is forgiven but blanks at the ends of lines. A tab is the blanks that a terminal makes of it.
 */
export function matchesOutput(printed: string, expected: string): boolean {
  const lines = linesOf(expected);
  const pattern = lines
    .map((line) => (line === "…" ? "(?:[^\\n]*\\n)*?" : `${linePattern(line)}\\n`))
    .join("");
  const shown = linesOf(printed).join("\n");
  return new RegExp(`^${pattern}$`).test(`${shown}\n`);
}

function linesOf(text: string): readonly string[] {
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => withoutTabs(line).trimEnd());
}

function withoutTabs(line: string): string {
  return line.split("\t").reduce((before, piece) => before.padEnd((before.length | 7) + 1) + piece);
}

function linePattern(line: string): string {
  return line.split("…").map(escapePattern).join("[^\\n]*");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
