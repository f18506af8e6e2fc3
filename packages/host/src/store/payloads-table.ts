/**
 * Payloads by content address. Puts of one transaction are gathered and inserted together at its end; whatever looks at
 * payloads before that inserts them first. Why there are epochs: see the schema.
 */
import type { Store } from "@toolplane/contract";
import { EPOCH_PAYLOADS } from "./schema.ts";
import type { Statements } from "./statements.ts";
import type { StoreQueue, StoreTransaction } from "./store-queue.ts";
import { storedText } from "./stored-text.ts";

/** The table; `insert` writes what was gathered. */
export function payloadsTable(
  { read, write }: StoreQueue,
  insert: (transaction: StoreTransaction) => void,
): Store["payloads"] {
  // Payloads of one session lie together, so the next one is mostly where the last was found.
  let lastEpoch = 0;
  return {
    async put(digest, given) {
      const bytes = new Uint8Array(given);
      await write(({ payloads }) => payloads.push([storedText(digest), bytes]), {
        bytes: bytes.byteLength,
      });
    },
    get: (digest) =>
      read((transaction) => {
        insert(transaction);
        const { sql } = transaction;
        const name = storedText(digest);
        const found = sql.get(GET_HERE, lastEpoch, name) ?? sql.get(GET_ANYWHERE, name);
        if (!found) return null;
        lastEpoch = found.epoch as number;
        return found.bytes as Uint8Array;
      }),
    async drop(digest) {
      await write((transaction) => {
        insert(transaction);
        transaction.sql.run(DROP, storedText(digest));
      });
    },
  };
}

const GET_HERE = "SELECT epoch, bytes FROM payloads WHERE epoch = ? AND digest = ?";
// CROSS JOIN keeps the order of the tables: a few epochs, each asked through the index, newest first.
const GET_ANYWHERE = `SELECT payloads.epoch, bytes FROM payload_epochs CROSS JOIN payloads
ON payloads.epoch = payload_epochs.epoch AND digest = ? ORDER BY payload_epochs.epoch DESC LIMIT 1`;
const DROP =
  "DELETE FROM payloads WHERE epoch IN (SELECT epoch FROM payload_epochs) AND digest = ?";

/** Inserts what was gathered, into the newest epoch; a full one is followed by the next. */
export function createPayloadInsert(wallMs: () => number): (transaction: StoreTransaction) => void {
  return ({ sql, payloads }) => {
    if (payloads.length === 0) return;
    const epoch = currentEpoch(sql, wallMs);
    const rows = payloads.splice(0).map(([digest, bytes]) => [epoch, digest, bytes] as const);
    sql.insert(
      "INSERT INTO payloads (epoch, digest, bytes) VALUES",
      rows,
      "ON CONFLICT (epoch, digest) DO NOTHING",
    );
  };
}

function currentEpoch(sql: Statements, wallMs: () => number): number {
  const newest = sql.get(NEWEST_EPOCH);
  const next = ((newest?.last_id as number | null | undefined) ?? 0) + 1;
  if (newest && next - (newest.first_id as number) < EPOCH_PAYLOADS) return newest.epoch as number;
  const epoch = ((newest?.epoch as number | undefined) ?? 0) + 1;
  sql.run(
    "INSERT INTO payload_epochs (epoch, first_id, started_at_ms) VALUES (?, ?, ?)",
    epoch,
    next,
    wallMs(),
  );
  return epoch;
}

const NEWEST_EPOCH =
  "SELECT epoch, first_id, (SELECT max(id) FROM payloads) AS last_id FROM payload_epochs ORDER BY epoch DESC LIMIT 1";
