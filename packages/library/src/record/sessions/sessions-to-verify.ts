import type { Store } from "@toolplane/contract/ports";
import { type Ledger, listSessionIds, readLedger } from "@toolplane/kernel/record";

/** Sessions that are there and those that should be, with the chain that says so. */
export async function sessionsToVerify({
  store,
  key,
}: {
  readonly store: Pick<Store, "sessions" | "activity" | "events">;
  readonly key: Uint8Array;
}): Promise<{ readonly ids: readonly string[]; readonly ledger: Ledger }> {
  // In this order: one that is opened between the two looks is in the chain.
  const there = await listSessionIds(store);
  const ledger = await readLedger(store, key);
  const missing = [...ledger.sessions].filter(([, { pruned }]) => !pruned).map(([id]) => id);
  return { ids: [...new Set([...there, ...missing])], ledger };
}
