import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const DAY = 86_400_000;

describe("countEvents", () => {
  let store: Store;

  beforeEach(async () => {
    store = await openSqliteStore({ path: ":memory:" });
  });
  afterEach(() => store.close());

  async function add(sessionId: string, rows: readonly (readonly [day: number, type: string])[]) {
    const from = (await store.events.read(sessionId, { from: 0, limit: 1_000 })).length;
    await store.events.append(
      rows.map(([day, type], at) => ({
        sessionId,
        sequence: from + at,
        type,
        atMs: day * DAY + at,
        callId: null,
        payloadDigest: "0",
        previous: "0",
        hash: "1",
      })),
      null,
    );
  }

  it("counts rows by day and type, from a day on", async () => {
    await add("one", [
      [3, "call-fail"],
      [4, "call-succeed"],
      [4, "call-succeed"],
      [5, "call-fail"],
    ]);
    await add("two", [[4, "call-succeed"]]);
    await add("old", [[1, "call-succeed"]]);
    expect(await store.countEvents(4)).toEqual([
      { day: 4, type: "call-succeed", count: 3 },
      { day: 5, type: "call-fail", count: 1 },
    ]);
    expect((await store.countEvents(0)).map(({ count }) => count)).toEqual([1, 1, 3, 1]);
  });

  it("counts what came since, once, however often it is asked", async () => {
    await add("one", [[4, "call-succeed"]]);
    for (const count of [1, 1]) expect(await store.countEvents(0)).toMatchObject([{ count }]);
    await add("one", [
      [4, "call-succeed"],
      [4, "call-fail"],
    ]);
    for (let times = 0; times < 2; times += 1)
      expect(await store.countEvents(0)).toEqual([
        { day: 4, type: "call-fail", count: 1 },
        { day: 4, type: "call-succeed", count: 2 },
      ]);
  });

  it("does not count a session that is gone, nor the one that has its name now", async () => {
    await add("one", [
      [4, "call-succeed"],
      [4, "call-succeed"],
    ]);
    expect(await store.countEvents(0)).toMatchObject([{ count: 2 }]);
    await store.prune({ nowMs: 100 * DAY, maxAgeMs: DAY }, async () => {});
    expect(await store.countEvents(0)).toEqual([]);
    await add("one", [
      [4, "call-fail"],
      [4, "call-fail"],
    ]);
    expect(await store.countEvents(0)).toEqual([{ day: 4, type: "call-fail", count: 2 }]);
  });
});
