/** The record's rows, which are only ever added right behind the last of their session, and the sealed end of each chain. */
import { ToolError } from "@toolplane/contract";
import type { EventRow, RecordBatch, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { givenOrNull } from "./stored-or-null.ts";

export function eventsTable(
  { read }: StoreQueue,
  record: (batch: RecordBatch) => Promise<void>,
): Store["events"] {
  return {
    async append(given, head) {
      const rows = given.map((row) => ({ ...row }));
      await record({ chains: [{ rows, head: head && { ...head } }], payloads: [], parts: [] });
    },
    read: async (sessionId, { from, limit }) =>
      (await read(READ, storedText(sessionId), from, limit)).map((row) => eventOf(row, sessionId)),
    async head(sessionId) {
      const [row] = await read(HEAD, storedText(sessionId));
      if (!row) return null;
      return {
        sessionId,
        sequence: row.head_sequence as number,
        hash: givenText(row.head_hash as string),
        mac: givenText(row.head_mac as string),
      };
    },
  };
}

const READ = `SELECT e.* FROM toolplane.chains JOIN toolplane.events e USING (chain)
WHERE session_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3`;
const HEAD = `SELECT head_sequence, head_hash, head_mac FROM toolplane.chains
WHERE session_id = $1 AND head_hash IS NOT NULL`;

function eventOf(row: StoredRow, sessionId: string): EventRow {
  return {
    sessionId,
    sequence: row.sequence as number,
    type: givenText(row.type as string),
    atMs: row.at_ms as number,
    callId: givenOrNull(row.call_id),
    payloadDigest: givenText(row.payload_digest as string),
    previous: givenText(row.previous as string),
    hash: givenText(row.hash as string),
  };
}

/** Throws where they do not follow one another: an append is whole or it is not. */
export function checkOrder(rows: readonly EventRow[]): void {
  const [first] = rows;
  rows.forEach(({ sessionId, sequence }, index) => {
    if (sessionId !== first?.sessionId)
      throw new ToolError("invalid_input", "An append holds rows of one session only.");
    if (sequence !== first.sequence + index)
      throw new ToolError(
        "conflict",
        `Row ${first.sequence + index} comes next, and this one is ${sequence}.`,
      );
  });
}
