import type { TrackedWords } from "../words/tracked-words.ts";
import { note, type Shown } from "./shown.ts";

/** Beside a command's own output. */
export function trackedNotes(words: TrackedWords | null): readonly Shown[] {
  if (words === null) return [];
  return [
    note(words.text, { mark: "ask", wraps: true }),
    note(`Next: ${words.next}`, { indent: 2 }),
  ];
}
