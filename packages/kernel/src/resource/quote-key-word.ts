/** Writes the words of an approval key: as they are where that is not ambiguous, else as JSON. No shell reads them. */
import { hasControl } from "./has-control.ts";

const PLAIN_WORD = /^[A-Za-z0-9_./:=,+%~-]+$/;

/** The word, quoted unless it is plain. */
export function quoteKeyWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : JSON.stringify(word).replaceAll("\u007f", "\\u007f");
}

/** An absolute path or a name never begins with a quote, so a quoted one cannot be mistaken for a plain one. */
export function plainOrQuoted(name: string): string {
  return hasControl(name) ? quoteKeyWord(name) : name;
}
