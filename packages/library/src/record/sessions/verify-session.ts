/**
 * Says whether the record of a session is whole: every row, the sealed head, and every payload that is still there. Payloads are
 * looked at one by one and let go of, so a session of any size verifies in little memory.
 *
 * Rows and head are appended together. When the head is the same before and after the rows were read, they belong together, and a
 * row past it was put there by another writer.
 */

import { hash } from "node:crypto";
import type { Verified } from "@toolplane/contract/console";
import type { ChainHead, EventRow, Store } from "@toolplane/contract/ports";
import { CHAIN_START, contentDigests, verifyEnd, verifyRows } from "@toolplane/kernel/record";
import { readRows } from "./read-rows.ts";

/** Number of times that a session that is being written to is read again. */
const TRIES = 10;
const PORTION = 500;

export type { Verified } from "@toolplane/contract/console";

export interface VerifyGround {
  readonly store: Pick<Store, "events" | "payloads">;
  readonly key: Uint8Array;
  /** Waited for between portions, so that a long record leaves others their turn. */
  readonly turn?: () => Promise<void>;
}

/** Verifies. Rejects only when the store cannot be read, or with what `turn` throws. */
export async function verifySession(
  { store, key, turn = async () => {} }: VerifyGround,
  sessionId: string,
): Promise<Verified> {
  const { rows, head } = await readTogether(store, sessionId);
  for (let at = 0; at < rows.length; at += PORTION) {
    await turn();
    const after = rows[at - 1] ?? CHAIN_START;
    const broken = verifyRows(rows.slice(at, at + PORTION), { after, sessionId });
    if (broken) return { ok: false, row: at + broken.at, problem: broken.problem };
  }
  const problem = verifyEnd({ head, key, sessionId }, rows.at(-1) ?? CHAIN_START);
  if (problem !== null) return { ok: false, row: rows.length, problem };
  return (
    (await wrongPayload(store, rows)) ?? { ok: true, rows: rows.length, head: head?.hash ?? null }
  );
}

async function readTogether(
  store: Pick<Store, "events">,
  sessionId: string,
): Promise<{ readonly rows: readonly EventRow[]; readonly head: ChainHead | null }> {
  let head = await store.events.head(sessionId);
  for (let left = TRIES; ; left -= 1) {
    const rows = await readRows(store, sessionId);
    const now = await store.events.head(sessionId);
    if (now?.hash === head?.hash && now?.sequence === head?.sequence) return { rows, head: now };
    // It is written to without a pause: the rows up to the head that was seen first are complete.
    const seen = head?.sequence ?? -1;
    if (left === 0) return { rows: rows.filter(({ sequence }) => sequence <= seen), head };
    head = now;
  }
}

/** Contents in payloads of their own belong to the row that names them. */
async function wrongPayload(
  store: Pick<Store, "payloads">,
  rows: readonly EventRow[],
): Promise<Verified | null> {
  const seen = new Set<string>();
  for (const [row, { payloadDigest }] of rows.entries()) {
    for (const waiting = [payloadDigest]; waiting.length > 0; ) {
      const digest = waiting.pop() as string;
      if (seen.has(digest)) continue;
      seen.add(digest);
      const bytes = await store.payloads.get(digest);
      // Retention may let go of what was said; the row says that it was said.
      if (bytes === null) continue;
      if (hash("sha256", bytes, "hex") !== digest)
        return { ok: false, row, problem: `its payload was changed (${digest.slice(0, 12)}…)` };
      waiting.push(...contentDigests(bytes));
    }
  }
  return null;
}
