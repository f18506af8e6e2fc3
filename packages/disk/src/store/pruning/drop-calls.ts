/**
 * Takes entries of the index that are of no session any more, or older than the payloads that they were made of may be, with their terms. A block that loses an entry is opened first, so it is
 * looked into whatever its terms say; then its terms go, and those of the entries that stay are written again. What a crash leaves
 * open is closed the next time.
 */
import type { StoreQueue } from "../queue/store-queue.ts";
import { BLOCK_CALLS, closeBlock } from "../tables/call-entries.ts";

/** Terms of one transaction. */
const SLICE = 2_000;

export async function dropCalls(queue: StoreQueue, fromMs: number): Promise<void> {
  const blocks = await queue.read(({ sql }) =>
    sql.all("SELECT block FROM call_blocks ORDER BY block").map(({ block }) => block as number),
  );
  const newest = blocks.at(-1);
  let hasLost = false;
  for (const block of blocks) {
    const first = block * BLOCK_CALLS;
    const place = [first, first + BLOCK_CALLS, fromMs] as const;
    const lost = await queue.read(({ sql }) => sql.get(HAS_ORPHAN, ...place));
    if (!lost) continue;
    hasLost = true;
    await queue.write(
      ({ sql }) => {
        sql.run("UPDATE call_blocks SET first_ms = NULL, last_ms = NULL WHERE block = ?", block);
        sql.run(DROP_ORPHANS, ...place);
      },
      { rows: BLOCK_CALLS },
    );
  }
  const open = await queue.read(({ sql }) =>
    sql.all(OPEN_BLOCKS).map(({ block }) => block as number),
  );
  const left = open.filter((block) => block !== newest);
  if (!hasLost && left.length === 0) return;
  await dropTerms(queue);
  for (const block of left)
    await queue.write(({ sql }) => closeBlock(sql, block), { rows: BLOCK_CALLS });
}

const ORPHANS = "call >= ? AND call < ? AND (at_ms < ? OR chain NOT IN (SELECT chain FROM chains))";
const HAS_ORPHAN = `SELECT 1 FROM calls WHERE ${ORPHANS} LIMIT 1`;
const DROP_ORPHANS = `DELETE FROM calls WHERE ${ORPHANS}`;
const OPEN_BLOCKS = "SELECT block FROM call_blocks WHERE last_ms IS NULL";

/** Terms of blocks that are open, or gone: one walk over the table, slice by slice. */
async function dropTerms(queue: StoreQueue): Promise<void> {
  for (let from = ""; ; ) {
    const end = await queue.read(({ sql }) => sql.get(SLICE_END, from, SLICE)?.term);
    await queue.write(({ sql }) => sql.run(DROP_TERMS, from, (end as string | undefined) ?? null), {
      rows: SLICE,
    });
    if (end === undefined) return;
    from = end as string;
  }
}

const SLICE_END = "SELECT term FROM call_terms WHERE term > ? ORDER BY term LIMIT 1 OFFSET ?";
const DROP_TERMS = `DELETE FROM call_terms WHERE term >= ?1 AND (?2 IS NULL OR term <= ?2)
AND block NOT IN (SELECT block FROM call_blocks WHERE last_ms IS NOT NULL)`;
