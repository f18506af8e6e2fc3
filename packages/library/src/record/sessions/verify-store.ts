/**
 * Verifies everything that a store has recorded: each session, the chain that tells which there are, and heads of that chain that
 * were kept elsewhere.
 */
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { type Ledger, listSessionIds, readLedger } from "@toolplane/kernel/record";
import { type KeptHead, lostHeads } from "./kept-head.ts";
import { type Verified, type VerifyGround, verifySession } from "./verify-session.ts";

export type SessionAnswer = Verified & { readonly sessionId: string };

export interface VerifiedStore {
  readonly answers: readonly SessionAnswer[];
  readonly ledger: Ledger;
  /** Heads that the chain of sessions does not hold any more. */
  readonly lost: readonly KeptHead[];
  readonly ok: boolean;
}

export interface VerifyStoreOptions {
  /** Heads that were kept elsewhere. */
  readonly heads?: readonly KeptHead[];
  /** Asked before each session; false ends it. */
  readonly goesOn?: (index: number, of: number) => boolean;
}

/** Null when it was ended. */
export async function verifyStore(
  ground: Pick<VerifyGround, "key" | "store" | "turn"> & {
    readonly store: Pick<Store, "activity">;
  },
  { heads = [], goesOn = () => true }: VerifyStoreOptions = {},
): Promise<VerifiedStore | null> {
  const { ids, ledger } = await sessionsToVerify(ground);
  // A fault of the chain of sessions itself is said once, and not of each of them.
  const known = { ...ground, ledger: { ...ledger, problem: null } };
  const answers: SessionAnswer[] = [];
  for (const [index, sessionId] of ids.entries()) {
    if (!goesOn(index, ids.length)) return null;
    const verified = await verifySession(known, sessionId);
    if (verified.ok || !(await wasPruned(ground, sessionId)))
      answers.push({ sessionId, ...verified });
  }
  const lost = lostHeads(ledger.rows, heads);
  const ok = ledger.problem === null && lost.length === 0 && answers.every((answer) => answer.ok);
  return { answers, ledger, lost, ok };
}

/** True for one that retention let go of since the chain of sessions was read. */
async function wasPruned(
  { store, key }: Pick<VerifyGround, "key" | "store">,
  sessionId: string,
): Promise<boolean> {
  const isThere = (await store.events.head(sessionId)) ?? (await store.sessions.get(sessionId));
  if (isThere !== null) return false;
  return (await readLedger(store, key)).sessions.get(sessionId)?.pruned === true;
}

/** Sessions that are there and those that should be, with the chain that says so. */
export async function sessionsToVerify({
  store,
  key,
}: {
  readonly store: Pick<Store, "sessions" | "activity" | "events">;
  readonly key: RecordKey;
}): Promise<{ readonly ids: readonly string[]; readonly ledger: Ledger }> {
  // In this order: one that is opened between the two looks is in the chain.
  const there = await listSessionIds(store);
  const ledger = await readLedger(store, key);
  const missing = [...ledger.sessions].filter(([, { pruned }]) => !pruned).map(([id]) => id);
  return { ids: [...new Set([...there, ...missing])], ledger };
}
