import { defineTool, ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import {
  classifyCalls,
  createRecorder,
  loadRecord,
  readCalls,
  toAudit,
  verifyChain,
} from "@toolplane/kernel/record";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "../road/fixture.ts";
import { key, openRecorded } from "./fixture.ts";

const rules = [allowAll];
const down = new ToolError("unavailable", "The disk is full.");
const types = (record: { readonly rows: readonly { readonly type: string }[] }) =>
  record.rows.map(({ type }) => type);

describe("a recorded session", () => {
  it("has a chain that verifies, with its payloads, over every kind of row", async () => {
    const world = openRecorded({ answers: ["once", "reject"] });
    await world.recorder.openSession(world.session.manifest);
    await world.call("read", { path: "README.md" });
    await world.call("read", { path: "README.md" });
    await world.call("nothing");
    const record = await world.record();
    expect(types(record)).toEqual([
      "session-open",
      "approval",
      "call-succeed",
      "approval",
      "call-refuse",
      "call-refuse",
    ]);
    expect(verifyChain({ ...record, key, sessionId: "ses_1" })).toEqual({ ok: true, rows: 6 });
    expect(await world.store.sessions.get("ses_1")).toEqual(world.session.manifest);
    await world.recorder.closeSession("ses_1");
    expect(types(await world.record()).at(-1)).toBe("session-close");
  });

  it("tells of each call when it started and how it ended [R289]", async () => {
    const broken = defineTool({
      id: "broken",
      description: "Breaks.",
      parameters: { type: "object" },
      requires: {},
      execute: () => {
        throw new ToolError("failed", "It broke.");
      },
    });
    const world = openRecorded({ session: { rules } });
    world.kernel.register(broken);
    await world.call("write", { path: "a.txt", content: "x" });
    await world.call("read", { path: "README.md" });
    await world.call("broken");
    await world.call("nothing");
    const record = await world.record();
    expect(record.rows.map(({ type, callId }) => [type, callId])).toEqual([
      ["call-intent", "call_1"],
      ["call-succeed", "call_1"],
      ["call-succeed", "call_2"],
      ["call-intent", "call_3"],
      ["call-fail", "call_3"],
      ["call-refuse", "call_4"],
    ]);
    const audit = readCalls(record).calls.flatMap(toAudit);
    expect(audit.map(({ type, toolCallId }) => [toolCallId, type])).toEqual([
      ["call_1", "ToolInvocationStarted"],
      ["call_1", "ToolInvocationSucceeded"],
      ["call_2", "ToolInvocationStarted"],
      ["call_2", "ToolInvocationSucceeded"],
      ["call_3", "ToolInvocationStarted"],
      ["call_3", "ToolInvocationFailed"],
      ["call_4", "ToolInvocationCancelled"],
    ]);
  });

  it("writes each result to the chat part of its call, from input to output or error [R063]", async () => {
    const seen: string[] = [];
    const watch = defineTool({
      id: "watch",
      description: "Looks at its own part.",
      parameters: { type: "object" },
      requires: {},
      execute: async () => {
        const [part] = await world.store.parts.list("ses_1");
        seen.push(part?.toolState ?? "none");
        return { ok: true };
      },
    });
    const world = openRecorded({ session: { rules } });
    world.kernel.register(watch);
    const watched = await world.call("watch", {});
    const read = await world.call("read", { path: "README.md" });
    const failed = await world.call("read", { path: 1 });
    await world.recorder.flush();
    expect(seen).toEqual(["input-available"]);
    const parts = await world.store.parts.list("ses_1");
    expect(parts).toMatchObject([
      {
        type: "tool-watch",
        toolCallId: "call_1",
        toolState: "output-available",
        data: { input: {}, result: watched },
      },
      {
        type: "tool-read",
        toolCallId: "call_2",
        toolState: "output-available",
        data: { input: { path: "README.md" }, result: read },
      },
      {
        type: "tool-read",
        toolCallId: "call_3",
        toolState: "output-error",
        data: { input: null, result: failed },
      },
    ]);
    for (const { id } of parts) expect(id).toMatch(/^prt_[0-9a-f]{12}[0-9A-Za-z]{14}$/);
  });

  it("puts parts where the conversation says, and keeps none when told so", async () => {
    const placed = openRecorded({
      session: { rules },
      recorder: {
        placeOf: ({ callId }) => (callId === "call_1" ? { messageId: "msg_7", index: 3 } : null),
      },
    });
    await placed.call("write", { path: "a.txt", content: "x" });
    await placed.call("echo");
    await placed.recorder.flush();
    expect(await placed.store.parts.list("ses_1")).toMatchObject([
      { messageId: "msg_7", index: 3, toolState: "output-available" },
      { messageId: "", index: 2 },
    ]);
    const none = openRecorded({ session: { rules }, recorder: { placeOf: null } });
    await none.call("echo");
    await none.recorder.flush();
    expect(await none.store.parts.list("ses_1")).toEqual([]);
  });

  it("gives a second call under the same id neither the part nor the place of the first", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("echo", { text: "first" }, "same");
    await world.call("echo", { text: "second" }, "same");
    await world.session.call({ id: 5 } as never);
    await world.recorder.flush();
    expect(await world.store.parts.list("ses_1")).toMatchObject([
      { toolCallId: "same", toolState: "output-available", data: { input: { text: "first" } } },
    ]);
    expect(readCalls(await world.record()).calls).toHaveLength(3);
  });

  it("keeps receipts, used up, and approvals", async () => {
    const world = openRecorded({ answers: ["once", "session"] });
    await world.call("read", { path: "README.md" });
    await world.call("read", { path: ".env" });
    const { calls } = readCalls(await world.record());
    const [once] = calls[0]?.answers ?? [];
    expect(await world.store.receipts.use(once?.receipt?.id ?? "")).toBe(false);
    expect(await world.store.approvals.list()).toEqual(world.session.approvals());
  });

  it("writes one append for everything of a tick, and reads cost no flush", async () => {
    const world = openRecorded({ session: { rules } });
    await Promise.all(Array.from({ length: 50 }, () => world.call("read", { path: "README.md" })));
    await world.clock.advance(1);
    const { record: appends, flush = 0 } = world.store.counts();
    expect([appends, flush]).toEqual([1, 0]);
    expect(types(await world.record())).toHaveLength(50);
  });

  it("shares one append and one flush among intents of a tick", async () => {
    const world = openRecorded({ session: { rules } });
    const calls = Array.from({ length: 20 }, (_, index) =>
      world.call("write", { path: `${index}.txt`, content: "x" }),
    );
    await Promise.all(calls);
    expect(world.store.counts()).toMatchObject({ record: 1, flush: 1 });
  });

  it("keeps what the result was although the caller changes it afterwards", async () => {
    const world = openRecorded({ session: { rules } });
    const result = await world.call("write", { path: "a.txt", content: "x" });
    if (result.type === "output") (result.data as { bytes: number }).bytes = 999;
    const { calls } = readCalls(await world.record());
    expect(calls[0]?.result).toMatchObject({ data: { bytes: 1 } });
  });

  it("drops a payload without breaking the chain", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("read", { path: "README.md" });
    await world.call("read", { path: ".env" });
    const { rows } = await world.record();
    await world.store.payloads.drop(rows[0]?.payloadDigest ?? "");
    const after = await world.record();
    expect(after.payloads.size).toBe(1);
    expect(verifyChain({ ...after, key })).toEqual({ ok: true, rows: 2 });
  });
});

describe("a crash", () => {
  it("between intent and settlement leaves a call unknown, never a guess", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("write", { path: "a.txt", content: "x" });
    let crashed = world.store;
    const killer = defineTool({
      id: "killer",
      description: "The process is killed while it runs.",
      parameters: { type: "object" },
      requires: {},
      execute: () => {
        crashed = world.store.crash();
        return "never seen";
      },
    });
    world.kernel.register(killer);
    // The first call settled, and its row had its turn; the second has an intent only.
    await world.recorder.flush();
    await world.call("killer");
    const { rows, head } = await loadRecord(crashed, "ses_1");
    expect(verifyChain({ rows, head, key })).toEqual({ ok: true, rows: 3 });
    expect(classifyCalls(rows, ["call_1", "call_2", "call_3"])).toEqual([
      { callId: "call_1", state: "done" },
      { callId: "call_2", state: "unknown" },
      { callId: "call_3", state: "not started" },
    ]);
    expect((await crashed.parts.list("ses_1")).map(({ toolState }) => toolState)).toEqual([
      "output-available",
      "input-available",
    ]);
  });

  it("does not keep the next process from going on with the same chain and the same part", async () => {
    const first = openRecorded({ session: { rules } });
    await first.call("write", { path: "a.txt", content: "x" }, "a");
    const second = openRecorded({ store: first.store.crash(), session: { rules } });
    const [before] = await second.store.parts.list("ses_1");
    await second.call("write", { path: "a.txt", content: "x" }, "a");
    await second.call("echo", {}, "b");
    const record = await second.record();
    expect(types(record)).toEqual([
      "call-intent",
      "call-intent",
      "call-succeed",
      "call-intent",
      "call-succeed",
    ]);
    expect(verifyChain({ ...record, key })).toEqual({ ok: true, rows: 5 });
    const parts = await second.store.parts.list("ses_1");
    expect(parts[0]).toMatchObject({ id: before?.id, toolState: "output-available" });
    expect(parts).toHaveLength(2);
  });
});

describe("a store that fails", () => {
  it("refuses the call that must be recorded first, and nothing runs", async () => {
    const world = openRecorded({ session: { rules } });
    world.store.fail(down);
    const result = await world.call("write", { path: "a.txt", content: "x" });
    expect(result).toMatchObject({
      type: "error",
      code: "unavailable",
      error_text: "It could not be recorded: the store did not take it.",
    });
    expect(world.host.accesses()).toEqual([]);
    expect(world.failures).toHaveLength(1);
  });

  it("lets reads go on, tells of it once, and writes everything when it is back", async () => {
    const world = openRecorded({ session: { rules } });
    world.store.fail(down);
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    await world.clock.advance(500);
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(codeOf(await world.call("write", { path: "a.txt", content: "x" }))).toBe("unavailable");
    await expect(world.recorder.flush()).rejects.toMatchObject({ code: "unavailable" });
    world.store.heal();
    await world.clock.advance(6_000);
    const record = await world.record();
    expect(types(record)).toEqual(["call-succeed", "call-succeed", "call-fail"]);
    expect(verifyChain({ ...record, key }).ok).toBe(true);
    expect(world.failures).toHaveLength(1);
  });

  it("keeps that a session began until it is back, so that none has rows and no beginning", async () => {
    const world = openRecorded({ session: { rules } });
    world.store.fail(down);
    const opened = world.recorder.openSession(world.session.manifest);
    await expect(opened).rejects.toMatchObject({ code: "unavailable" });
    world.store.heal();
    await world.recorder.closeSession("ses_1");
    expect(types(await world.record())).toEqual(["session-open", "session-close"]);
    expect(await world.store.sessions.get("ses_1")).toEqual(world.session.manifest);
  });

  it("does not hang a call when it stalls", async () => {
    const world = openRecorded({ session: { rules } });
    world.store.hold();
    const call = world.call("write", { path: "a.txt", content: "x" });
    await world.clock.advance(11_000);
    expect(codeOf(await call)).toMatch(/unavailable|timeout/);
    world.store.release();
    await world.clock.advance(1);
    const record = await world.record();
    expect(verifyChain({ ...record, key }).ok).toBe(true);
    expect(types(record)).toEqual(["call-intent", "call-fail"]);
  });

  it("does not write twice what had gone through although it was told otherwise", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("echo");
    world.store.fail(down, { only: ["record"], applied: true });
    await world.recorder.flush();
    await world.call("read", { path: "README.md" });
    world.store.heal();
    const record = await world.record();
    expect(types(record)).toEqual(["call-intent", "call-succeed", "call-succeed"]);
    expect(verifyChain({ ...record, key }).ok).toBe(true);
  });

  it("makes the road wait when too much waits, and says that calls were lost", async () => {
    const world = openRecorded({
      session: { rules },
      recorder: { maxWaiting: 2, patienceMs: 1_000 },
    });
    world.store.fail(down);
    for (let count = 0; count < 2; count += 1) await world.call("read", { path: "README.md" });
    const late = world.call("read", { path: "README.md" });
    const second = world.call("read", { path: "README.md" });
    await world.clock.advance(1_100);
    expect([codeOf(await late), codeOf(await second)]).toEqual(["output", "output"]);
    world.store.heal();
    await world.clock.advance(6_000);
    const record = await world.record();
    expect(types(record)).toEqual(["record-gap", "call-succeed", "call-succeed"]);
    const gap = record.payloads.get(record.rows[0]?.payloadDigest ?? "");
    expect(JSON.parse(Buffer.from(gap ?? []).toString())).toEqual({
      dropped: 2,
      callIds: ["call_3", "call_4"],
    });
    expect(verifyChain({ ...record, key }).ok).toBe(true);
  });

  it("says what a session lost as soon as the store takes rows of any other", async () => {
    const world = openRecorded({
      session: { rules },
      recorder: { maxWaiting: 1, patienceMs: 1_000 },
    });
    const other = world.kernel.session({ id: "ses_2", rules });
    const read = { name: "read", arguments: { path: "README.md" } };
    world.store.fail(down);
    await other.call({ id: "first", ...read });
    const lost = world.call("read", { path: "README.md" });
    await world.clock.advance(1_100);
    expect(codeOf(await lost)).toBe("output");
    world.store.heal();
    await world.clock.advance(6_000);
    expect(types(await loadRecord(world.store, "ses_2"))).toEqual(["call-succeed"]);
    expect(types(await loadRecord(world.store, "ses_1"))).toEqual(["record-gap"]);
  });

  it("refuses one session whose head was forged, and no other", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("write", { path: "a.txt", content: "x" });
    await world.recorder.flush();
    const { rows, head } = await loadRecord(world.store, "ses_1");
    if (!head) throw new ToolError("internal", "no head");
    const store: Store = {
      ...world.store,
      events: {
        ...world.store.events,
        head: async (id) =>
          id === "ses_1" ? { ...head, mac: "00".repeat(32) } : world.store.events.head(id),
      },
    };
    const next = openRecorded({ session: { rules }, recorder: { store } });
    const other = next.kernel.session({ id: "ses_2", rules });
    const write = { name: "write", arguments: { path: "b.txt", content: "x" } };
    const results = [
      await next.session.call({ id: "a", ...write }),
      await other.call({ id: "b", ...write }),
      await next.session.call({ id: "c", ...write }),
    ];
    expect(results.map(codeOf)).toEqual(["conflict", "output", "conflict"]);
    expect(next.failures).toHaveLength(1);
    expect((await loadRecord(world.store, "ses_1")).rows).toEqual(rows);
  });

  it("lets two recorders write to one session, one behind the other", async () => {
    const store = createMemoryStore();
    const worlds = [
      openRecorded({ store, session: { rules } }),
      openRecorded({ store, session: { rules } }),
    ];
    for (const round of [1, 2, 3]) {
      await Promise.all(
        worlds.map((world, index) =>
          world.call("write", { path: "a.txt", content: "x" }, `${index}-${round}`),
        ),
      );
    }
    for (const { recorder } of worlds) await recorder.flush();
    const record = await loadRecord(store, "ses_1");
    expect(record.rows).toHaveLength(12);
    expect(verifyChain({ ...record, key })).toEqual({ ok: true, rows: 12 });
    expect(classifyCalls(record.rows).every(({ state }) => state === "done")).toBe(true);
  });

  it("says on closing what it could not write, and takes nothing more", async () => {
    const world = openRecorded({ session: { rules } });
    await world.call("read", { path: "README.md" });
    world.store.fail(down);
    await expect(world.recorder.close()).rejects.toMatchObject({
      code: "unavailable",
      message: "1 calls could not be recorded.",
    });
    await world.recorder.close();
    expect(codeOf(await world.call("write", { path: "a.txt", content: "x" }))).toBe("unavailable");
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
  });

  it("is not disturbed by a listener that throws", async () => {
    const world = openRecorded({
      session: { rules },
      recorder: {
        onFailure: () => {
          throw new TypeError("mine");
        },
      },
    });
    world.store.fail(down);
    expect(codeOf(await world.call("write", { path: "a.txt", content: "x" }))).toBe("unavailable");
  });

  it("wants a key of 32 bytes", () => {
    const { clock, host } = openRecorded();
    expect(() =>
      createRecorder({ store: createMemoryStore(), key: new Uint8Array(16), clock, ids: host.ids }),
    ).toThrow(/at least 32 bytes/);
  });
});
