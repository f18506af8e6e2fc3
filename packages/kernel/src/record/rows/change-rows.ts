/**
 * Rows about changes of files. They hold digests only: what was changed stands in the journal, which is compared with them. One row
 * is for all changes of an append, so that a landing of thousands of files costs one.
 */
import { createHash, type Hash, hash } from "node:crypto";
import type { JournalEntry } from "@toolplane/contract";
import type { ChangeMark } from "@toolplane/contract/ports";
import type { EncodedRow } from "./encoded-item.ts";

/** The rows of changes that are new to the journal; of one that was taken back already, that it was. */
export function changeRows(entries: readonly JournalEntry[]): readonly EncodedRow[] {
  if (entries.length === 0) return [];
  const digest = createHash("sha256");
  for (const entry of entries) addChange(digest, entry);
  const row = { type: "changes", callId: null, payloadDigest: digest.digest("hex") } as const;
  return [row, ...entries.filter(({ undone }) => undone).map(changeMarkRow)];
}

export function changeMarkRow({ id, undone }: ChangeMark): EncodedRow {
  return {
    type: undone ? "change-undone" : "change-redone",
    callId: null,
    payloadDigest: changeIdDigest(id),
  };
}

/** A mark names its change by this. */
export function changeIdDigest(id: string): string {
  return hash("sha256", id, "hex");
}

/** All of a change but whether it was taken back since. */
export function addChange(digest: Hash, entry: JournalEntry): void {
  const { id, sessionId, callId, atMs, path, before, after, mode } = entry;
  digest.update(`${JSON.stringify([id, sessionId, callId, atMs, path, before, after, mode])}\n`);
}
