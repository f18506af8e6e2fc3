/**
 * Splits a session's changes: those that last, and those it only tried out in scratch, which go with it. What was made in a view is
 * none of them: the landing of the view is.
 */
import type { JournalEntry, SessionManifest } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { isChangeInView } from "@toolplane/disk/journal";
import { isBelow } from "@toolplane/readings";
import { scratchName } from "../../ground/scratch-name.ts";

export interface LastingChanges {
  readonly changes: readonly JournalEntry[];
  /** Paths in the session's scratch folder: they are never moved. */
  readonly scratch: readonly string[];
}

export async function lastingChanges(
  store: Pick<Store, "journal">,
  { sessionId, variables }: SessionManifest,
): Promise<LastingChanges> {
  const all = await store.journal.list(sessionId);
  const own = variables?.scratch ?? [];
  const isScratch = ({ path }: JournalEntry): boolean =>
    scratchName(path) !== null || own.some((folder) => isBelow(path, folder));
  const scratch = new Set(all.filter(isScratch).map(({ path }) => path));
  const lasts = (entry: JournalEntry): boolean => !isScratch(entry) && !isChangeInView(entry);
  return { changes: all.filter(lasts), scratch: [...scratch] };
}
