/**
 * Moments of what was said. Only marks have one: the model was about to answer. So words to the model were said by the next mark, and
 * its answer between the mark before it and the one behind it. What a fork brought along was said before there were marks.
 */
import type { RunEntry } from "./run-log.ts";

/** The moment of the entry at a place of these, or null. */
export function momentOf(entries: readonly RunEntry[], at: number): number | null {
  const entry = entries[at];
  if (entry?.type !== "message" || entry.message.role === "tool") return null;
  if (entry.message.role === "user") return markFrom(entries, at + 1, 1);
  const before = markFrom(entries, at - 1, -1);
  // An answer with calls is followed by their results, which may have taken long.
  const isLast = entry.message.role === "assistant" && entry.message.calls.length === 0;
  return before !== null && isLast ? (markFrom(entries, at + 1, 1) ?? before) : before;
}

/** The nearest mark that way, with no answer of the model between. */
function markFrom(entries: readonly RunEntry[], from: number, step: 1 | -1): number | null {
  for (let at = from; ; at += step) {
    const entry = entries[at];
    if (entry?.type === "turn") return entry.atMs;
    if (entry?.type !== "message" || entry.message.role === "assistant") return null;
  }
}
