import { defineTool, type ExecutionStrategy, type Json, type Tool } from "@toolplane/contract";
import { STEERED_AWAY } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, echo, openWorld, readFile, writeFile } from "./fixture.ts";

/** Tools that take a millisecond each and say when they ran. */
function slowWorld(
  strategy: ExecutionStrategy | undefined,
  more: { readonly steering?: () => readonly Json[]; readonly rules?: [] } = {},
) {
  const log: string[] = [];
  let running = 0;
  let most = 0;
  const holder: { sleep: (ms: number) => Promise<void> } = { sleep: async () => undefined };
  const slow: Tool = defineTool({
    id: "slow",
    description: "Takes a while.",
    parameters: {
      type: "object",
      properties: { name: { type: "string" }, ms: { type: "integer" } },
    },
    requires: {},
    execute: async ({ name, ms }) => {
      running += 1;
      most = Math.max(most, running);
      log.push(`start ${name}`);
      await holder.sleep(ms ?? 1);
      running -= 1;
      log.push(`end ${name}`);
      return name;
    },
  });
  const world = openWorld({
    rules: more.rules ?? [allowAll],
    kernel: { tools: [slow, readFile, writeFile] },
    session: {
      ...(strategy ? { strategy } : {}),
      ...(more.steering ? { steering: more.steering } : {}),
    },
  });
  holder.sleep = (ms) => new Promise((done) => void world.clock.setTimer(ms, () => done()));
  const call = (name: string, ms = 1) => ({ id: name, name: "slow", arguments: { name, ms } });
  return { world, log, call, most: () => most };
}

async function run<T>(world: ReturnType<typeof openWorld>, pending: Promise<T>): Promise<T> {
  await world.clock.advance(100);
  return pending;
}

describe("a batch", () => {
  it("runs all at once by default, and answers in call order [R102] [R105]", async () => {
    const { world, log, call, most } = slowWorld(undefined);
    const { results } = await run(
      world,
      world.session.callAll([call("a", 9), call("b", 5), call("c", 1)]),
    );
    expect(log).toEqual(["start a", "start b", "start c", "end c", "end b", "end a"]);
    expect(results.map((result) => result.type === "output" && result.data)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(most()).toBe(3);
  });

  it("runs one at a time when sequential [R102] [R104]", async () => {
    const { world, log, call } = slowWorld("sequential");
    await run(world, world.session.callAll([call("a", 9), call("b", 1)]));
    expect(log).toEqual(["start a", "end a", "start b", "end b"]);
  });

  it("runs so many at a time when batched [R102] [R106]", async () => {
    const { world, log, call, most } = slowWorld({ batched: 2 });
    await run(world, world.session.callAll([call("a", 2), call("b", 1), call("c", 1)]));
    expect(most()).toBe(2);
    expect(log.indexOf("start c")).toBeGreaterThan(log.indexOf("end a"));
  });

  it("has the strategy of its session, not of the model's words [R103]", async () => {
    const { world, call, most } = slowWorld("sequential");
    const worded = { ...call("a"), arguments: { name: "a", ms: 1, strategy: "parallel" } };
    await run(world, world.session.callAll([worded, call("b")]));
    expect(most()).toBe(1);
  });

  it.each([
    ["sequential", ["a"], 1],
    [{ batched: 2 }, ["a", "b"], 1],
    ["parallel", ["a", "b", "c", "d"], 1],
  ] as const)(
    "asks for steering where %o says, skips what has not begun, and answers every call [R104] [R105] [R106] [R107] [R108]",
    async (strategy, ran, polls) => {
      let polled = 0;
      const steering = () => {
        polled += 1;
        return ["stop, do something else"];
      };
      const { world, call } = slowWorld(strategy, { steering });
      const events: string[] = [];
      world.session.on((event) => {
        if (event.type === "call-start" && event.arguments === null) events.push(event.callId);
      });
      const calls = ["a", "b", "c", "d"].map((name) => call(name));
      const outcome = await run(world, world.session.callAll(calls));
      expect(polled).toBe(polls);
      expect(outcome.steering).toEqual(["stop, do something else"]);
      expect(outcome.results).toHaveLength(4);
      const skipped = ["a", "b", "c", "d"].filter(
        (name) => !(ran as readonly string[]).includes(name),
      );
      expect(
        outcome.results.flatMap((result, index) =>
          codeOf(result) === "skipped" ? calls[index]?.id : [],
        ),
      ).toEqual(skipped);
      for (const result of outcome.results) {
        if (result.type === "error") expect(result.error_text).toBe(STEERED_AWAY);
      }
      expect(events).toEqual(skipped);
      expect(world.recorder.settled()).toHaveLength(4);
    },
  );

  it("asks its questions one after the other in call order, before anything runs [R141]", async () => {
    const world = openWorld({
      answers: [{ choice: "session" }, { choice: "reject" }, { choice: "once" }],
    });
    const order: string[] = [];
    world.session.on((event) => {
      if (
        event.type === "approval-request" ||
        event.type === "approval-answer" ||
        event.type === "call-start"
      ) {
        order.push(`${event.type} ${event.callId}`);
      }
    });
    const read = (id: string, path: string) => ({ id, name: "read", arguments: { path } });
    const { results } = await world.session.callAll([
      read("1", "README.md"),
      read("2", ".env"),
      read("3", "README.md"),
      read("4", "a"),
    ]);
    expect(results.map(codeOf)).toEqual(["output", "approval_rejected", "output", "not_found"]);
    expect(order).toEqual([
      "approval-request 1",
      "approval-answer 1",
      "approval-request 2",
      "approval-answer 2",
      "approval-request 4",
      "approval-answer 4",
      "call-start 1",
      "call-start 3",
      "call-start 4",
    ]);
  });

  it("does not count the time of the others' questions against a call", async () => {
    const quick: Tool = defineTool({
      id: "quick",
      description: "Quick.",
      parameters: { type: "object" },
      requires: {},
      limits: { timeoutMs: 50 },
      execute: async () => "ran",
    });
    const world = openWorld({
      rules: [{ permission: "quick", pattern: "**", action: "allow" }],
      kernel: { tools: [quick, readFile] },
    });
    world.broker.hold();
    const pending = world.session.callAll([
      { id: "1", name: "quick", arguments: {} },
      { id: "2", name: "read", arguments: { path: "README.md" } },
    ]);
    await world.clock.advance(10_000);
    world.broker.release({ choice: "once" });
    const { results } = await run(world, pending);
    expect(results.map(codeOf)).toEqual(["output", "output"]);
  });

  it("ends a call that takes too long, and only that one", async () => {
    const hanging: Tool = defineTool({
      id: "hanging",
      description: "Hangs.",
      parameters: { type: "object" },
      requires: {},
      limits: { timeoutMs: 50 },
      execute: () => new Promise(() => undefined),
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [hanging, echo] } });
    const pending = world.session.callAll([
      { id: "1", name: "hanging", arguments: {} },
      { id: "2", name: "echo", arguments: {} },
    ]);
    await world.clock.advance(10_000);
    expect((await pending).results.map(codeOf)).toEqual(["timeout", "output"]);
  });

  it("answers what is no call at all, and fails no sibling", async () => {
    const { world, call } = slowWorld(undefined);
    const { results } = await run(
      world,
      world.session.callAll([call("a"), { id: "x" } as never, call("b")]),
    );
    expect(results.map(codeOf)).toEqual(["output", "invalid_input", "output"]);
  });

  it("stops all of it on cancel", async () => {
    const { world, call } = slowWorld("sequential");
    const pending = world.session.callAll([call("a", 50), call("b")]);
    await world.clock.advance(5);
    world.session.cancel();
    await world.clock.advance(1_000);
    expect((await pending).results.map(codeOf)).toEqual(["cancelled", "cancelled"]);
  });

  it("lets edits of one file wait for one another, so that none is lost, and others run beside them", async () => {
    const host: { sleep: () => Promise<void> } = { sleep: async () => undefined };
    const append: Tool = defineTool({
      id: "append",
      description: "Reads, thinks, writes.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, text: { type: "string" } },
        required: ["path", "text"],
      },
      requires: { fs: { read: ["**"], write: ["**"] } },
      resources: { path: ["fs.read", "fs.write"] },
      execute: async ({ path, text }, { fs }) => {
        const before = new TextDecoder().decode((await fs.read(path)).bytes);
        await host.sleep();
        await fs.write(path, before + text);
        return null;
      },
    });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [append] },
      host: { files: { "/workspace/a": "", "/workspace/b": "" } },
    });
    host.sleep = () => new Promise((done) => void world.clock.setTimer(1, () => done()));
    const calls = Array.from({ length: 20 }, (_, index) => ({
      id: `${index}`,
      name: "append",
      arguments: { path: index % 2 === 0 ? "a" : "b", text: `${index},` },
    }));
    await run(world, world.session.callAll(calls));
    expect(world.host.fileText("/workspace/a")).toBe("0,2,4,6,8,10,12,14,16,18,");
    expect(world.host.fileText("/workspace/b")).toBe("1,3,5,7,9,11,13,15,17,19,");
  });

  it("withdraws a call that is cancelled while it waits for another", async () => {
    const hang: Tool = defineTool({
      id: "hang",
      description: "Writes for ever.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      requires: { fs: { write: ["**"] } },
      resources: { path: "fs.write" },
      execute: (_args, { signal }) =>
        new Promise((done) => signal.addEventListener("abort", () => done("stopped"))),
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [hang] } });
    const controller = new AbortController();
    const first = world.session.call({ id: "1", name: "hang", arguments: { path: "a" } });
    const second = world.session.call(
      { id: "2", name: "hang", arguments: { path: "a" } },
      { signal: controller.signal },
    );
    const third = world.session.call({ id: "3", name: "hang", arguments: { path: "a" } });
    await world.clock.advance(1);
    controller.abort();
    expect(codeOf(await second)).toBe("cancelled");
    world.session.cancel();
    await world.clock.advance(600);
    expect([await first, await third].map(codeOf)).toEqual(["cancelled", "cancelled"]);
  });
});
