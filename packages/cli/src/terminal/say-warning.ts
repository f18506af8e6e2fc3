import type { Terminal } from "./terminal.ts";
import { escapeText } from "./text/escape-text.ts";
import { wrapText } from "./text/wrap-text.ts";

/** Says what a person should know, as wide as the window is. */
export function sayWarning(terminal: Terminal, text: string): void {
  const line = `${terminal.err.mark("ask")} ${escapeText(text)}`;
  for (const part of wrapText(line, terminal.columns())) terminal.note(part);
}
