/** The index of calls: what is found, and what it does not know yet. */
import type { Json } from "@toolplane/contract";
import type { CallEntry, CallIndex, UnindexedRows } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";
import { readTerms, writeCalls } from "./call-entries.ts";
import { writeEvents } from "./events-table.ts";
import { findCalls, type IndexedCall } from "./find-calls.ts";

export function callsTable(queue: StoreQueue): CallIndex {
  return {
    async find(query) {
      const { calls, next } = await findCalls(queue, query);
      return { calls: calls.map(entryOf), next };
    },
    backlog: ({ limit }) =>
      queue.read((transaction) => {
        writeEvents(transaction);
        const { sql } = transaction;
        const sums = sql.get(SUMS);
        return {
          rows: sql.all(GAPS, limit).map((row) => ({
            sessionId: givenText(row.session_id as string),
            from: row.from_row as number,
            until: row.until_row as number,
          })),
          left: sums?.left as number,
          total: sums?.total as number,
        };
      }),
    fill: (rows, calls) =>
      queue.write(
        (transaction) => {
          writeEvents(transaction);
          const { sql } = transaction;
          const gap = sql.get(GAP, storedText(rows.sessionId), rows.until, rows.from);
          if (!gap) return false;
          const { chain, from_row } = gap as { readonly chain: number; readonly from_row: number };
          narrow(sql, { chain, from: from_row }, rows);
          if (calls.length > 0) writeCalls(sql, chain, calls);
          return true;
        },
        { rows: calls.length },
      ),
  };
}

const GAPS = `SELECT session_id, from_row, until_row FROM call_backlog JOIN chains USING (chain)
ORDER BY last_at_ms DESC, chain DESC, until_row DESC LIMIT ?`;
const SUMS = `SELECT (SELECT coalesce(sum(until_row - from_row), 0) FROM call_backlog JOIN chains USING (chain)) AS left,
(SELECT coalesce(sum(next_sequence), 0) FROM chains WHERE session_id <> 'toolplane:sessions') AS total`;
const GAP = `SELECT chain, from_row FROM call_backlog JOIN chains USING (chain)
WHERE session_id = ? AND until_row = ? AND from_row <= ?`;

function narrow(
  sql: Parameters<typeof writeCalls>[0],
  gap: { readonly chain: number; readonly from: number },
  { from }: UnindexedRows,
): void {
  if (from === gap.from) sql.run(DROP_GAP, gap.chain, gap.from);
  else sql.run(NARROW_GAP, from, gap.chain, gap.from);
}

const DROP_GAP = "DELETE FROM call_backlog WHERE chain = ? AND from_row = ?";
const NARROW_GAP = "UPDATE call_backlog SET until_row = ? WHERE chain = ? AND from_row = ?";

function entryOf({ sessionId, sequence, callId, atMs, terms, shown }: IndexedCall): CallEntry {
  return {
    sessionId: givenText(sessionId),
    sequence,
    callId: givenText(callId),
    atMs,
    terms: readTerms(terms),
    shown: JSON.parse(shown) as Json,
  };
}
