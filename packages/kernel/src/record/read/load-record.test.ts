import type { EventRow, Store } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { CHAIN_START, linkRow, sealHead } from "../rows/chain.ts";
import { verifyChain } from "../rows/verify-chain.ts";
import { loadRecord } from "./load-record.ts";

const key = new Uint8Array(32).fill(7);

function rowsOf(count: number): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (let index = 0; index < count; index += 1)
    rows.push(
      linkRow(rows.at(-1) ?? CHAIN_START, {
        sessionId: "ses_1",
        type: "call-succeed",
        atMs: index,
        callId: `call_${index}`,
        payloadDigest: `d${index % 3}`,
      }),
    );
  return rows;
}

/** A store whose head is behind its last row, as it is during a write. */
function storeOf(rows: readonly EventRow[], sealed = rows.length): Store {
  const last = rows[sealed - 1];
  return {
    events: {
      head: async () => (last ? sealHead(key, "ses_1", last) : null),
      read: async (_id: string, { from = 0, limit = 1 }) => rows.slice(from, from + limit),
    },
    payloads: { get: async (digest: string) => (digest === "d2" ? null : Buffer.from("{}")) },
  } as unknown as Store;
}

describe("loadRecord", () => {
  it("leaves out rows that were added after the head was read, so that what it gives verifies", async () => {
    const record = await loadRecord(storeOf(rowsOf(5), 3), "ses_1");
    expect(record.rows.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
    expect(verifyChain({ rows: record.rows, head: record.head, key })).toEqual({
      ok: true,
      rows: 3,
    });
  });

  it.each([999, 1_000, 1_001, 2_000])(
    "reads a record of %i rows whole, page by page",
    async (count) => {
      const { rows, head } = await loadRecord(storeOf(rowsOf(count)), "ses_1");
      expect(verifyChain({ rows, head, key })).toEqual({ ok: true, rows: count });
    },
  );

  it("begins at a row that is named, and gives the payloads that are still there", async () => {
    const record = await loadRecord(storeOf(rowsOf(5)), "ses_1", { from: 3 });
    expect(record.rows.map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect([...record.payloads.keys()].toSorted()).toEqual(["d0", "d1"]);
  });
});
