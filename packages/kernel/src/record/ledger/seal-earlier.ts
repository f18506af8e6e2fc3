/**
 * Seals the sessions of a store that has no chain of sessions yet, as from before: each with what it holds now, so that nothing of
 * it is changed unseen from here on. All in one step, so that of two processes that start at once one does it.
 *
 * A session whose first row follows a row of a chain is not from before: the chain that it was opened in is gone. One without rows
 * may have lost them with it. Both are left out, and found.
 */
import { type ChainAppend, type EventRow, SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { CHAIN_START, type ChainLink, isSealed, linkRow, sealHead } from "../rows/chain.ts";
import { changeRows } from "../rows/change-rows.ts";
import type { EncodedRow } from "../rows/encoded-item.ts";
import { manifestPayload } from "../rows/manifest-payload.ts";
import type { LedgerGround } from "./ledger-ground.ts";
import { linkEntry } from "./ledger-row.ts";
import { listSessionIds } from "./list-session-ids.ts";

/** Resolves to the end of the chain. */
export async function sealEarlier(ground: LedgerGround): Promise<ChainLink> {
  const { store, key, wallMs } = ground;
  const chains: ChainAppend[] = [];
  const entries: EventRow[] = [];
  let last = CHAIN_START;
  for (const sessionId of await listSessionIds(store)) {
    const [first] = await store.events.read(sessionId, { from: 0, limit: 1 });
    if (first?.previous !== CHAIN_START.hash) continue;
    const head = await store.events.head(sessionId);
    // One that does not verify gets no seal of ours; that it is there is told.
    const chain = head && isSealed(key, head) ? await sealSession(ground, sessionId, head) : null;
    if (chain) chains.push(chain);
    const reached = (chain?.head ?? head ?? first).hash;
    const row = linkEntry(last, { type: "session-before", sessionId, atMs: wallMs(), reached });
    entries.push(row);
    last = row;
  }
  if (entries.length === 0) return CHAIN_START;
  chains.push({ rows: entries, head: sealHead(key, SESSIONS_CHAIN, last) });
  await store.record({ chains, payloads: [], parts: [] });
  return last;
}

async function sealSession(
  { store, key, wallMs }: LedgerGround,
  sessionId: string,
  end: ChainLink,
): Promise<ChainAppend> {
  const manifest = await store.sessions.get(sessionId);
  const { digest } = manifestPayload(manifest);
  const [newest] = await store.events.read(sessionId, { from: end.sequence, limit: 1 });
  // Nobody has touched it: for retention, and for whoever lists it, it is as old as it was.
  const atMs = newest?.atMs ?? manifest?.createdAtMs ?? wallMs();
  const told: readonly EncodedRow[] = [
    { type: "session-before", callId: null, payloadDigest: digest },
    ...changeRows(await store.journal.list(sessionId)),
  ];
  const rows: EventRow[] = [];
  let last: ChainLink = end;
  for (const row of told) {
    const linked = linkRow(last, { ...row, sessionId, atMs });
    rows.push(linked);
    last = linked;
  }
  return { rows, head: sealHead(key, sessionId, last) };
}
