import { defineTool, type Tool, ToolError } from "@toolplane/contract";
import { type CallHooks, createTokenLedger, type RetryProfile } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const talker: Tool = defineTool({
  id: "talker",
  description: "Talks.",
  parameters: { type: "object" },
  requires: {},
  execute: (_args, { update }) => {
    update("one");
    update("two");
    return "done";
  },
});

function withHooks(
  hooks: readonly CallHooks[],
  tool: Tool = talker,
  more: Parameters<typeof openWorld>[0] = {},
) {
  return openWorld({
    rules: [allowAll],
    ...more,
    kernel: { tools: [tool], ...more.kernel, hooks },
  });
}

describe("hooks around a call", () => {
  it("come before the start and after the end, with name, id and arguments [R109] [R112]", async () => {
    const order: unknown[] = [];
    const world = withHooks([
      {
        before: (call, args) => void order.push(["before", call, args]),
        after: (call, outcome) => void order.push(["after", call, outcome]),
      },
    ]);
    world.session.on(({ type }) => {
      if (type === "call-start" || type === "call-end") order.push(type);
    });
    await world.call("talker", { a: 1 }, { id: "c" });
    const call = { tool: "talker", callId: "c" };
    expect(order).toEqual([
      ["before", call, { a: 1 }],
      "call-start",
      "call-end",
      ["after", call, { isError: false }],
    ]);
  });

  it("skip the call on false: neither start nor end, and an error for the model [R110] [R111]", async () => {
    for (const before of [() => false, async () => false]) {
      const after: unknown[] = [];
      const world = withHooks([{ before, after: (...told) => void after.push(told) }]);
      const events: string[] = [];
      world.session.on(({ type }) => events.push(type));
      expect(await world.call("talker")).toMatchObject({ type: "error", code: "skipped" });
      expect(events).toEqual(["call-settle"]);
      expect(after).toEqual([]);
    }
  });

  it("veto a single update and are told only of those that went out [R113] [R114]", async () => {
    const told: string[] = [];
    const world = withHooks([
      {
        beforeUpdate: (_call, text) => text !== "one",
        afterUpdate: (_call, text) => void told.push(text),
      },
    ]);
    const updates: unknown[] = [];
    world.session.on((event) => {
      if (event.type === "call-update") updates.push(event.partial);
    });
    expect(await world.call("talker")).toMatchObject({ data: "done" });
    expect(updates).toEqual(["two"]);
    expect(told).toEqual(["two"]);
  });

  it("are all optional, and one that breaks is not the call's business, unless it was asked for a veto [R115]", async () => {
    expect(await withHooks([{}]).call("talker")).toMatchObject({ data: "done" });
    const broken = () => {
      throw new TypeError("hook");
    };
    expect(await withHooks([{ after: broken, afterUpdate: broken }]).call("talker")).toMatchObject({
      data: "done",
    });
    expect(codeOf(await withHooks([{ before: broken }]).call("talker"))).toBe("internal");
  });
});

describe("hooks around its attempts", () => {
  const flaky = (failures: number, code: "unavailable" | "not_found" = "unavailable"): Tool => {
    let left = failures;
    return defineTool({
      id: "flaky",
      description: "Fails at first.",
      parameters: { type: "object" },
      requires: {},
      repeatable: true,
      limits: { retry: { attempts: 3, backoffMs: 1, factor: 1, jitterMs: 0 } },
      execute: () => {
        left -= 1;
        if (left >= 0) throw new ToolError(code, "not yet");
        return "finally";
      },
    });
  };

  it("fire per attempt, per exception, and once after success [R116] [R117] [R118]", async () => {
    const order: unknown[] = [];
    const hooks: CallHooks = {
      beforeAttempt: ({ tool, parameters, attempt, workspace }) =>
        void order.push(["before", tool, parameters, attempt, workspace]),
      onError: ({ tool, attempt }, { error, code }) =>
        void order.push(["error", tool, attempt, (error as Error).message, code]),
      afterSuccess: ({ tool, attempt }, { result, durationMs }) =>
        void order.push(["after", tool, attempt, result.type, typeof durationMs]),
    };
    const world = withHooks([hooks], flaky(1), { session: { workspace: "side" } });
    const pending = world.call("flaky", { a: 1 });
    await world.clock.advance(10);
    expect(await pending).toMatchObject({ data: "finally", metadata: { attempts: 2 } });
    expect(order).toEqual([
      ["before", "flaky", { a: 1 }, 1, "side"],
      ["error", "flaky", 1, "not yet", "unavailable"],
      ["before", "flaky", { a: 1 }, 2, "side"],
      ["after", "flaky", 2, "output", "number"],
    ]);
  });

  it("are waited for, in order", async () => {
    const order: string[] = [];
    const later = (name: string) => async () => {
      await Promise.resolve();
      order.push(name);
    };
    const world = withHooks([
      { beforeAttempt: later("first") },
      { beforeAttempt: later("second"), afterSuccess: later("third") },
    ]);
    await world.call("talker");
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("hear of refusals with role and workspace [R119]", async () => {
    const told: unknown[] = [];
    const world = withHooks(
      [
        {
          onPermissionDenied: ({ tool, role, workspace }) =>
            void told.push([tool, role, workspace]),
        },
      ],
      talker,
      {
        rules: [{ permission: "talker", pattern: "**", action: "deny" }],
        session: { role: "coder", workspace: "w" },
      },
    );
    expect(codeOf(await world.call("talker"))).toBe("permission_denied");
    expect(told).toEqual([["talker", "coder", "w"]]);
  });

  it("hear of an exhausted budget with the parameters [R120]", async () => {
    const told: unknown[] = [];
    const world = withHooks(
      [{ onBudgetExceeded: ({ tool, parameters }) => void told.push([tool, parameters]) }],
      talker,
      {
        session: { tokens: createTokenLedger({ maxTokens: 1 }) },
      },
    );
    expect(codeOf(await world.call("talker", { long: "x".repeat(100) }))).toBe("budget_exceeded");
    expect(told).toEqual([["talker", { long: "x".repeat(100) }]]);
  });

  it("hear when tools are off [R121]", async () => {
    let told = 0;
    const world = withHooks(
      [
        {
          onToolsDisabled: () => {
            told += 1;
          },
        },
      ],
      talker,
      {
        kernel: { toolsEnabled: () => false },
      },
    );
    expect(codeOf(await world.call("talker"))).toBe("disabled");
    expect(told).toBe(1);
  });

  it("leave retries to a profile that has its own word", async () => {
    const retry: RetryProfile = (result, { attempt }) =>
      result.code === "not_found" || attempt >= 3 ? null : 10 ** attempt;
    const world = withHooks([], flaky(2, "unavailable"), { kernel: { retry } });
    const pending = world.call("flaky");
    await world.clock.advance(9);
    await world.clock.advance(1);
    await world.clock.advance(100);
    expect(await pending).toMatchObject({ data: "finally", metadata: { attempts: 3 } });
    const fast = withHooks([], flaky(1, "not_found"), { kernel: { retry } });
    expect(codeOf(await fast.call("flaky"))).toBe("not_found");
  });
});

describe("a workflow's tokens", () => {
  const costly: Tool = defineTool({
    id: "costly",
    description: "Says what it cost.",
    parameters: { type: "object", properties: { tokens: { type: "integer" } } },
    requires: {},
    execute: async ({ tokens }) => {
      const { output } = await import("@toolplane/contract");
      return output("ok", { usage: { tokens: tokens ?? 0 } });
    },
  });

  it("are reserved from the arguments, replaced by what was used, and withhold a result that overshoots", async () => {
    const tokens = createTokenLedger({ maxTokens: 100 });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [costly] },
      session: { tokens },
    });
    expect(codeOf(await world.call("costly", { tokens: 60 }))).toBe("output");
    expect(tokens.used()).toBe(60);
    expect(codeOf(await world.call("costly", { tokens: 60 }))).toBe("budget_exceeded");
    tokens.reset();
    expect(codeOf(await world.call("costly", { tokens: 1 }))).toBe("output");
  });

  it("are given back by a call that never ran", async () => {
    const tokens = createTokenLedger({ maxTokens: 100 });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [costly], hooks: [{ before: () => false }] },
      session: { tokens },
    });
    await world.call("costly", { tokens: 60 });
    expect(tokens.used()).toBe(0);
  });

  it("are shared with children and with nobody else", async () => {
    const { createKernel } = await import("@toolplane/kernel");
    const { host } = openWorld();
    const kernel = createKernel({
      host,
      tools: [costly],
      policy: [{ scope: "session", rules: [allowAll] }],
    });
    const tokens = createTokenLedger({ maxTokens: 100 });
    const parent = kernel.session({ tokens });
    const child = kernel.session({ parent, tokens: createTokenLedger({ maxTokens: 1_000 }) });
    const other = kernel.session({ tokens: createTokenLedger({ maxTokens: 100 }) });
    const cost = (session: typeof parent, id: string) =>
      session.call({ id, name: "costly", arguments: { tokens: 70 } });
    expect(codeOf(await cost(child, "1"))).toBe("output");
    expect(codeOf(await cost(parent, "2"))).toBe("budget_exceeded");
    expect(codeOf(await cost(other, "3"))).toBe("output");
  });
});
