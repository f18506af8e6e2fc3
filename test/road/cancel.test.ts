import {
  defineTool,
  type RuntimeBase,
  type Tool,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import type { ToolPin } from "@toolplane/contract/ports";
import { STAGES } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allowAll, codeOf, echo, openWorld, type WorldOptions } from "./fixture.ts";

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const tool = (execute: (args: object, runtime: RuntimeBase) => unknown, more: object = {}): Tool =>
  defineTool({
    id: "t",
    description: "T.",
    parameters: { type: "object" },
    requires: {},
    limits: { timeoutMs: 100 },
    ...more,
    execute,
  });

/** Of a server that says after each judgement that its tools are others, and never which. */
function hangingPin(): ToolPin {
  let isJudged = false;
  return {
    nameOf: (tool) => tool,
    now: () => "digest",
    drift: () => {
      isJudged = true;
      return null;
    },
    reading: () => {
      const hangs = isJudged;
      isJudged = false;
      return hangs ? never() : null;
    },
  };
}

/** A way for a call to hang at each stage that may wait. */
const HANGS: Readonly<Record<string, Pick<WorldOptions, "kernel" | "sourced">>> = {
  validate: {
    kernel: {
      tools: [
        defineTool({
          id: "t",
          description: "T.",
          parameters: z.object({}).refine(() => never<boolean>()),
          requires: {},
          limits: { timeoutMs: 100 },
          execute: () => 1,
        }),
      ],
    },
  },
  judge: { kernel: { tools: [tool(() => 1)], guards: [() => never()] } },
  before: { kernel: { tools: [tool(() => 1)], hooks: [{ before: () => never() }] } },
  recheck: { sourced: [{ tool: tool(() => 1), origin: { layer: "mcp", pin: hangingPin() } }] },
  execute: { kernel: { tools: [tool(() => never())] } },
};

describe("cancellation and timeout", () => {
  for (const [stage, hang] of Object.entries(HANGS)) {
    it(`stop a call that hangs at ${stage} [R067] [R068]`, async () => {
      for (const how of ["session", "signal"] as const) {
        const world = openWorld({ rules: [allowAll], ...hang });
        const controller = new AbortController();
        const pending = world.session.call(
          { id: "1", name: "t", arguments: {} },
          { signal: controller.signal },
        );
        await world.clock.advance(1);
        if (how === "session") world.session.cancel();
        else controller.abort();
        await world.clock.advance(600);
        expect(await pending).toMatchObject({ code: "cancelled", error_text: "Cancelled" });
      }
    });

    it(`time out a call that hangs at ${stage}, and that is not a cancel`, async () => {
      const world = openWorld({ rules: [allowAll], ...hang });
      const pending = world.call("t");
      await world.clock.advance(99);
      expect(await settledYet(pending)).toBe(false);
      await world.clock.advance(600);
      expect(await pending).toMatchObject({
        code: "timeout",
        error_text: expect.stringContaining("100 ms"),
      });
    });
  }

  it("cover every stage that can wait before a result exists", () => {
    const waiting = STAGES.filter(({ always }) => !always).map(({ name }) => name);
    const synchronous = ["resolve", "footprint", "capability", "budget"];
    const byPerson = ["approve"];
    expect(
      waiting.filter((name) => !synchronous.includes(name) && !byPerson.includes(name)),
    ).toEqual(Object.keys(HANGS));
  });

  it("refuse a call in a session that was cancelled, at the first stage", async () => {
    const world = openWorld({ rules: [allowAll] });
    world.session.cancel();
    expect(codeOf(await world.call("echo"))).toBe("cancelled");
    expect(world.recorder.settled()[0]).toMatchObject({ stage: "resolve" });
  });

  it("let the deadline stand still while a person is asked", async () => {
    const world = openWorld({ kernel: { tools: [tool(() => "ran")] }, answers: [] });
    world.broker.hold();
    const pending = world.call("t");
    await world.clock.advance(1_000_000);
    expect(await settledYet(pending)).toBe(false);
    world.broker.release({ choice: "once" });
    expect(await pending).toMatchObject({ data: "ran" });
    // The record tells the person's time from the call's own.
    const [settled] = world.recorder.settled();
    expect(settled?.span).toMatchObject({ durationMs: 1_000_000, attrs: { waited_ms: 1_000_000 } });
  });

  it("count the time after the answer against the deadline", async () => {
    const world = openWorld({ kernel: { tools: [tool(() => never())] } });
    world.broker.hold();
    const pending = world.call("t");
    await world.clock.advance(5_000);
    world.broker.release({ choice: "once" });
    await world.clock.advance(99);
    expect(await settledYet(pending)).toBe(false);
    await world.clock.advance(600);
    expect(await pending).toMatchObject({ code: "timeout" });
  });

  it("withdraw a question whose call was cancelled", async () => {
    const world = openWorld();
    world.broker.hold();
    const pending = world.call("echo");
    await world.clock.advance(1);
    world.session.cancel();
    expect(await pending).toMatchObject({ code: "cancelled" });
  });

  it("make the tool's signal a child of the session's: the session cancels the tool, never the other way [R096]", async () => {
    let signal: AbortSignal | undefined;
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        tools: [
          echo,
          tool((_args, runtime) => {
            signal = runtime.signal;
            return never();
          }),
        ],
      },
    });
    const controller = new AbortController();
    const pending = world.session.call(
      { id: "1", name: "t", arguments: {} },
      { signal: controller.signal },
    );
    await world.clock.advance(1);
    controller.abort();
    await world.clock.advance(600);
    await pending;
    expect(signal?.aborted).toBe(true);
    expect(codeOf(await world.call("echo"))).toBe("output");
    const second = world.session.call({ id: "2", name: "t", arguments: {} });
    await world.clock.advance(1);
    world.session.cancel();
    await world.clock.advance(600);
    await second;
    expect(signal?.aborted).toBe(true);
  });

  it("give a tool that heeds its signal time to come back, and keep what it had for people [R067]", async () => {
    const partial = tool(
      (_args, { signal }) =>
        new Promise((done) =>
          signal.addEventListener("abort", () => done({ lines: 12 }), { once: true }),
        ),
    );
    const world = openWorld({ rules: [allowAll], kernel: { tools: [partial] } });
    const pending = world.call("t");
    await world.clock.advance(1);
    world.session.cancel();
    expect(await pending).toMatchObject({ code: "cancelled", details: { partial: { lines: 12 } } });
  });

  it("let a call lower its own timeout, and raise it to what its tool bears", async () => {
    const bears = tool(() => never(), { limits: { timeoutMs: 100, maxTimeoutMs: 300 } });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [bears] } });
    const short = world.session.call({ id: "1", name: "t", arguments: {} }, { timeoutMs: 10 });
    const long = world.session.call({ id: "2", name: "t", arguments: {} }, { timeoutMs: 10_000 });
    await world.clock.advance(900);
    expect(await short).toMatchObject({ error_text: expect.stringContaining("10 ms") });
    expect(await long).toMatchObject({ error_text: expect.stringContaining("300 ms") });
  });

  it("try again only what may be repeated, only on codes that allow it, with growing waits", async () => {
    let tries = 0;
    const flaky = (repeatable: boolean) =>
      tool(
        () => {
          tries += 1;
          return tries < 3 ? Promise.reject(unavailable()) : "third";
        },
        {
          repeatable,
          limits: {
            timeoutMs: 60_000,
            retry: { attempts: 3, backoffMs: 100, factor: 2, jitterMs: 0 },
          },
        },
      );
    const world = openWorld({ rules: [allowAll], kernel: { tools: [flaky(true)] } });
    const pending = world.call("t");
    await world.clock.advance(99);
    expect(tries).toBe(1);
    await world.clock.advance(1);
    expect(tries).toBe(2);
    await world.clock.advance(200);
    expect(await pending).toMatchObject({ data: "third", metadata: { attempts: 3 } });
    tries = 0;
    const single = openWorld({ rules: [allowAll], kernel: { tools: [flaky(false)] } });
    expect(codeOf(await single.call("t"))).toBe("unavailable");
    expect(tries).toBe(1);
  });

  it.each([
    ["as often as its tool says, and no more", "unavailable", 3],
    ["not at all when the code does not allow it", "not_found", 1],
  ] as const)("try again %s", async (_how, code, times) => {
    let tries = 0;
    const failing = tool(
      () => {
        tries += 1;
        throw new ToolError(code, "down");
      },
      { repeatable: true, limits: { timeoutMs: 60_000, retry: AT_ONCE } },
    );
    const world = openWorld({ rules: [allowAll], kernel: { tools: [failing] } });
    const pending = world.call("t");
    await world.clock.advance(50_000);
    expect(codeOf(await pending)).toBe(code);
    expect(tries).toBe(times);
  });

  it.each([
    ["its tool then reports what may be tried again", {}],
    ["a profile would try anything again", { retry: () => 1 }],
  ])("never try a stopped call again, though %s", async (_why, kernel) => {
    let tries = 0;
    const stopped = tool(
      (_args, { signal }) => {
        tries += 1;
        return new Promise((_done, fail) =>
          signal.addEventListener("abort", () => fail(unavailable()), { once: true }),
        );
      },
      { repeatable: true, limits: { timeoutMs: 60_000, retry: AT_ONCE } },
    );
    const world = openWorld({ rules: [allowAll], kernel: { ...kernel, tools: [stopped] } });
    const pending = world.call("t");
    await world.clock.advance(1);
    world.session.cancel();
    await world.clock.advance(50_000);
    expect(codeOf(await pending)).toBe("cancelled");
    expect(tries).toBe(1);
  });
});

const AT_ONCE = { attempts: 3, backoffMs: 1, factor: 1, jitterMs: 0 };

function unavailable(): unknown {
  return Object.assign(new TypeError("down"), {
    [Symbol.for("toolplane.ToolError")]: true,
    code: "unavailable",
    message: "down",
  });
}

async function settledYet(pending: Promise<ToolResult>): Promise<boolean> {
  const mark = {};
  return (await Promise.race([pending, Promise.resolve(mark)])) !== mark;
}
