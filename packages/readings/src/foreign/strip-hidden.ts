/** Removes: a stranger's text for a model, without what no person can see, so that both read the same. */
import { replaceHidden } from "../hidden-characters.ts";

export interface StrippedText {
  readonly text: string;
  /** Number of characters taken out that change what is read; parts of pictures do not count. */
  readonly removed: number;
}

/** Line ends become line feeds, odd blanks become spaces, and everything else that is hidden goes. */
export function stripHidden(text: string): StrippedText {
  let removed = 0;
  const cleaned = replaceHidden(text.replace(/\r\n?/g, "\n"), (hidden) => {
    if (hidden === "\n" || hidden === "\t") return hidden;
    if (/[\u2028\u2029\u0085]/.test(hidden)) return "\n";
    if (/\p{Zs}/u.test(hidden)) return " ";
    if (!HARMLESS.has(hidden)) removed += 1;
    return "";
  });
  return { text: cleaned, removed };
}

/** A byte order mark, the selector and the joiner of pictures, a soft hyphen, a form feed. */
const HARMLESS: ReadonlySet<string> = new Set(["\ufeff", "\ufe0f", "\u200d", "\u00ad", "\f"]);

/** Cleaned as above, and every run of blanks and line breaks is one space: for lists and prompts. */
export function stripToLine(text: string): string {
  return stripHidden(text).text.replace(/\s+/g, " ").trim();
}
