/**
 * Says whether the record of a session is whole: every row, the sealed head, its place in the chain of sessions, its manifest, its
 * changes of files, and every payload that is still there. Payloads are looked at one by one and let go of, so a session of any
 * size verifies in little memory.
 *
 * Rows, head and what they tell of are written together. When the head is the same before and after all of it was read, it belongs
 * together, and what is past it was put there by another writer.
 */

import { hash } from "node:crypto";
import type { JournalEntry, SessionManifest } from "@toolplane/contract";
import type { Verified } from "@toolplane/contract/console";
import type { ChainHead, EventRow, RecordKey, Store } from "@toolplane/contract/ports";
import {
  CHAIN_START,
  contentDigests,
  type Ledger,
  manifestPayload,
  readLedger,
  verifyChanges,
  verifyEnd,
  verifyPlace,
  verifyRows,
} from "@toolplane/kernel/record";
import { readRows } from "./read-rows.ts";

/** Number of times that a session that is being written to is read again. */
const TRIES = 10;
const PORTION = 500;

export type { Verified } from "@toolplane/contract/console";

export interface VerifyGround {
  readonly store: Pick<Store, "events" | "payloads" | "sessions" | "journal">;
  readonly key: RecordKey;
  /** Waited for between portions, so that a long record leaves others their turn. */
  readonly turn?: () => Promise<void>;
  /** The chain of sessions, where it was read already. */
  readonly ledger?: Ledger;
}

/** Verifies. Rejects only when the store cannot be read, or with what `turn` throws. */
export async function verifySession(
  { store, key, ledger: known, turn = async () => {} }: VerifyGround,
  sessionId: string,
): Promise<Verified> {
  // The chain of sessions first: a session that is there is in it, and goes on after what it tells.
  const ledger = known ?? (await readLedger(store, key));
  const held = await readTogether(store, sessionId);
  const { rows, head } = held;
  for (let at = 0; at < rows.length; at += PORTION) {
    await turn();
    const after = rows[at - 1] ?? CHAIN_START;
    const broken = verifyRows(rows.slice(at, at + PORTION), { after, sessionId });
    if (broken) return { ok: false, row: at + broken.at, problem: broken.problem };
  }
  const problem = verifyEnd({ head, key, sessionId }, rows.at(-1) ?? CHAIN_START);
  if (problem !== null) return { ok: false, row: rows.length, problem };
  const fault =
    ledgerFault(ledger) ??
    verifyPlace(ledger, sessionId, rows) ??
    // A store from before tells nothing of them until it is sealed.
    (held.isWhole && ledger.rows.length > 0 ? besideFault(held) : null);
  if (fault) return { ok: false, row: fault.at, problem: fault.problem };
  const wrong = await wrongPayload(store, held);
  if (wrong) return wrong;
  const isFromBefore = ledger.sessions.get(sessionId)?.opened === null || ledger.rows.length === 0;
  return {
    ok: true,
    rows: rows.length,
    head: head?.hash ?? null,
    ...(isFromBefore ? { isFromBefore } : {}),
  };
}

function ledgerFault({ problem }: Ledger) {
  return problem === null ? null : { at: 0, problem: `the chain of sessions: ${problem}` };
}

function besideFault(held: Held) {
  return verifyChanges(held.rows, held.changes) ?? manifestFault(held);
}

/** Finds a manifest that is not what the last row about it holds. */
function manifestFault({
  rows,
  manifest,
}: Held): { readonly at: number; readonly problem: string } | null {
  const at = rows.findLastIndex(({ type }) => type === "session-open" || type === "session-before");
  const told = rows[at]?.payloadDigest ?? manifestPayload(null).digest;
  if (told === manifestPayload(manifest).digest) return null;
  if (manifest === null) return { at: Math.max(at, 0), problem: "its manifest is missing" };
  return { at: Math.max(at, 0), problem: "its manifest was changed" };
}

/** All that a store has of a session beside payloads. */
interface Held {
  readonly rows: readonly EventRow[];
  readonly head: ChainHead | null;
  readonly manifest: SessionManifest | null;
  readonly changes: readonly JournalEntry[];
  /** False: it was written to without a pause, and only the rows are of one moment. */
  readonly isWhole: boolean;
}

async function readTogether(
  store: Pick<Store, "events" | "sessions" | "journal">,
  sessionId: string,
): Promise<Held> {
  let head = await store.events.head(sessionId);
  for (let left = TRIES; ; left -= 1) {
    const rows = await readRows(store, sessionId);
    const manifest = await store.sessions.get(sessionId);
    const changes = await store.journal.list(sessionId);
    const held = { rows, manifest, changes, isWhole: true };
    const now = await store.events.head(sessionId);
    if (now?.hash === head?.hash && now?.sequence === head?.sequence) return { ...held, head: now };
    // It is written to without a pause: the rows up to the head that was seen first are complete.
    const seen = head?.sequence ?? -1;
    const upTo = () => rows.filter(({ sequence }) => sequence <= seen);
    if (left === 0) return { ...held, rows: upTo(), head, isWhole: false };
    head = now;
  }
}

/** Contents in payloads of their own belong to the row that names them; images of files to the journal, behind all rows. */
async function wrongPayload(
  store: Pick<Store, "payloads">,
  { rows, changes }: Held,
): Promise<Verified | null> {
  const seen = new Set<string>();
  const images = changes.flatMap(({ before, after }) => [before, after]).filter(isDigest);
  const named = [...rows.map(({ payloadDigest }) => payloadDigest), ...images];
  for (const [at, digest] of named.entries()) {
    const row = Math.min(at, rows.length);
    for (const waiting = [digest]; waiting.length > 0; ) {
      const digest = waiting.pop() as string;
      if (seen.has(digest)) continue;
      seen.add(digest);
      const bytes = await store.payloads.get(digest);
      // Retention may let go of what was said; the row says that it was said.
      if (bytes === null) continue;
      if (hash("sha256", bytes, "hex") !== digest)
        return { ok: false, row, problem: `its payload was changed (${digest.slice(0, 12)}…)` };
      if (at < rows.length) waiting.push(...contentDigests(bytes));
    }
  }
  return null;
}

/** Other addresses are of files beside the store, and of links. */
function isDigest(address: string | null): address is string {
  return address !== null && /^[0-9a-f]{64}$/.test(address);
}
