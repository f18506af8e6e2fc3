/** Text of strangers for a model: what no person can see is taken out, so that both read the same. */
import { replaceHidden } from "@toolplane/readings";

export interface CleanText {
  readonly text: string;
  /** How many characters were taken out that change what is read; parts of pictures do not count. */
  readonly removed: number;
}

/** Line ends become line feeds, odd blanks become spaces, and everything else that is hidden goes. */
export function cleanText(text: string): CleanText {
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
export function oneLine(text: string): string {
  return cleanText(text).text.replace(/\s+/g, " ").trim();
}
