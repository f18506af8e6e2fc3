import type { Landing } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { CHAIN_START, type ChainLink, linkRow } from "../rows/chain.ts";
import type { LandingEntry } from "../rows/landing-entry.ts";
import { encodeItem } from "../write/encode-item.ts";
import { classifyCalls } from "./classify-calls.ts";
import { readCalls } from "./read-calls.ts";
import { readLandings } from "./read-landings.ts";

const landed: Landing = {
  state: "landed",
  changes: [],
  heldBack: 1,
  counts: { added: 1, changed: 0, removed: 0 },
};

function entry(given: Partial<LandingEntry>): LandingEntry {
  return {
    sessionId: "s",
    callId: "call_1",
    action: "land",
    by: "ada",
    paths: ["/w/a"],
    without: [],
    landing: null,
    ...given,
  };
}

function rowsOf(entries: readonly LandingEntry[]) {
  const payloads = new Map<string, Uint8Array>();
  let last: ChainLink = CHAIN_START;
  const rows = entries.flatMap((one, index) => {
    const item = {
      kind: "landing",
      sessionId: "s",
      atMs: index,
      waiter: null,
      encoded: null,
    } as const;
    const encoded = encodeItem({ ...item, entry: one });
    for (const { digest, bytes } of encoded.payloads) payloads.set(digest, bytes);
    return encoded.rows.map((row) => {
      const linked = linkRow(last, { sessionId: "s", atMs: index, ...row });
      last = linked;
      return linked;
    });
  });
  return { rows, payloads };
}

describe("readLandings", () => {
  it("joins what was begun with what came of it, call by call", () => {
    const record = rowsOf([
      entry({}),
      entry({ callId: "call_2", action: "drop" }),
      entry({ landing: landed, without: ["/w/b"] }),
      entry({ callId: "call_3" }),
    ]);
    expect(readLandings(record)).toMatchObject([
      { callId: "call_1", state: "landed", by: "ada", without: ["/w/b"], landing: landed, atMs: 2 },
      { callId: "call_2", state: "unknown", action: "drop" },
      { callId: "call_3", state: "unknown", landing: null, paths: ["/w/a"] },
    ]);
    expect(readLandings(record).map(({ rows }) => rows.length)).toEqual([2, 1, 1]);
  });

  it("reads many paths from a payload of their own, and says less once payloads are gone", () => {
    const paths = Array.from({ length: 2_000 }, (_, index) => `/w/${index}`);
    const { rows, payloads } = rowsOf([entry({ paths }), entry({ paths, landing: landed })]);
    expect(readLandings({ rows, payloads })).toMatchObject([{ paths }]);
    expect(readLandings({ rows, payloads: new Map() })).toMatchObject([
      { state: "landed", by: null, paths: null, landing: null },
    ]);
  });

  it("says nothing about whether the call itself was settled", () => {
    const record = rowsOf([entry({}), entry({ landing: landed })]);
    expect([classifyCalls(record.rows), readCalls(record).calls]).toEqual([[], []]);
  });
});
