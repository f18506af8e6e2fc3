import type { IntentEntry, Store } from "@toolplane/contract/ports";
import { settledCall } from "@toolplane/kernel/fixtures";
import {
  classifyCalls,
  createRecorder,
  loadRecord,
  readCalls,
  readEarlierRun,
  type StoreRecorder,
  verifyChain,
} from "@toolplane/kernel/record";
import { createCountingIds, createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { key } from "./fixture.ts";

const RUN = { sessionId: "ses_1", runId: "run_1" };
const OTHER = { sessionId: "ses_1", runId: "run_2" };

/** A worker that writes to a store which others write to as well. */
function openWorker(store: Store): Worker {
  const clock = createFakeClock();
  const recorder = createRecorder({ store, key, clock, ids: createCountingIds() });
  const at = { sessionId: "ses_1", atMs: 5 };
  const entry = (callId: string): IntentEntry => ({
    ...at,
    callId,
    tool: "charge",
    origin: "project",
    arguments: {},
    footprint: { resources: [] },
  });
  return {
    ...recorder,
    begins: (callId) => Promise.resolve(recorder.intent(entry(callId))),
    async ends(callId) {
      recorder.settle(settledCall({ callId, tool: "charge", intended: true }));
      await recorder.flush();
    },
    async changes(id) {
      const change = { ...at, id, callId: "a", path: `/${id}`, before: null, after: "b" };
      await recorder.journal.append([{ ...change, mode: null, undone: false }]);
    },
    async lands(state) {
      const landing = state && { state, counts: { added: 0, changed: 0, removed: 0 }, changes: [] };
      const act = { action: "land", by: "mira", paths: [], without: [] } as const;
      await recorder.landing({ ...act, sessionId: "ses_1", callId: "a", landing });
    },
  };
}

interface Worker extends StoreRecorder {
  begins(callId: string): Promise<void>;
  ends(callId: string): Promise<void>;
  changes(id: string): Promise<void>;
  lands(state: "landed" | null): Promise<void>;
}

/** Takes a run as another process does: its row first, then the record. */
async function take(store: Store, worker: Worker, owner: string, run = RUN): Promise<void> {
  const row = await store.runs.get(run.runId);
  if (row === null) await store.runs.put(runRow(run, owner), []);
  else await store.runs.claim(run.runId, { owner, expected: row.owner });
  await worker.runs.claim({ ...run, owner });
}

function runRow({ runId, sessionId }: typeof RUN, owner: string) {
  const at = { createdAtMs: 1, updatedAtMs: 1, status: "working", about: null, head: null };
  return { ...at, id: runId, sessionId, parentId: null, callId: null, owner, length: 0 };
}

async function openRun(owner = "one") {
  const store = createMemoryStore();
  const one = openWorker(store);
  const two = openWorker(store);
  await store.runs.put(runRow(RUN, owner), []);
  one.runs.begin({ ...RUN, owner });
  await one.begins("a");
  return { store, one, two };
}

async function readBack(store: Store) {
  const record = await loadRecord(store, "ses_1");
  expect(verifyChain({ ...record, key }).ok).toBe(true);
  return { record, types: record.rows.map(({ type }) => type) };
}

const TAKEN = { code: "conflict", message: expect.stringContaining("Another worker has taken") };

describe("a run that another worker took", () => {
  it("begins no call any more, and what came of one that had begun is a note", async () => {
    const { store, one, two } = await openRun();
    await take(store, two, "two");
    await expect(one.begins("b")).rejects.toMatchObject(TAKEN);
    await one.ends("a");
    await two.begins("c");
    await two.ends("c");
    const { record, types } = await readBack(store);
    expect(types).toEqual([
      ...["call-intent", "run-claimed", "late-settlement", "call-intent", "call-succeed"],
    ]);
    expect(classifyCalls(record.rows)).toEqual([
      { callId: "a", state: "unknown" },
      { callId: "c", state: "done" },
    ]);
    expect(readCalls(record).calls.map(({ callId }) => callId)).toEqual(["c"]);
    const parts = await store.parts.list("ses_1");
    expect(parts.map(({ toolCallId, toolState }) => [toolCallId, toolState])).toEqual([
      ["a", "input-available"],
      ["c", "output-available"],
    ]);
  });

  it("is no part of what a program goes on with", async () => {
    const { store, one, two } = await openRun();
    await take(store, two, "two");
    await one.ends("a.1");
    const { record, types } = await readBack(store);
    expect(types.at(-1)).toBe("late-settlement");
    expect(readEarlierRun(record, ["a"])?.calls).toEqual([]);
  });

  it("stays refused when the worker knows the end of the chain again, and after it let go", async () => {
    const { store, one, two } = await openRun();
    await take(store, two, "two");
    await expect(one.begins("b")).rejects.toMatchObject(TAKEN);
    await expect(one.begins("b")).rejects.toMatchObject(TAKEN);
    one.runs.release({ ...RUN, owner: "one" });
    await one.ends("a");
    expect((await readBack(store)).types.at(-1)).toBe("late-settlement");
  });

  it("changes no file and begins no landing, and tells of one that is over", async () => {
    const { store, one, two } = await openRun();
    await take(store, two, "two");
    await expect(one.changes("chg_1")).rejects.toMatchObject(TAKEN);
    await expect(one.lands(null)).rejects.toMatchObject(TAKEN);
    await one.lands("landed");
    expect(await store.journal.list("ses_1")).toEqual([]);
    expect((await readBack(store)).types.at(-1)).toBe("landing-done");
  });

  it("takes what a person does elsewhere, and calls that are of no run", async () => {
    const { store, one, two } = await openRun();
    await take(store, two, "two");
    const console = openWorker(store);
    const said = { kind: "said", targets: [] } as const;
    await console.note({ sessionId: "ses_1", atMs: 1, note: said as never });
    await console.lands(null);
    await console.changes("chg_1");
    one.runs.release({ ...RUN, owner: "one" });
    await one.begins("b");
    expect((await readBack(store)).types.slice(2)).toEqual([
      ...["flow-note", "landing-intent", "changes", "call-intent"],
    ]);
  });

  it("does not begin a call whose intent was on its way when it was taken", async () => {
    const { store, two } = await openRun();
    let isLost = true;
    const lossy: Store = {
      ...store,
      async record(batch) {
        await store.record(batch);
        if (!isLost) return;
        isLost = false;
        await take(store, two, "two");
        throw new Error("The answer was lost.");
      },
    };
    const one = openWorker(lossy);
    one.runs.begin({ ...RUN, owner: "one" });
    await expect(one.begins("b")).rejects.toMatchObject(TAKEN);
    const { record } = await readBack(store);
    expect(classifyCalls(record.rows)).toContainEqual({ callId: "b", state: "unknown" });
  });

  it("is refused too when the words of the claim are gone or were changed", async () => {
    for (const spoil of ["drop", "change"]) {
      const { store, one, two } = await openRun();
      await take(store, two, "two");
      const { record } = await readBack(store);
      const digest = record.rows.at(-1)?.payloadDigest ?? "";
      await store.payloads.drop(digest);
      if (spoil === "change") await store.payloads.put(digest, Buffer.from('{"run":"run_9"}'));
      await expect(one.begins("b")).rejects.toMatchObject(TAKEN);
    }
  });
});

describe("a worker that keeps its runs", () => {
  it("is not stopped by who claims another run of the session, by itself or elsewhere", async () => {
    const { store, one, two } = await openRun();
    await take(store, one, "one too", OTHER);
    await one.begins("b");
    one.runs.release({ ...OTHER, owner: "one too" });
    await take(store, two, "two", OTHER);
    await one.begins("c");
    await one.ends("c");
    expect((await readBack(store)).types.slice(1)).toEqual([
      ...["run-claimed", "call-intent", "run-claimed", "call-intent", "call-succeed"],
    ]);
  });

  it("goes on behind a claim that came too late", async () => {
    const { store, one, two } = await openRun();
    // It stalled between the run's row and the record, and lost the row meanwhile.
    await two.runs.claim({ ...RUN, owner: "two" });
    await one.begins("b");
    await one.ends("b");
    expect((await readBack(store)).types.at(-1)).toBe("call-succeed");
  });

  it("writes nothing when it takes again what nobody else had", async () => {
    const { store, one, two } = await openRun();
    for (const owner of ["one again", "and again"]) {
      one.runs.release({ ...RUN, owner: "one" });
      await take(store, one, owner);
      await one.begins(owner);
    }
    expect((await readBack(store)).types).toEqual(["call-intent", "call-intent", "call-intent"]);
    await take(store, two, "two");
    two.runs.release({ ...RUN, owner: "two" });
    await take(store, one, "one at last");
    await one.begins("b");
    expect((await readBack(store)).types.slice(3)).toEqual([
      ...["run-claimed", "run-claimed", "call-intent"],
    ]);
  });

  it("goes on in a session that retention let go of meanwhile", async () => {
    const { store, one } = await openRun();
    await one.begins("b");
    const nowMs = Date.UTC(2030, 0, 1);
    await store.prune({ nowMs, maxAgeMs: 1 }, async () => {});
    const said = { kind: "said", targets: [] } as const;
    await openWorker(store).note({ sessionId: "ses_1", atMs: 1, note: said as never });
    // The end that it knew lies behind the new one: the first append fails, and the next looks for it again.
    await expect(one.begins("c")).rejects.toMatchObject({ code: "unavailable" });
    await one.begins("d");
    expect((await readBack(store)).types).toEqual(["flow-note", "call-intent"]);
  });

  it("is asked before a landing where a store gives leases, and is told the truth", async () => {
    const { store } = await openRun();
    const leases = { worker: "w1", forMs: 1, renew: async () => {}, isHeld: async () => true };
    const one = openWorker({ ...store, leases });
    one.runs.begin({ ...RUN, owner: "one" });
    await one.confirm?.("ses_1");
    await take(store, openWorker(store), "two");
    await expect(one.confirm?.("ses_1")).rejects.toMatchObject(TAKEN);
    expect(one.confirm?.("ses_2")).toBeUndefined();
  });
});
