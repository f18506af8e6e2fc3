import type { ChainHead, EventRow, Store } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { CHAIN_START, sealHead } from "../rows/chain.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import type { RecordGap } from "./session-chain.ts";
import {
  createSessionChain,
  doubt,
  findEnd,
  settleDoubts,
  widenGap,
  written,
} from "./session-chain.ts";
import { settleItem } from "./settle-item.ts";

const lost = (count: number, from: RecordGap | null = null): RecordGap => {
  let gap = from;
  for (let index = 0; index < count; index += 1) {
    const callId = `call_${gap?.dropped ?? 0}`;
    gap = widenGap(gap, settleItem(settledCall({ callId }), 5, null));
  }
  return gap as RecordGap;
};

describe("a gap", () => {
  it("a gap counts every call and names the first hundred", () => {
    expect(lost(2)).toEqual({ dropped: 2, callIds: ["call_0", "call_1"] });
    const many = lost(150);
    expect([many.dropped, many.callIds.length, many.callIds[99]]).toEqual([150, 100, "call_99"]);
  });

  it("a gap keeps what was lost while the rest of it was being written", () => {
    const chain = createSessionChain("ses_1");
    const before = lost(2);
    chain.gap = lost(1, before);
    written(chain, [], before);
    expect(chain.gap).toEqual({ dropped: 1, callIds: ["call_2"] });
    written(chain, [], chain.gap);
    expect(chain.gap).toBe(null);
    written(chain, [], null);
    expect(chain.gap).toBe(null);
  });

  it("forgets the places of calls that have their result", () => {
    const chain = createSessionChain("ses_1");
    chain.places.set("call_1", { id: "prt_1", messageId: "", index: 0 });
    chain.places.set("call_2", { id: "prt_2", messageId: "", index: 1 });
    written(chain, [settleItem(settledCall(), 5, null)], null);
    expect([...chain.places.keys()]).toEqual(["call_2"]);
  });
});

describe("the end of a chain", () => {
  const key = new Uint8Array(32).fill(7);
  const sealed = (sessionId: string) => sealHead(key, sessionId, { sequence: 4, hash: "h4" });
  const storeOf = (head: ChainHead | null, rows: readonly Partial<EventRow>[] = []) =>
    ({ events: { head: async () => head, read: async () => rows } }) as unknown as Store;

  it("the end of a chain is where the sealed head says, or at the start", async () => {
    const chain = createSessionChain("ses_1");
    await findEnd(chain, storeOf(sealed("ses_1")), key);
    expect(chain.link).toEqual({ sequence: 4, hash: "h4" });
    await findEnd(chain, storeOf(null), key);
    expect(chain.link).toEqual(CHAIN_START);
  });

  it.each([
    ["of another session", sealed("ses_2")],
    ["that was changed", { ...sealed("ses_1"), sequence: 3 }],
    ["without a seal", { ...sealed("ses_1"), mac: "" }],
  ])("a head %s breaks the session instead of ending the chain", async (_name, head) => {
    const chain = createSessionChain("ses_1");
    await expect(findEnd(chain, storeOf(head), key)).rejects.toMatchObject({ code: "conflict" });
    expect(chain.broken).toMatchObject({ code: "conflict" });
    expect(chain.link).toBe(null);
  });

  it("knows an append in doubt by its very row, and the longest of those that begin alike", async () => {
    const chain = createSessionChain("ses_1");
    const noted = (sequence: number, hash: string) =>
      doubt(chain, { first: 3, sequence, hash, items: new Set(), gap: null });
    const found = async (...hashes: readonly string[]) => {
      const rows = hashes.map((hash, at) => ({ hash, sequence: at + 3 }));
      const { head } = storeOf(sealed("ses_1")).events;
      const read = async (_: string, { from }: { readonly from: number }) =>
        rows.filter(({ sequence }) => sequence >= from);
      const store = { events: { head, read } } as unknown as Store;
      return (await findEnd(chain, store, key))?.hash;
    };
    noted(3, "h3");
    noted(4, "h4");
    noted(3, "h3");
    noted(5, "h5");
    expect(chain.doubts.map(({ hash }) => hash)).toEqual(["h4", "h3", "h5"]);
    expect(await found("h3", "h4")).toBe("h4");
    expect(await found("h3", "another")).toBe("h3");
    expect(await found("another", "one more")).toBe(undefined);
    settleDoubts(chain, { sequence: 2, hash: "h2" });
    expect(chain.doubts).toHaveLength(3);
    settleDoubts(chain, { sequence: 3, hash: "another" });
    expect(chain.doubts).toEqual([]);
  });

  it("remembers no more doubts than can still come true", () => {
    const chain = createSessionChain("ses_1");
    for (let at = 0; at < 150; at += 1)
      doubt(chain, { first: 3, sequence: 3, hash: `h${at}`, items: new Set(), gap: null });
    expect([chain.doubts.length, chain.doubts.at(-1)?.hash]).toEqual([100, "h149"]);
  });
});
