import { type EventRow, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { CHAIN_START } from "../rows/chain.ts";
import { appendToLedger } from "./append-to-ledger.ts";
import { readLedger } from "./read-ledger.ts";
import { verifyPlace } from "./verify-place.ts";

const key = new Uint8Array(32).fill(5);
const wallMs = () => 7;

async function openLedger(ids: readonly string[], store: Store = createMemoryStore()) {
  const ground = { store, key, wallMs };
  for (const sessionId of ids)
    await appendToLedger(ground, [{ type: "session-opened", sessionId }]);
  return { store, ground };
}

const row = (previous: string, hash = "h"): EventRow => ({
  sessionId: "a",
  sequence: 0,
  type: "session-open",
  atMs: 0,
  callId: null,
  payloadDigest: "",
  previous,
  hash,
});

describe("the chain of sessions", () => {
  it("takes the entries of writers that come at once, each once", async () => {
    const { store } = await openLedger([]);
    const ids = Array.from({ length: 30 }, (_, place) => `ses_${place}`);
    await Promise.all(ids.map((id) => openLedger([id], store)));
    const { rows, problem, sessions } = await readLedger(store, key);
    expect([rows.length, problem]).toEqual([30, null]);
    expect([...sessions.keys()].toSorted()).toEqual(ids.toSorted());
  });

  it("knows what retention let go of, and a session that is opened under its name again", async () => {
    const { store, ground } = await openLedger(["a", "b"]);
    await appendToLedger(ground, [{ type: "session-pruned-age", sessionId: "a" }]);
    expect((await readLedger(store, key)).sessions.get("a")).toMatchObject({ pruned: true });
    await appendToLedger(ground, [{ type: "session-opened", sessionId: "a" }]);
    expect((await readLedger(store, key)).sessions.get("a")).toMatchObject({ pruned: false });
  });

  it("places each session behind the row that opened it, and as far as it had come", async () => {
    const { store, ground } = await openLedger(["a", "b"]);
    const ledger = await readLedger(store, key);
    const [first] = ledger.rows;
    const opened = first?.hash ?? "";
    expect(verifyPlace(ledger, "a", [row(opened)])).toBeNull();
    expect(verifyPlace(ledger, "a", [])).toMatchObject({
      problem: expect.stringMatching(/rows are missing/),
    });
    expect(verifyPlace(ledger, "b", [row(opened)])).toMatchObject({
      problem: expect.stringMatching(/does not begin/),
    });
    expect(verifyPlace(ledger, "c", [row(opened)])).toMatchObject({
      problem: expect.stringMatching(/does not know/),
    });
    await appendToLedger(ground, [{ type: "session-reached", sessionId: "a", reached: "far" }]);
    const further = await readLedger(store, key);
    expect(verifyPlace(further, "a", [row(opened)])).toMatchObject({
      problem: expect.stringMatching(/further/),
    });
    expect(verifyPlace(further, "a", [row(opened, "far")])).toBeNull();
  });

  it("is not whole where there are sessions of it and no chain", async () => {
    const empty = await readLedger(createMemoryStore(), key);
    expect(verifyPlace(empty, "a", [row(CHAIN_START.hash)])).toBeNull();
    expect(verifyPlace(empty, "a", [row("another")])).toMatchObject({
      problem: expect.stringMatching(/is gone/),
    });
    const sealed = { ...row(CHAIN_START.hash), type: "session-before" };
    expect(verifyPlace(empty, "a", [sealed])).toMatchObject({
      problem: expect.stringMatching(/is gone/),
    });
  });

  it("goes on under another key, and says for good that what stands above was not sealed with it", async () => {
    const { store } = await openLedger(["a"]);
    const other = new Uint8Array(32).fill(6);
    await appendToLedger({ store, key: other, wallMs }, [
      { type: "session-opened", sessionId: "b" },
    ]);
    expect(await readLedger(store, other)).toMatchObject({
      problem: expect.stringMatching(/row 1: .*another key/),
    });
    expect((await store.events.head(SESSIONS_CHAIN))?.sequence).toBe(2);
  });
});
