/** Prints how a turn in a view of its own ended. */
import type { Terminal } from "../terminal.ts";
import { wrapText } from "../text/wrap-text.ts";
import type { ViewWords } from "./view-words.ts";

export function sayViewEnd(terminal: Terminal, { mark, text, lines }: ViewWords): void {
  terminal.note(`  ${terminal.err.mark(mark)} ${text}`);
  for (const line of lines) {
    const lead = `      ${leadOf(line)}`;
    for (const one of wrapText(line.trimStart(), terminal.columns() - lead.length))
      terminal.note(`${lead}${one}`);
  }
}

/** The blanks that a line begins with: it belongs to the one above. */
function leadOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
