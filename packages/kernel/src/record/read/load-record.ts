/** Everything a store has of a session, read in pages: rows, the sealed head, and the payloads that are still there. */
import type { ChainHead, EventRow, Store } from "@toolplane/contract/ports";
import { contentDigests } from "../rows/content-digests.ts";
import type { RecordedRows } from "./read-calls.ts";

const PAGE = 1_000;

export interface LoadedRecord extends RecordedRows {
  readonly head: ChainHead | null;
}

/** Loads, from a row on if one is named. The head is read first: rows that are added meanwhile are left out, so that what is returned verifies. */
export async function loadRecord(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
  { from: first = 0 }: { readonly from?: number } = {},
): Promise<LoadedRecord> {
  const head = await store.events.head(sessionId);
  const rows: EventRow[] = [];
  const until = head?.sequence ?? Number.POSITIVE_INFINITY;
  for (let from = first; from <= until; ) {
    const page = await store.events.read(sessionId, { from, limit: PAGE });
    for (const row of page) if (row.sequence <= until) rows.push(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    from = last.sequence + 1;
  }
  return { rows, head, payloads: await loadPayloads(store, rows) };
}

/** Loads the payloads that rows name and that still exist, with the contents that have payloads of their own. */
export async function loadPayloads(
  store: Pick<Store, "payloads">,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const payloads = new Map<string, Uint8Array>();
  const load = async (digest: string): Promise<void> => {
    if (payloads.has(digest)) return;
    const bytes = await store.payloads.get(digest);
    if (bytes === null) return;
    payloads.set(digest, bytes);
    for (const inner of contentDigests(bytes)) await load(inner);
  };
  for (const { payloadDigest } of rows) await load(payloadDigest);
  return payloads;
}
