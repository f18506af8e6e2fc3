/** Payloads by content address. Equal bytes are kept once. */
import type { RecordBatch, Store } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

export function payloadsTable({ read, write }: StoreQueue): Store["payloads"] {
  return {
    async put(digest, bytes) {
      const kept = Buffer.from(bytes);
      await write(PUT, [storedText(digest), namesOthers(kept), kept]);
    },
    async get(digest) {
      const [row] = await read(GET, storedText(digest));
      if (!row) return null;
      const { buffer, byteOffset, byteLength } = row.bytes as Buffer;
      return new Uint8Array(buffer, byteOffset, byteLength);
    },
    async drop(digest) {
      await write(DROP, [storedText(digest)]);
    },
  };
}

/** The database's clock: those of machines differ, and the sweep spares what was put lately. */
export const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/** Somebody is about to name it, so it is as young as a new one. Not each time: a row that changes costs one. */
export const KEEP_YOUNG = `ON CONFLICT (digest) DO UPDATE SET put_at_ms = excluded.put_at_ms
WHERE payloads.put_at_ms < excluded.put_at_ms - 600000`;

const PUT = ` INSERT INTO toolplane.payloads (digest, put_at_ms, names_others, bytes)
SELECT $1::text, ${NOW_MS}, $2::boolean, $3::bytea FROM how ${KEEP_YOUNG}`;
const GET = "SELECT bytes FROM toolplane.payloads WHERE digest = $1";
const DROP = " DELETE FROM toolplane.payloads USING how WHERE digest = $1";

/** Any digest in a payload counts as a name. The sweep then reads only those payloads that hold one. */
function namesOthers(bytes: Buffer): boolean {
  return bytes.includes('"digest":"');
}

/** Payloads of a statement: one row each, and all bytes in one value, which goes to the server as it is. */
export interface JoinedPayloads {
  readonly rows: readonly (readonly [
    batch: number,
    digest: string,
    start: number,
    length: number,
    namesOthers: boolean,
  ])[];
  readonly bytes: Buffer;
}

export function joinPayloads(
  batches: readonly { readonly payloads: RecordBatch["payloads"] }[],
): JoinedPayloads {
  const rows: JoinedPayloads["rows"][number][] = [];
  const pieces: Buffer[] = [];
  let start = 1;
  for (const [batch, { payloads }] of batches.entries())
    for (const { digest, bytes } of payloads) {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      rows.push([batch, storedText(digest), start, piece.length, namesOthers(piece)]);
      pieces.push(piece);
      start += piece.length;
    }
  return { rows, bytes: Buffer.concat(pieces) };
}
