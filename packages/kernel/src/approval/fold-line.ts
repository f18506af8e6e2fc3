/**
 * Keeps a line readable without hiding anything unseen: a long run of blanks, or the middle of a long text, is replaced by
 * how much of it there was. Both ends stay, because padding a command to push its end off the screen is an old trick.
 */
import { escapeHidden, formatCount } from "@toolplane/readings";

const HEAD_CHARS = 700;
const TAIL_CHARS = 200;
/** Shorter runs are indentation. */
const LONG_BLANK = /\s{9,}/g;

/** One line of display text: folded, then escaped. */
export function foldLine(text: string): string {
  const folded = text.replace(
    LONG_BLANK,
    (run) => ` ⟨${formatCount(run.length)} blank characters⟩ `,
  );
  const over = folded.length - HEAD_CHARS - TAIL_CHARS;
  // Cutting out less than the note that replaces it would only hide.
  if (over <= 40) return escapeHidden(folded);
  const head = escapeHidden(folded.slice(0, HEAD_CHARS));
  const tail = escapeHidden(folded.slice(-TAIL_CHARS));
  return `${head} … ${formatCount(over)} more characters … ${tail}`;
}
