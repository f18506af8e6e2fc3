/** Reads from the journal what one call changed in files. */
import type { JournalEntry, ShownChange } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { describeChange } from "./describe-change.ts";

/** Every change of a call, one for each path: the first before and the last after. */
export async function readChanges(
  store: Pick<Store, "journal" | "payloads">,
  { sessionId, callId }: { readonly sessionId: string; readonly callId: string },
): Promise<readonly ShownChange[]> {
  const entries = (await store.journal.list(sessionId)).filter((entry) => entry.callId === callId);
  const byPath = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const known = byPath.get(entry.path);
    byPath.set(entry.path, known ? { ...entry, before: known.before } : entry);
  }
  const changes: ShownChange[] = [];
  for (const { path, before, after } of byPath.values()) {
    if (before === after) continue;
    changes.push(
      await describeChange({
        path,
        before: await contentOf(store, before),
        after: await contentOf(store, after),
      }),
    );
  }
  return changes;
}

/** Content that is not kept any more counts as not being text: that there was a file is still known. */
async function contentOf(
  store: Pick<Store, "payloads">,
  digest: string | null,
): Promise<Uint8Array | null> {
  return digest === null ? null : ((await store.payloads.get(digest)) ?? NOT_TEXT);
}

const NOT_TEXT = new Uint8Array(1);
