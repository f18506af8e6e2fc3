/**
 * A planted fault: a store that links rows which lost their place behind the others' and seals them again, as the recorder did
 * before there was a fence. Who writes too late never hears of it.
 */
import { createHash, createHmac } from "node:crypto";
import { isToolError } from "@toolplane/contract";
import {
  type ChainAppend,
  type EventRow,
  type RecordBatch,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";

const MOST_TRIES = 50;

export function withoutFence(store: Store, key: Uint8Array): Store {
  const relinked = async (append: ChainAppend): Promise<ChainAppend> => {
    const first = append.rows[0] as EventRow;
    const { sessionId } = first;
    const end = await store.events.head(sessionId);
    let last = { sequence: end?.sequence ?? -1, hash: end?.hash ?? first.previous };
    const rows = append.rows.map((row) => {
      const next = { ...row, sequence: last.sequence + 1, previous: last.hash };
      last = { sequence: next.sequence, hash: hashOf(next) };
      return { ...next, hash: last.hash };
    });
    return { rows, head: { sessionId, ...last, mac: macOf(key, { sessionId, ...last }) } };
  };
  const record = async (batch: RecordBatch): Promise<void> => {
    for (let left = MOST_TRIES; ; left -= 1) {
      const chains = left === MOST_TRIES ? batch.chains : await relinkAll(batch.chains, relinked);
      try {
        await store.record({ ...batch, chains, calls: [] });
        return;
      } catch (error) {
        const isLate = isToolError(error) && error.code === "conflict";
        if (left === 0 || !isLate || chains.some(isOpening)) throw error;
      }
    }
  };
  return { ...store, record };
}

/** Two sessions that are opened at once meet in the chain of sessions, which has nothing to do with runs. */
function isOpening({ rows }: ChainAppend): boolean {
  return rows[0]?.sessionId === SESSIONS_CHAIN;
}

function relinkAll(
  chains: readonly ChainAppend[],
  relinked: (append: ChainAppend) => Promise<ChainAppend>,
): Promise<readonly ChainAppend[]> {
  return Promise.all(chains.map(relinked));
}

function hashOf(row: EventRow): string {
  const { atMs, callId, payloadDigest, previous, sequence, sessionId, type } = row;
  const header = { atMs, callId, payloadDigest, previous, sequence, sessionId, type };
  return createHash("sha256").update(JSON.stringify(header)).digest("hex");
}

function macOf(
  key: Uint8Array,
  { sessionId, sequence, hash }: { readonly sessionId: string; sequence: number; hash: string },
): string {
  const text = JSON.stringify({ hash, sequence, sessionId });
  return createHmac("sha256", key).update(`toolplane record head 1\n${text}`).digest("hex");
}
