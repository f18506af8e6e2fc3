/** Prints how a turn in a view of its own ended. */
import type { Terminal } from "../terminal.ts";
import { wrapText } from "../text/wrap-text.ts";
import type { ViewWords } from "./view-words.ts";

export function sayViewEnd(terminal: Terminal, { mark, text, lines }: ViewWords): void {
  terminal.note(`  ${terminal.err.mark(mark)} ${text}`);
  for (const line of lines)
    for (const one of wrapText(line, terminal.columns() - 6)) terminal.note(`      ${one}`);
}
