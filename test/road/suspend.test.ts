import { defineTool, type Tool } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createMemoryRecorder } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";

/** Says nothing until somebody has answered; counts how often it was asked. */
function openWorld(strategy: "parallel" | "sequential" = "parallel") {
  const ran: string[] = [];
  let answered = false;
  const suspendable: boolean[] = [];
  const broker: Broker = {
    async ask(question, _signal, _passOn, suspend) {
      suspendable.push(suspend !== undefined);
      if (!suspend) return { choice: "reject" };
      if (!answered) throw suspend("qst_kept");
      return question.kind === "tool"
        ? { choice: "answers", answers: [["blue"]] }
        : { choice: "once" };
    },
  };
  const about = { description: "Does it.", parameters: { type: "object" }, gated: false } as const;
  const asks = defineTool({
    ...about,
    id: "asks",
    requires: {},
    mode: "read",
    execute: async (_, { ask }) => ask([{ question: "Which?" }]),
  });
  const done = (id: string): Tool =>
    defineTool({
      ...about,
      id,
      requires: {},
      execute: async (_, { call }) => void ran.push(call.callId),
    });
  const late = defineTool({
    ...about,
    id: "late",
    requires: { capabilities: ["thing"] },
    execute: async (_, { ask }) => ask([{ question: "Now?" }]),
  });
  const stubborn = defineTool({
    ...about,
    id: "stubborn",
    requires: { capabilities: ["calls"] },
    composite: true,
    // Takes no error for an answer.
    execute: async (_, { calls }) => {
      await calls?.call("gated", {}).catch(() => null);
      await calls?.call("free", {}).catch(() => null);
      return "went on";
    },
  });
  const recorder = createMemoryRecorder();
  const kernel = createKernel({
    host: createMemoryHost(),
    tools: [asks, done("gated"), done("free"), late, stubborn],
    policy: [{ scope: "project", rules: RULES }],
    defaultPolicy: false,
    broker,
    recorder,
  });
  const session = kernel.session({ strategy });
  const call = (id: string, name: string) => ({ id, name, arguments: {} });
  return {
    session,
    recorder,
    ran,
    call,
    suspendable,
    answer: () => {
      answered = true;
    },
    settled: () => recorder.settled().map(({ callId }) => callId),
  };
}

const RULES = [
  { permission: "gated", pattern: "*", action: "ask" },
  { permission: "free", pattern: "*", action: "allow" },
  { permission: "late", pattern: "*", action: "allow" },
  { permission: "stubborn", pattern: "*", action: "allow" },
  { permission: "calls", pattern: "*", action: "allow" },
  { permission: "thing", pattern: "*", action: "allow" },
] as const;

const WAITS = { type: "error", code: "cancelled", details: { suspended: "qst_kept" } };

describe("a call that is given up because it waits for a person", () => {
  it("is not settled, and made again under its id it runs once, with the answer", async () => {
    const world = openWorld();
    expect(await world.session.call(world.call("a", "gated"))).toMatchObject(WAITS);
    expect([world.ran, world.settled()]).toEqual([[], []]);
    world.answer();
    expect(await world.session.call(world.call("a", "gated"))).toMatchObject({ type: "output" });
    expect([world.ran, world.settled()]).toEqual([["a"], ["a"]]);
    // Once: then the id is used up, as every other.
    expect(await world.session.call(world.call("a", "gated"))).toMatchObject({ code: "conflict" });
  });

  it("is given up by its tool's own question too", async () => {
    const world = openWorld();
    expect(await world.session.call(world.call("a", "asks"))).toMatchObject(WAITS);
    world.answer();
    expect(await world.session.call(world.call("a", "asks"))).toMatchObject({ data: [["blue"]] });
    expect(world.settled()).toEqual(["a"]);
  });

  it("holds up what comes after it in its batch, and keeps what was refused", async () => {
    const world = openWorld();
    const calls = [world.call("a", "gated"), world.call("b", "free"), world.call("c", "none")];
    const { results } = await world.session.callAll(calls);
    expect(results).toMatchObject([WAITS, WAITS, { code: "unknown_tool" }]);
    expect([world.ran, world.settled()]).toEqual([[], ["c"]]);
    world.answer();
    await world.session.callAll(calls.slice(0, 2));
    expect([world.ran, world.settled()]).toEqual([
      ["a", "b"],
      ["c", "a", "b"],
    ]);
  });

  it.each([
    ["parallel", ["b"]],
    ["sequential", []],
  ] as const)("leaves what runs beside it alone when %s", async (strategy, ran) => {
    const world = openWorld(strategy);
    const calls = [world.call("a", "asks"), world.call("b", "free")];
    const { results } = await world.session.callAll(calls);
    expect(results[0]).toMatchObject(WAITS);
    expect(world.ran).toEqual(ran);
  });

  it("takes the program with it that made it, which makes no further call", async () => {
    const world = openWorld();
    expect(await world.session.call(world.call("a", "stubborn"))).toMatchObject(WAITS);
    expect([world.ran, world.settled()]).toEqual([[], []]);
  });

  it("cannot be given up once something of it has begun", async () => {
    const world = openWorld();
    await world.session.call(world.call("a", "late"));
    expect(world.suspendable).toEqual([false]);
    expect(world.settled()).toEqual(["a"]);
  });
});
