import type { Pruned, RecordKey, Retention, Store } from "@toolplane/contract/ports";
import { appendToLedger } from "./append-to-ledger.ts";

/** Removes what is too old or too much, and tells the chain of sessions first what goes and why. Rejects as the store does. */
export function pruneRecord(
  { store, key }: { readonly store: Store; readonly key: RecordKey },
  retention: Retention,
): Promise<Pruned> {
  const ground = { store, key, wallMs: () => retention.nowMs };
  return store.prune(retention, (sessions, reason) =>
    appendToLedger(
      ground,
      sessions.map((sessionId) => ({ type: `session-pruned-${reason}` as const, sessionId })),
    ),
  );
}
