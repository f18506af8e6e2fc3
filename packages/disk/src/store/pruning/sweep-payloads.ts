/**
 * Drops payloads that nothing names: no row of the record, no content inside another payload, no change in the journal, no slot.
 *
 * A payload is put before the row that names it. One that was put, or put again, within the last hour is therefore spared:
 * whatever is named after the names were gathered was put later than that. The names lie in a table of this connection.
 */
import type { Statements } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

const GRACE_MS = 3_600_000;
/** Rows of one transaction, and rows of the record that are looked at in one go. */
const SLICE = 500;
const ROWS_AT_ONCE = 5_000;
/** Any digest in a payload counts as a name; a false one keeps a payload too many. */
const NAMED_INSIDE = /"digest":"([0-9a-f]{64})"/g;

/** When it is, and from when on rows keep their payloads (null: always). */
export interface Sweep {
  readonly wallMs: number;
  readonly payloadsFromMs: number | null;
}

/** Resolves to the number of payloads dropped. */
export async function sweepPayloads(queue: StoreQueue, sweep: Sweep): Promise<number> {
  await queue.read(({ sql }) => void sql.run(MAKE_NAMES));
  await queue.read(({ sql }) => void sql.run(CLEAR_NAMES));
  await nameRows(queue, sweep.payloadsFromMs ?? Number.MIN_SAFE_INTEGER);
  await queue.read(({ sql }) => void sql.run(NAME_IMAGES));
  await nameSlots(queue);
  const epochs = await queue.read(({ sql }) =>
    numbersOf(sql, "SELECT epoch AS number FROM payload_epochs"),
  );
  // Contents can name contents: until a whole pass finds no new name.
  for (let found = 1; found > 0; ) {
    found = 0;
    for (const epoch of epochs) found += await nameContents(queue, epoch);
  }
  let dropped = 0;
  for (const epoch of epochs) dropped += await sweepEpoch(queue, epoch, sweep.wallMs - GRACE_MS);
  await queue.read(({ sql }) => void sql.run(CLEAR_NAMES));
  return dropped;
}

const MAKE_NAMES = "CREATE TEMP TABLE IF NOT EXISTS named (digest TEXT PRIMARY KEY) WITHOUT ROWID";
const CLEAR_NAMES = "DELETE FROM temp.named";
const NAME_IMAGES = `INSERT OR IGNORE INTO temp.named
SELECT before FROM journal WHERE before IS NOT NULL UNION SELECT after FROM journal WHERE after IS NOT NULL`;

async function nameRows(queue: StoreQueue, fromMs: number): Promise<void> {
  const chains = await queue.read(({ sql }) =>
    numbersOf(sql, "SELECT chain AS number FROM chains"),
  );
  for (const chain of chains) {
    const last = await queue.read(({ sql }) => Number(sql.get(LAST_ROW, chain)?.last ?? -1));
    for (let from = 0; from <= last; from += ROWS_AT_ONCE)
      await queue.read(
        ({ sql }) => void sql.run(NAME_ROWS, chain, from, from + ROWS_AT_ONCE, fromMs),
      );
  }
}

const LAST_ROW = "SELECT max(sequence) AS last FROM events WHERE chain = ?";
const NAME_ROWS = `INSERT OR IGNORE INTO temp.named SELECT payload_digest FROM events
WHERE chain = ? AND sequence >= ? AND sequence < ? AND at_ms >= ?`;

/** A session may hold contents by their digest, however old its rows are. */
async function nameSlots(queue: StoreQueue): Promise<void> {
  for (let after = ["", ""]; ; ) {
    const page = await queue.read(({ sql }) => sql.all(SLOTS, ...after, SLICE));
    await queue.read(({ sql }) => {
      for (const { value } of page) nameInside(sql, Buffer.from(value as string));
    });
    const last = page.at(-1);
    if (!last || page.length < SLICE) return;
    after = [last.session_id as string, last.tool_id as string];
  }
}

const SLOTS = `SELECT session_id, tool_id, value FROM slots
WHERE (session_id, tool_id) > (?, ?) ORDER BY session_id, tool_id LIMIT ?`;

/** How many names were new. */
async function nameContents(queue: StoreQueue, epoch: number): Promise<number> {
  let found = 0;
  for (let after = 0; ; ) {
    const page = await queue.read(({ sql }) => sql.all(NAMERS, epoch, after, SLICE));
    await queue.read(({ sql }) => {
      for (const { bytes } of page) found += nameInside(sql, bytes as Uint8Array);
    });
    const last = page.at(-1);
    if (!last || page.length < SLICE) return found;
    after = last.id as number;
  }
}

// The blob is `"digest":"`.
const NAMERS = `SELECT id, bytes FROM payloads WHERE epoch = ? AND id > ? AND instr(bytes, x'22646967657374223a22') > 0
AND digest IN (SELECT digest FROM temp.named) ORDER BY id LIMIT ?`;

function nameInside(sql: Statements, bytes: Uint8Array): number {
  let found = 0;
  for (const [, digest = ""] of Buffer.from(bytes).toString("latin1").matchAll(NAMED_INSIDE))
    found += sql.run("INSERT OR IGNORE INTO temp.named VALUES (?)", digest);
  return found;
}

async function sweepEpoch(queue: StoreQueue, epoch: number, beforeMs: number): Promise<number> {
  let dropped = 0;
  for (;;) {
    const some = await queue.write(({ sql }) => sql.run(SWEEP, epoch, beforeMs, SLICE), {
      rows: SLICE,
    });
    dropped += some;
    if (some < SLICE) break;
  }
  await queue.write(({ sql }) => sql.run(DROP_EMPTY_EPOCH, epoch, epoch));
  return dropped;
}

const SWEEP = `DELETE FROM payloads WHERE id IN (SELECT id FROM payloads
WHERE epoch = ? AND put_at_ms < ? AND digest NOT IN (SELECT digest FROM temp.named) LIMIT ?)`;
// The newest one stays: it is the one that is written to.
const DROP_EMPTY_EPOCH = `DELETE FROM payload_epochs WHERE epoch = ? AND epoch < (SELECT max(epoch) FROM payload_epochs)
AND NOT EXISTS (SELECT 1 FROM payloads WHERE epoch = ?)`;

function numbersOf(sql: Statements, text: string): readonly number[] {
  return sql.all(text).map(({ number }) => number as number);
}
