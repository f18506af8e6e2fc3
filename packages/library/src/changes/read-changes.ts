/** Reads from the journal what one call changed in files, whether a tool wrote them or a command landed them. */
import type { JournalEntry, ShownChanges } from "@toolplane/contract";
import { isChangeInView } from "@toolplane/disk/journal";
import type { ChangeGround } from "./change-ground.ts";
import { type ChangedFile, describeChanges, type ShownBounds } from "./describe-changes.ts";

/** Every change of a call in the order of their paths, one for each: the first before and the last after. */
export async function readChanges(
  ground: ChangeGround,
  { sessionId, callId }: { readonly sessionId: string; readonly callId: string },
  bounds: ShownBounds = {},
): Promise<ShownChanges> {
  return describeChanges(
    ground,
    changedBy(callId, await ground.store.journal.list(sessionId)),
    bounds,
  );
}

function changedBy(callId: string, entries: readonly JournalEntry[]): readonly ChangedFile[] {
  const byPath = new Map<
    string,
    ChangedFile & { readonly atPath: boolean; readonly inView: boolean }
  >();
  for (const { path, before, after, undone, ...entry } of entries) {
    const inView = isChangeInView(entry);
    const known = byPath.get(path);
    if (entry.callId === callId) {
      const first = known === undefined ? before : known.before;
      byPath.set(path, { path, before: first, after, atPath: isLanded(after) && !undone, inView });
    }
    // What a command left is at the path, until the next call keeps it as what it replaced.
    else if (known?.atPath === true) {
      // Of a view that landed since, it is what the landing brought.
      const hasLanded = known.inView && !inView;
      byPath.set(path, {
        ...known,
        after: hasLanded ? after : before,
        atPath: hasLanded && isLanded(after) && !undone,
        inView,
      });
    }
  }
  return [...byPath.values()]
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function isLanded(address: string | null): boolean {
  return address?.startsWith("landed:") === true;
}
