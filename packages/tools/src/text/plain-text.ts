/** Text that a stranger's program printed, as it can be shown: no terminal sequences, nothing hidden, and no more than fits. */
import { escapeLines } from "@toolplane/readings";
import { withoutSequences } from "./terminal-sequences.ts";

/** The text with lines and tabs kept. A longer one keeps its beginning and its end. */
export function plainText(text: string, maxChars: number): string {
  // Sequences can be most of a text, so a little more than what is shown is looked at.
  const bounded = cutMiddle(text, maxChars * 4);
  return cutMiddle(escapeLines(withoutSequences(bounded)), maxChars);
}

function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor(maxChars / 2);
  const head = text.slice(0, half).toWellFormed();
  const tail = text.slice(text.length - half).toWellFormed();
  return `${head}\n… ${text.length - 2 * half} characters left out …\n${tail}`;
}
