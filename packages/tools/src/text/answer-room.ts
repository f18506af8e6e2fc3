/** Room for what is said beside the text. */
const NOTE_BYTES = 1_000;

/** Bytes of text that one answer holds where the session bounds results; what a tool would give anyway where it does not. */
export function answerRoom(maxResultBytes: number | undefined, most: number): number {
  if (maxResultBytes === undefined) return most;
  return Math.min(most, Math.max(NOTE_BYTES, maxResultBytes - NOTE_BYTES));
}
