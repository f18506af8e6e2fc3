import { ToolError } from "@toolplane/contract";
import { settledCall } from "@toolplane/kernel/fixtures";
import {
  createRecorder,
  loadRecord,
  type StoreRecorder,
  verifyChain,
} from "@toolplane/kernel/record";
import {
  createCountingIds,
  createFakeClock,
  createMemoryStore,
  type MemoryStore,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { key } from "./fixture.ts";

const down = new ToolError("unavailable", "The disk is full.");

interface World {
  readonly store: MemoryStore;
  readonly recorder: StoreRecorder;
}

function open(store = createMemoryStore()): World {
  const clock = createFakeClock();
  return { store, recorder: createRecorder({ store, key, clock, ids: createCountingIds() }) };
}

function intend({ recorder }: World, callId: string, sessionId = "ses_1"): Promise<void> {
  const { tool, origin } = settledCall();
  const about = { sessionId, callId, tool, origin, atMs: 5 };
  return Promise.resolve(
    recorder.intent({ ...about, arguments: {}, footprint: { resources: [] } }),
  );
}

async function calls(store: MemoryStore, sessionId = "ses_1"): Promise<readonly unknown[]> {
  const record = await loadRecord(store, sessionId);
  expect(verifyChain({ ...record, key }).ok).toBe(true);
  expect(record.payloads.size).toBe(new Set(record.rows.map((row) => row.payloadDigest)).size);
  return record.rows.map(({ callId }) => callId);
}

describe("a recorder over a store that takes batches", () => {
  it("hands over rows, payloads and parts in one operation, and nothing of them elsewhere", async () => {
    const world = open();
    await Promise.all([intend(world, "call_1"), intend(world, "call_2")]);
    const { counts, parts } = world.store;
    // The ends of its chain and of the chain of sessions, and whether sessions are there from before that.
    expect(counts()).toEqual({
      "events.head": 2,
      "sessions.list": 1,
      activity: 1,
      record: 1,
      flush: 1,
    });
    expect((await parts.list("ses_1")).map(({ toolCallId }) => toolCallId)).toEqual([
      "call_1",
      "call_2",
    ]);
  });

  it("has an intent on disk when it resolves, and the intents of every session of its batch", async () => {
    const world = open();
    await intend(world, "call_0");
    await Promise.all([intend(world, "call_1"), intend(world, "call_2", "ses_2")]);
    const crashed = world.store.crash();
    expect(await calls(crashed)).toEqual(["call_0", "call_1"]);
    expect(await calls(crashed, "ses_2")).toEqual(["call_2"]);
  });

  it("refuses an intent whose rows are in the store and not on disk, and does not write it again", async () => {
    const world = open();
    await intend(world, "call_0");
    world.store.fail(down, { only: ["flush"] });
    await expect(intend(world, "call_1")).rejects.toMatchObject({ code: "unavailable" });
    world.store.heal();
    await intend(world, "call_2");
    expect(await calls(world.store)).toEqual(["call_0", "call_1", "call_2"]);
  });

  it("has on disk what had to be put behind another writer's rows", async () => {
    const world = open();
    const other = open(world.store);
    await intend(world, "call_0");
    await intend(other, "call_1");
    await intend(world, "call_2");
    expect(await calls(world.store.crash())).toEqual(["call_0", "call_1", "call_2"]);
  });

  it("does not write twice a batch that had gone through although it was told otherwise", async () => {
    const world = open();
    await intend(world, "call_0");
    world.store.fail(down, { only: ["record"], applied: true });
    await intend(world, "call_1");
    world.store.heal();
    await intend(world, "call_2");
    expect(await calls(world.store.crash())).toEqual(["call_0", "call_1", "call_2"]);
  });

  it("does not write twice what goes through when it was tried again already", async () => {
    const store = createMemoryStore();
    const late: (() => Promise<void>)[] = [];
    const slow: MemoryStore = {
      ...store,
      async record(batch) {
        // The first stays on its way; the second meets it there.
        if (late.length === 0) {
          late.push(() => store.record(batch));
          throw down;
        }
        await late.pop()?.();
        late.push(async () => {});
        await store.record(batch);
      },
    };
    await intend(open(store), "call_0");
    const world = open(slow);
    const begun = intend(world, "call_1");
    world.recorder.settle(settledCall({ callId: "call_0", intended: true }));
    await expect(begun).rejects.toMatchObject({ code: "unavailable" });
    await world.recorder.flush();
    const { rows } = await loadRecord(store, "ses_1");
    expect(rows.map(({ type, callId }) => [type, callId])).toEqual([
      ["call-intent", "call_0"],
      ["call-intent", "call_1"],
      ["call-succeed", "call_0"],
    ]);
    await calls(store);
  });
});

describe("a settled call", () => {
  it("lingers only when it changed nothing, was not refused and used no answer", async () => {
    const urgent = async (entry: Parameters<typeof settledCall>[0]): Promise<boolean> => {
      const waiting: string[] = [];
      const recorder = createRecorder({
        store: createMemoryStore(),
        key,
        clock: createFakeClock(),
        ids: createCountingIds(),
        defer: () => void waiting.push("soon"),
        linger: () => void waiting.push("later"),
      });
      await recorder.settle(settledCall(entry));
      expect(waiting).toHaveLength(1);
      return waiting[0] === "soon";
    };
    const metadata = { duration_ms: 0 };
    const refused = {
      type: "error",
      code: "permission_denied",
      error_text: "no",
      metadata,
    } as const;
    expect(await urgent({})).toBe(false);
    expect(await urgent({ intended: true })).toBe(true);
    expect(await urgent({ result: refused, stage: "judge" })).toBe(true);
    expect(await urgent({ answers: [{ questionId: "qst_1", choice: "once" }] })).toBe(true);
  });
});
