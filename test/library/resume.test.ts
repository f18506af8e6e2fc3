import { defineTool } from "@toolplane/contract";
import { loadRecord, readCalls } from "@toolplane/kernel/record";
import type { ScriptedBroker } from "@toolplane/testkit";
import { createMemoryHost, createMemoryStore, createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it } from "vitest";
import { readTool } from "./fixture.ts";

const key = new Uint8Array(32).fill(1);
const readIt = { id: "1", name: "read", arguments: { path: "a.txt" } };

const counter = defineTool({
  id: "counter",
  description: "Counts.",
  parameters: { type: "object" },
  requires: {},
  gated: false,
  limits: { callsPerSession: 3 },
  state: { version: 1, schema: { type: "object" } },
  execute: async (_, { state }) => {
    const kept = (await state.get()) as { readonly count: number } | null;
    const count = (kept?.count ?? 0) + 1;
    await state.set({ count });
    return count;
  },
});

interface Run extends ToolplaneOptions {
  readonly answers?: readonly ("once" | "session" | "project")[];
  readonly workspace?: string;
}

/** One process: a toolplane over a store that outlives it. */
async function start(store: ReturnType<typeof createMemoryStore>, run: Run = {}) {
  const { answers = [], workspace = "/workspace", ...options } = run;
  const broker: ScriptedBroker = createScriptedBroker([...answers]);
  const tp = await createToolplane({
    host: createMemoryHost({ workspace, files: { "a.txt": "alpha\n" } }),
    tools: [readTool, counter],
    defaultPolicy: false,
    broker,
    record: { store, key },
    ...options,
  });
  return { tp, broker, asked: () => broker.questions().length };
}

describe("a session that goes on in another process", () => {
  it("asks nothing again that a person answered for the session, unless it was cleared", async () => {
    const store = createMemoryStore();
    const first = await start(store, { answers: ["session"] });
    const { id } = first.tp.session({ id: "ses_1" });
    const session = first.tp.session({ id: "ses_2" });
    expect(await session.call(readIt)).toMatchObject({ type: "output" });
    await first.tp.close();

    const second = await start(store);
    const resumed = await second.tp.resume(session.id);
    expect(await resumed.call({ ...readIt, id: "2" })).toMatchObject({ type: "output" });
    expect(second.asked()).toBe(0);
    const other = await second.tp.resume(id);
    expect(other.approvals()).toEqual([]);
    resumed.clearApprovals();
    await second.tp.close();

    const third = await start(store);
    expect((await third.tp.resume(session.id)).approvals()).toEqual([]);
    await third.tp.close();
  });

  it("keeps answers for the project only where that was enabled [R132]", async () => {
    const store = createMemoryStore();
    const off = await start(store, { answers: ["project"] });
    await off.tp.call(readIt);
    await off.tp.close();
    expect((await store.approvals.list()).map(({ scope }) => scope)).toEqual(["session"]);

    const on = await start(store, { answers: ["project"], projectApprovals: true });
    await on.tp.call(readIt);
    await on.tp.close();
    const next = await start(store, { projectApprovals: true });
    expect(await next.tp.call(readIt)).toMatchObject({ type: "output" });
    await next.tp.close();
    const again = await start(store);
    expect(again.tp.session().approvals()).toEqual([]);
    const both = await start(createMemoryStore(), { answers: ["project"], projectApprovals: true });
    const session = both.tp.session();
    await session.call(readIt);
    expect(await both.tp.session().call(readIt)).toMatchObject({ type: "output" });
    await session.close();
    expect(await both.tp.session().call(readIt)).toMatchObject({ type: "output" });
    expect(both.asked()).toBe(1);
    await both.tp.close();
    await again.tp.close();
  });

  it("does not carry answers for one project into another", async () => {
    const store = createMemoryStore();
    const here = await start(store, { answers: ["project"], projectApprovals: true });
    await here.tp.call(readIt);
    await here.tp.close();
    const there = await start(store, { projectApprovals: true, workspace: "/elsewhere" });
    const [held] = await store.sessions.list({ limit: 1 });
    const id = held?.sessionId ?? "";
    await expect(there.tp.resume(id)).rejects.toMatchObject({
      code: "conflict",
      message: `Session ${id} was held in the workspace /workspace, and the one here is /elsewhere. Start toolplane, or the worker, in /workspace.`,
    });
    expect(there.tp.session().approvals()).toEqual([]);
    await there.tp.close();
  });

  it("finds what its tools kept, and what it used of its limits [R293]", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const session = first.tp.session();
    const count = { id: "1", name: "counter", arguments: {} };
    await session.call(count);
    await session.call({ ...count, id: "2" });
    await first.tp.close();

    const second = await start(store);
    const resumed = await second.tp.resume(session.id);
    expect(await resumed.call({ ...count, id: "3" })).toMatchObject({ data: 3 });
    expect(await resumed.call({ ...count, id: "4" })).toMatchObject({ code: "budget_exceeded" });
    await second.tp.close();
  });

  it("runs no call a second time under its id, whichever process asks [R081]", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const session = first.tp.session();
    const count = { id: "1", name: "counter", arguments: {} };
    expect(await session.call(count)).toMatchObject({ data: 1 });
    expect(await session.call({ id: "refused", name: "nothing", arguments: {} })).toMatchObject({
      code: "unknown_tool",
    });
    await first.tp.close();

    const second = await start(store);
    const resumed = await second.tp.resume(session.id);
    for (const id of ["1", "refused"])
      expect(await resumed.call({ ...count, id })).toMatchObject({
        code: "conflict",
        error_text: expect.stringContaining("was made in this session already"),
      });
    expect(await resumed.call({ ...count, id: "2" })).toMatchObject({ data: 2 });
    await second.tp.close();
  });

  it("runs no call a second time in a session that is opened under the same name [R081]", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const count = { id: "1", name: "counter", arguments: {} };
    const session = first.tp.session({ id: "ses_named" });
    expect(await session.call(count)).toMatchObject({ data: 1 });
    expect(() => first.tp.session({ id: "ses_named" })).toThrow("is open already");
    await session.close();
    const here = first.tp.session({ id: "ses_named" });
    expect(await here.call(count)).toMatchObject({ code: "conflict" });
    await first.tp.close();

    const second = await start(store);
    const again = second.tp.session({ id: "ses_named" });
    const { results } = await again.callAll([count, { ...count, id: "2" }]);
    expect(results).toMatchObject([{ code: "conflict" }, { data: 2 }]);
    expect(await again.call({ ...count, id: "3" })).toMatchObject({ data: 3 });
    expect(await again.call({ ...count, id: "4" })).toMatchObject({ code: "budget_exceeded" });
    await second.tp.close();

    const events = { ...store.events, read: () => Promise.reject(new Error("gone")) };
    const third = await start({ ...store, events });
    const unread = third.tp.session({ id: "ses_named" });
    expect(await unread.call({ ...count, id: "5" })).toMatchObject({ code: "unavailable" });
    expect(await third.tp.session().call(count)).toMatchObject({ data: 1 });
    await third.tp.close();
  });

  it("counts what its subagents used of its limits, and theirs", async () => {
    const store = createMemoryStore();
    const first = await start(store, { maxCallsPerSession: 4 });
    const call = (id: string) => ({ id, name: "counter", arguments: {} });
    const parent = first.tp.session();
    const child = first.tp.session({ parent });
    const grandchild = first.tp.session({ parent: child });
    for (const session of [parent, child, grandchild])
      expect(await session.call(call("1"))).toMatchObject({ type: "output" });
    await first.tp.session().call(call("1"));
    await first.tp.close();

    const policy = [{ permission: "fs.read", pattern: "**", action: "allow" }] as const;
    const second = await start(store, { maxCallsPerSession: 4, policy });
    const resumed = await second.tp.resume(parent.id);
    expect(await resumed.call({ ...readIt, id: "2" })).toMatchObject({ type: "output" });
    expect(await resumed.call({ ...readIt, id: "3" })).toMatchObject({ code: "budget_exceeded" });
    expect(await resumed.call(call("4"))).toMatchObject({ code: "budget_exceeded" });
    await second.tp.close();
  });

  it("does not run again what was started and never settled [R081]", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const session = first.tp.session();
    const started = Promise.withResolvers<void>();
    const never = defineTool({
      id: "never",
      description: "Never comes back.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      mode: "local",
      execute: () => {
        started.resolve();
        return new Promise<never>(() => {});
      },
    });
    first.tp.kernel.register(never);
    void session.call({ id: "half", name: "never", arguments: {} });
    await started.promise;
    // The first process is gone from here on; nothing of it is closed.

    const second = await start(store);
    let runs = 0;
    second.tp.kernel.register({ ...never, execute: () => (runs += 1) });
    const resumed = await second.tp.resume(session.id);
    expect(await resumed.call({ id: "half", name: "never", arguments: {} })).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("started in this session and never settled"),
    });
    expect(runs).toBe(0);
    await second.tp.close();
  });

  it("keeps its mode, and is refused while it is open, when unknown, and below a parent", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const session = first.tp.session({ mode: "yolo" });
    const child = first.tp.session({ parent: session });
    await session.call(readIt);
    await expect(first.tp.resume(session.id)).rejects.toMatchObject({ code: "conflict" });
    await session.close();
    const again = await first.tp.resume(session.id);
    expect(again.manifest).toMatchObject({ mode: "yolo", sessionId: session.id });
    await expect(first.tp.resume(child.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(first.tp.resume("ses_none")).rejects.toMatchObject({ code: "not_found" });
    await first.tp.close();
  });
});

describe("a receipt", () => {
  it("lets its call run once, whichever process uses it", async () => {
    const store = createMemoryStore();
    const first = await start(store, { answers: ["once"] });
    await first.tp.session({ id: "ses_1" }).call(readIt);
    await first.tp.close();
    const { calls } = readCalls(await loadRecord(store, "ses_1"));
    const receipt = calls[0]?.answers[0]?.receipt;
    expect(receipt?.kind).toBe("once");
    // The call that the person was asked about has run: the receipt is spent, also where no row of the call is left.
    const { events, record } = createMemoryStore();
    const second = await start({ ...store, events, record });
    const resumed = second.tp.session({ id: "ses_1", headless: true });
    const result = await resumed.call(readIt, receipt ? { receipt } : {});
    expect(result).toMatchObject({ code: "permission_denied" });
    await second.tp.close();
  });
});
