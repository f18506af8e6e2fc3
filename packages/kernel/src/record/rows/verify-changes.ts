/** Compares the journal of a session with the rows about it: every change that was told of, in its order, and none besides. */
import { createHash } from "node:crypto";
import type { JournalEntry } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { addChange, changeIdDigest } from "./change-rows.ts";

/** The first fault, or null. `at` is the row that does not fit; the number of rows when the journal has too much. */
export function verifyChanges(
  rows: readonly EventRow[],
  entries: readonly JournalEntry[],
): { readonly at: number; readonly problem: string } | null {
  // The seal of a session from before tells of everything that was there by then.
  const from = rows.findLastIndex(({ type }) => type === "session-before") + 1;
  let told = 0;
  const undone = new Set<string>();
  for (let at = from; at < rows.length; at += 1) {
    const { type, payloadDigest } = rows[at] as EventRow;
    if (type === "change-undone") undone.add(payloadDigest);
    if (type === "change-redone") undone.delete(payloadDigest);
    if (type !== "changes") continue;
    const end = endOf(entries, told, payloadDigest);
    if (end === null)
      return { at, problem: "the changes of files it tells of are not those in the journal" };
    told = end;
  }
  const untold = entries[told];
  if (untold)
    return { at: rows.length, problem: `the change ${untold.id} is in the journal and not told` };
  const moved = entries.find((entry) => entry.undone !== undone.has(changeIdDigest(entry.id)));
  if (!moved) return null;
  const said = moved.undone ? "taken back" : "in force";
  return { at: rows.length, problem: `the journal has ${moved.id} as ${said}, the record has not` };
}

/** A row does not say how many changes it is about: as many as it takes. */
function endOf(entries: readonly JournalEntry[], from: number, wanted: string): number | null {
  const digest = createHash("sha256");
  for (let end = from; end < entries.length; end += 1) {
    addChange(digest, entries[end] as JournalEntry);
    if (digest.copy().digest("hex") === wanted) return end + 1;
  }
  return null;
}
