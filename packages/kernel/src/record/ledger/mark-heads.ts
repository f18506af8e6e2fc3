/**
 * Tells the chain of sessions how far each session has come, and gives the end of that chain: kept elsewhere, it shows later that
 * the record was put back to an older state. Only sessions that went on since the last time are told of.
 */
import { type RecordKey, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import type { ChainLink } from "../rows/chain.ts";
import { appendToLedger } from "./append-to-ledger.ts";
import type { LedgerEntry } from "./ledger-row.ts";
import { listSessionIds } from "./list-session-ids.ts";
import { readLedger } from "./read-ledger.ts";

/** Durable when it resolves; null for a store without a session. */
export async function markHeads({
  store,
  key,
  wallMs,
}: {
  readonly store: Store;
  readonly key: RecordKey;
  readonly wallMs: () => number;
}): Promise<ChainLink | null> {
  const ground = { store, key, wallMs };
  // A store from before is sealed first.
  await appendToLedger(ground, []);
  const { sessions } = await readLedger(store, key);
  const entries: Omit<LedgerEntry, "atMs">[] = [];
  for (const sessionId of await listSessionIds(store)) {
    const reached = (await store.events.head(sessionId))?.hash;
    if (reached === undefined || sessions.get(sessionId)?.reached.at(-1) === reached) continue;
    entries.push({ type: "session-reached", sessionId, reached });
  }
  await appendToLedger(ground, entries);
  return store.events.head(SESSIONS_CHAIN);
}
