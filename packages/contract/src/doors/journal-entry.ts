/** One change of a file through a door, with its before and after by content address. */
export interface JournalEntry {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly atMs: number;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly mode: number | null;
  readonly undone: boolean;
}
