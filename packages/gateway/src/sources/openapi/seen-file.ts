/**
 * Keeps the moment when the description of an API was last found to be the one that a person agreed to. An address is asked again
 * after a day, not by every command.
 */
import { type SourceNote, sourceNote } from "../list/source-note.ts";

/** Wall clock in milliseconds; null where it was never seen so. */
export function readSeen(userData: string, name: string, digest: string): number | null {
  const { atMs, text } = noteOf(userData, name).read() ?? {};
  return typeof atMs === "number" && text === digest ? atMs : null;
}

/** One that cannot be written is only asked again sooner. */
export function noteSeen(
  userData: string,
  name: string,
  seen: { readonly text: string; readonly atMs: number },
): void {
  noteOf(userData, name).write(seen);
}

export function removeSeen(userData: string, name: string): void {
  noteOf(userData, name).remove();
}

function noteOf(userData: string, name: string): SourceNote {
  return sourceNote(userData, name, { ending: "seen" });
}
