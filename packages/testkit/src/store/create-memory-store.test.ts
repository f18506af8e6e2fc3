import { isToolError, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createMemoryStore, type MemoryStore } from "./create-memory-store.ts";
import { describeStoreConformance } from "./describe-store-conformance.ts";
import { headOf, manifestOf, rowsOf } from "./sample-rows.ts";

describeStoreConformance(
  { describe, it },
  {
    open: async () => createMemoryStore(),
    reopen: async (closed) => (closed as MemoryStore).reopen(),
    // What is in memory has one process only: the second store is the first, and outlives being closed.
    beside: async (open) => ({ ...open, close: async () => {} }),
  },
);

const broken = new ToolError("unavailable", "The disk is full.");
const ALL = { from: 0, limit: 100 };

describe("the memory store under test", () => {
  it("fails every operation, or only those that are named, until it is healed", async () => {
    const store = createMemoryStore();
    store.fail(broken);
    await expect(store.sessions.put(manifestOf("ses_1"))).rejects.toBe(broken);
    await expect(store.flush()).rejects.toBe(broken);
    store.fail(broken, { only: ["events.append"] });
    await store.sessions.put(manifestOf("ses_1"));
    await expect(store.events.append(rowsOf("ses_1", 0, 1), null)).rejects.toBe(broken);
    store.heal();
    await store.events.append(rowsOf("ses_1", 0, 1), null);
    expect(await store.events.read("ses_1", ALL)).toEqual(rowsOf("ses_1", 0, 1));
  });

  it("can take effect and fail all the same", async () => {
    const store = createMemoryStore();
    store.fail(broken, { only: ["events.append"], applied: true });
    await expect(store.events.append(rowsOf("ses_1", 0, 1), null)).rejects.toBe(broken);
    expect(await store.events.read("ses_1", ALL)).toEqual(rowsOf("ses_1", 0, 1));
  });

  it("waits while it is held, in order", async () => {
    const store = createMemoryStore();
    const done: string[] = [];
    store.hold();
    const first = store.sessions.put(manifestOf("ses_1")).then(() => done.push("put"));
    const second = store.sessions
      .get("ses_1")
      .then((found) => done.push(`get ${found?.sessionId}`));
    await Promise.resolve();
    expect(done).toEqual([]);
    store.release();
    await Promise.all([first, second]);
    expect(done).toEqual(["put", "get ses_1"]);
  });

  it("loses in a crash what was not flushed, and only that", async () => {
    const store = createMemoryStore();
    await store.events.append(rowsOf("ses_1", 0, 2), headOf("ses_1", 1));
    await store.flush();
    await store.events.append(rowsOf("ses_1", 2, 3), headOf("ses_1", 2));
    const next = store.crash();
    expect(await next.events.read("ses_1", ALL)).toEqual(rowsOf("ses_1", 0, 2));
    expect(await next.events.head("ses_1")).toEqual(headOf("ses_1", 1));
    const late = await store.events.read("ses_1", ALL).catch((error: unknown) => error);
    expect(isToolError(late) && late.code).toBe("unavailable");
    await next.events.append(rowsOf("ses_1", 2, 4), null);
    const after = next.crash();
    expect(await after.events.read("ses_1", ALL)).toEqual(rowsOf("ses_1", 0, 2));
  });

  it("counts what it was asked", async () => {
    const store = createMemoryStore();
    await store.sessions.get("ses_1");
    await store.sessions.get("ses_1");
    await store.flush();
    expect(store.counts()).toEqual({ "sessions.get": 2, flush: 1 });
  });
});
