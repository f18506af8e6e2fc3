/** The words on the database's channel. Whoever may use the database can send some, so one that is not ours is no word. */
import { givenText } from "@toolplane/readings";

export const CHANNEL = "toolplane_heard";
/** In front of the id of a question. */
export const ANSWERED = "answered ";
/** In front of a text that only its sender knows. */
export const PROBE = "probe ";
/** Bytes of an id: the database refuses a word of 8000, and with it the statement. */
export const MOST_TOLD = 1_000;

/** The id of the question, or null for anything else. */
export function answeredId(word: string | undefined): string | null {
  if (!word?.startsWith(ANSWERED) || word.length > ANSWERED.length + MOST_TOLD) return null;
  try {
    return givenText(word.slice(ANSWERED.length));
  } catch {
    return null;
  }
}
