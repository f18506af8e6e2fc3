/** Ways to change a record without the key, each with the row at which the change must be found. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { EventRow } from "@toolplane/contract/ports";

/** A copy that is open for changing. */
interface TamperTarget {
  readonly database: DatabaseSync;
  /** The session's number in the file. */
  readonly chain: number;
  readonly rows: readonly EventRow[];
  /** The row that is to be changed. */
  readonly at: number;
}

export interface Tampering {
  readonly name: string;
  /** Changes the copy and says where that must be found. */
  change(target: TamperTarget): number;
}

export const TAMPERINGS: readonly Tampering[] = [
  setField("type", "call-succeed-not"),
  setField("at_ms", 1),
  setField("call_id", "call_of_another"),
  setField("payload_digest", "0".repeat(64)),
  setField("hash", "0".repeat(64)),
  setField("previous", "0".repeat(64)),
  {
    name: "a row is taken out",
    change({ database, chain, at }) {
      database.prepare("DELETE FROM events WHERE chain = ? AND sequence = ?").run(chain, at);
      return at;
    },
  },
  {
    name: "rows are taken off the end",
    change({ database, chain, at }) {
      database.prepare("DELETE FROM events WHERE chain = ? AND sequence > ?").run(chain, at);
      return at + 1;
    },
  },
  {
    name: "two rows change places",
    change({ database, chain, at }) {
      const move = database.prepare(
        "UPDATE events SET sequence = ? WHERE chain = ? AND sequence = ?",
      );
      move.run(-1, chain, at);
      move.run(at, chain, at + 1);
      move.run(at + 1, chain, -1);
      return at;
    },
  },
  {
    name: "a payload is another",
    change({ database, rows, at }) {
      const digest = rows[at]?.payloadDigest ?? "";
      database
        .prepare("UPDATE payloads SET bytes = ? WHERE digest = ?")
        .run(Buffer.from("{}"), digest);
      return rows.findIndex((row) => row.payloadDigest === digest);
    },
  },
  {
    name: "a row is changed and every hash behind it made new",
    change({ database, chain, rows, at }) {
      relink(database, { chain, rows, at });
      return rows.length;
    },
  },
  {
    name: "the seal is another",
    change({ database, chain, rows }) {
      database.prepare("UPDATE chains SET head_mac = ? WHERE chain = ?").run("0".repeat(64), chain);
      return rows.length;
    },
  },
];

function setField(column: string, value: string | number): Tampering {
  return {
    name: `${column} is another`,
    change({ database, chain, at }) {
      database
        .prepare(`UPDATE events SET ${column} = ? WHERE chain = ? AND sequence = ?`)
        .run(value, chain, at);
      return at;
    },
  };
}

/** All that is possible without the key: the rows fit together again, and only the seal does not. */
function relink(database: DatabaseSync, { chain, rows, at }: Omit<TamperTarget, "database">): void {
  const set = database.prepare(
    "UPDATE events SET at_ms = ?, previous = ?, hash = ? WHERE chain = ? AND sequence = ?",
  );
  let previous = rows[at - 1]?.hash ?? "";
  for (const row of rows.slice(at)) {
    const changed = { ...row, atMs: row.atMs + 1, previous };
    previous = headerHash(changed);
    set.run(changed.atMs, changed.previous, previous, chain, row.sequence);
  }
  database.prepare("UPDATE chains SET head_hash = ? WHERE chain = ?").run(previous, chain);
}

function headerHash(row: EventRow): string {
  const { atMs, callId, payloadDigest, previous, sequence, sessionId, type } = row;
  const header = { atMs, callId, payloadDigest, previous, sequence, sessionId, type };
  return hash("sha256", JSON.stringify(header), "hex");
}
