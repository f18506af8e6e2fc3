/**
 * Foreign text for a terminal: what a model, a tool, a server or a file wrote is shown, never interpreted. The form of
 * `escapeHidden` is used (`\u{1b}`), so that a card, a list and the record show the same thing the same way. Running it twice changes nothing.
 */
import { escapeHidden } from "@toolplane/readings";

/** One line: line breaks and tabs are made visible too. */
export function escapeText(text: string): string {
  return escapeHidden(text);
}
