import { quoteShell } from "@toolplane/readings";

/** A word of a command line as a shell reads it back: the very same text, whatever is in it. */
export function quoteWord(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : quoteShell(word);
}
