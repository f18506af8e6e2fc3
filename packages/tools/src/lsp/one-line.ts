import { plainText } from "../text/plain-text.ts";

const MAX_LINE_CHARS = 300;

/** A stranger's text on one line, cleaned and bounded. */
export function oneLine(text: string, maxChars: number = MAX_LINE_CHARS): string {
  return plainText(text.replace(/\s+/g, " "), maxChars).replaceAll("\n", " ");
}
