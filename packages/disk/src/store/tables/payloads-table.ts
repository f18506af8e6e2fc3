/**
 * Payloads by content address. Puts of one transaction are gathered and inserted together at its end; whatever looks at
 * payloads before that inserts them first. Why there are epochs: see the schema.
 */
import type { Store } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { InsertTable, Statements, StoredValue } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import type { StoreTransaction } from "../queue/store-transaction.ts";
import { EPOCH_PAYLOADS } from "../schema/schema.ts";

/** The table; `insert` writes what was gathered. */
export function payloadsTable(
  { read, write }: StoreQueue,
  insert: (transaction: StoreTransaction) => void,
): Store["payloads"] {
  // Payloads of one session lie together, so the next one is mostly where the last was found.
  let lastEpoch = 0;
  return {
    async put(digest, given) {
      const name = storedText(digest);
      const bytes = Buffer.from(given);
      await write(({ payloads }) => payloads.set(name, bytes), { bytes: bytes.byteLength });
    },
    get: (digest) =>
      read((transaction) => {
        insert(transaction);
        const { sql } = transaction;
        const tag = tagOf(digest);
        const name = storedText(digest);
        const found = sql.get(GET_HERE, lastEpoch, tag, name) ?? sql.get(GET_ANYWHERE, tag, name);
        if (!found) return null;
        lastEpoch = found.epoch as number;
        return found.bytes as Uint8Array;
      }),
    async drop(digest) {
      await write((transaction) => {
        insert(transaction);
        transaction.sql.run(DROP, tagOf(digest), storedText(digest));
      });
    },
  };
}

const GET_HERE =
  "SELECT epoch, bytes FROM payloads WHERE epoch = ? AND tag = ? AND digest = ? LIMIT 1";
// CROSS JOIN keeps the order of the tables: a few epochs, each asked through the index, newest first.
const GET_ANYWHERE = `SELECT payloads.epoch, bytes FROM payload_epochs CROSS JOIN payloads
ON payloads.epoch = payload_epochs.epoch AND tag = ? AND digest = ? ORDER BY payload_epochs.epoch DESC LIMIT 1`;
const DROP =
  "DELETE FROM payloads WHERE epoch IN (SELECT epoch FROM payload_epochs) AND tag = ? AND digest = ?";

/** Inserts what was gathered, into the newest epoch; a full one is followed by the next. */
export function createPayloadInsert(wallMs: () => number): (transaction: StoreTransaction) => void {
  return ({ sql, payloads, smallPayloads }) => {
    if (payloads.size === 0 && smallPayloads.length === 0) return;
    const epoch = currentEpoch(sql);
    const atMs = wallMs();
    const values: StoredValue[] = [];
    if (payloads.size > 0) {
      const known = knownOf(sql, epoch, [...payloads.keys()].map(tagOf));
      for (const [digest, bytes] of payloads) {
        // Somebody is about to name it, so it is as young as a new one: see the sweep.
        if (known.has(digest)) sql.run(TOUCH, atMs, epoch, tagOf(digest), digest);
        else values.push(epoch, tagOf(digest), atMs, digest, bytes);
      }
      payloads.clear();
    }
    for (const { digest, bytes } of smallPayloads)
      values.push(epoch, tagOf(digest), atMs, storedText(digest), bytes);
    smallPayloads.length = 0;
    sql.insert(PAYLOADS, values);
  };
}

const PAYLOADS: InsertTable = {
  name: "payloads",
  columns: ["epoch", "tag", "put_at_ms", "digest", "bytes"],
};
const TOUCH = "UPDATE payloads SET put_at_ms = ? WHERE epoch = ? AND tag = ? AND digest = ?";

/** Digests that the epoch has already: those with one of these tags, and perhaps others. */
function knownOf(sql: Statements, epoch: number, tags: readonly number[]): ReadonlySet<string> {
  const known = new Set<string>();
  for (let at = 0; at < tags.length; at += TAGS_AT_ONCE) {
    const some = Array.from({ length: TAGS_AT_ONCE }, (_, index) => tags[at + index] ?? -1);
    for (const { digest } of sql.all(KNOWN, epoch, ...some)) known.add(digest as string);
  }
  return known;
}

const TAGS_AT_ONCE = 16;
const KNOWN = `SELECT digest FROM payloads WHERE epoch = ? AND tag IN (${Array(TAGS_AT_ONCE).fill("?").join()})`;

/** The first 48 bits. The index holds these and not the digest: it is a fifth as large, and so is what each batch rewrites. */
function tagOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16) || 0;
}

function currentEpoch(sql: Statements): number {
  const newest = sql.get(NEWEST_EPOCH);
  const next = ((newest?.last_id as number | null | undefined) ?? 0) + 1;
  if (newest && next - (newest.first_id as number) < EPOCH_PAYLOADS) return newest.epoch as number;
  const epoch = ((newest?.epoch as number | undefined) ?? 0) + 1;
  sql.run("INSERT INTO payload_epochs (epoch, first_id) VALUES (?, ?)", epoch, next);
  return epoch;
}

const NEWEST_EPOCH =
  "SELECT epoch, first_id, (SELECT max(id) FROM payloads) AS last_id FROM payload_epochs ORDER BY epoch DESC LIMIT 1";
