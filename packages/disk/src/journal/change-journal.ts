/** The journal as the rest of the host uses it: doors and processes hand in what they changed. */
import type { JournalEntry } from "@toolplane/contract";

/** One change of one file. `before` and `after` are content addresses from `keep`; null: the file was not there. */
export type FileChanged = Pick<
  JournalEntry,
  "sessionId" | "callId" | "path" | "before" | "after" | "mode"
>;

/** Before-images and entries. */
export interface ChangeJournal {
  /** Keeps bytes; resolves to their content address when they are on disk. */
  keep(bytes: Uint8Array): Promise<string>;
  /** Writes entries down, in order; resolves to their ids. */
  append(changes: readonly FileChanged[]): Promise<readonly string[]>;
}
