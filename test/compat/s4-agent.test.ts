import {
  type AgentCallbacks,
  type AgentEvent,
  type AgentTool,
  type AgentToolNeeds,
  agentToolError,
  applyProfile,
  executeToolCalls,
  fromAgentCallbacks,
  fromAgentTool,
  PROFILES,
  sessionOptions,
  type ToolExecutionStrategy,
  toAgentEvent,
  toAgentResult,
  toExecutionStrategy,
} from "@toolplane/compat";
import type { JsonObject } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createFakeClock, createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";

const text = (said: string) => ({
  content: [{ type: "text" as const, text: said }],
  details: null,
  childLoopId: null,
});

function agentTool(execute: AgentTool["execute"], more: Partial<AgentTool> = {}): AgentTool {
  return {
    name: "work",
    label: "Work",
    description: "Works.",
    parametersSchema: { type: "object" },
    execute,
    ...more,
  };
}

function openS4(
  tool: AgentTool,
  options: {
    readonly needs?: AgentToolNeeds;
    readonly callbacks?: AgentCallbacks;
    readonly strategy?: ToolExecutionStrategy;
  } = {},
) {
  const clock = createFakeClock({ wallMs: 1_000 });
  const host = createMemoryHost({ clock, files: { "/workspace/a.txt": "file\n" } });
  const kernel = createKernel(
    applyProfile(PROFILES.phi, {
      host,
      tools: [fromAgentTool(tool, options.needs)],
      hooks: options.callbacks ? [fromAgentCallbacks(options.callbacks)] : [],
    }),
  );
  const session = kernel.session(
    sessionOptions(
      PROFILES.phi,
      options.strategy ? { strategy: toExecutionStrategy(options.strategy) } : {},
    ),
  );
  const events: AgentEvent[] = [];
  session.on((event) => {
    const named = toAgentEvent(event);
    if (named) events.push(named);
  });
  let made = 0;
  const turn = (...given: readonly JsonObject[]) => {
    const calls = given.map((args) => {
      made += 1;
      return { id: `c${made}`, name: tool.name, arguments: args };
    });
    return executeToolCalls({ session, host, calls });
  };
  return { clock, host, session, events, turn };
}

describe("an AgentTool on the road", () => {
  it("gets S4's context beside its parameters [R094]", async () => {
    const seen: unknown[] = [];
    const world = openS4(
      agentTool((params, ctx) => {
        const { toolCallId, toolName, cancel, onUpdate, onProgress } = ctx;
        seen.push([params, toolCallId, toolName, cancel.isCancelled(), cancel.signal.aborted]);
        onProgress?.("half way");
        onUpdate?.(text("partial"));
        return text("done");
      }),
    );
    await world.turn({ n: 1 });
    expect(seen).toEqual([[{ n: 1 }, "c1", "work", false, false]]);
    const named = { tool_call_id: "c1", tool_name: "work" };
    expect(world.events).toEqual([
      { type: "ToolExecutionStart", ...named, args: { n: 1 } },
      { type: "ProgressMessage", ...named, text: "half way" },
      { type: "ToolExecutionUpdate", ...named, partial_result: text("partial") },
      { type: "ToolExecutionEnd", ...named, is_error: false },
    ]);
  });

  it("hands back content, details and child loop, whole [R069]", async () => {
    const image = { type: "image", data: "AA==", mime_type: "image/png" } as const;
    const result = {
      content: [{ type: "text", text: "seen" } as const, image],
      details: { ms: 3 },
      childLoopId: null,
    };
    const { session } = openS4(agentTool(() => result));
    const settled = await session.call({ id: "1", name: "work", arguments: {} });
    expect(toAgentResult(settled)).toEqual(result);
  });

  it("names a child loop only when it is a sub-agent's tool [R072]", async () => {
    const named = { ...text("child's answer"), childLoopId: "ses.sub.1" };
    const run = async (needs: AgentToolNeeds, returned: ReturnType<typeof text>) => {
      const { session } = openS4(
        agentTool(() => returned),
        { needs },
      );
      return toAgentResult(await session.call({ id: "1", name: "work", arguments: {} }));
    };
    expect(await run({ subAgent: true }, named as never)).toEqual(named);
    expect(await run({}, named as never)).toEqual(text("child's answer"));
    expect((await run({}, text("x"))).childLoopId).toBe(null);
  });

  it("enters the conversation as a message with id, name, error mark and time [R073]", async () => {
    const world = openS4(
      agentTool((params) => {
        if (params.fail) throw agentToolError({ variant: "Failed", message: "disk full" });
        return { ...text("fine"), details: { hidden: true } };
      }),
    );
    await world.clock.advance(500);
    const { messages } = await world.turn({}, { fail: true });
    expect(messages).toEqual([
      {
        tool_call_id: "c1",
        tool_name: "work",
        content: [{ type: "text", text: "fine" }],
        is_error: false,
        timestamp: 1_500,
      },
      {
        tool_call_id: "c2",
        tool_name: "work",
        content: [{ type: "text", text: "disk full" }],
        is_error: true,
        timestamp: 1_500,
      },
    ]);
  });

  it("answers every call with S4's exact words [R075] [R076] [R077] [R078]", async () => {
    const { session, host } = openS4(
      agentTool(() => agentToolError({ variant: "Cancelled" }), {
        parametersSchema: { type: "object", properties: { n: { type: "integer" } } },
      }),
    );
    const calls = [
      { id: "1", name: "wrok", arguments: {} },
      { id: "2", name: "work", arguments: { n: "x" } },
      { id: "3", name: "work", arguments: {} },
      null as never,
    ];
    const { messages } = await executeToolCalls({ session, host, calls });
    const said = messages.map(({ content: [part] }) => part?.type === "text" && part.text);
    expect(said[0]).toBe("Tool not found: wrok");
    expect(said[1]).toMatch(/^Invalid arguments: n/);
    expect(said[2]).toBe("Cancelled");
    expect(messages.every(({ is_error }) => is_error)).toBe(true);
  });

  it("reaches the world through the doors it was given, and no other way", async () => {
    const tool = agentTool(async ({ path }, { runtime }) => {
      const file = await runtime.fs?.read?.(String(path));
      return text(file ? new TextDecoder().decode(file.bytes) : "no door");
    });
    const needs = {
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { path: "fs.read" },
    } as const;
    const withDoor = await openS4(tool, { needs }).turn({ path: "a.txt" });
    expect(withDoor.messages[0]?.content).toEqual([{ type: "text", text: "file\n" }]);
    const without = await openS4(tool).turn({ path: "a.txt" });
    expect(without.messages[0]?.content).toEqual([{ type: "text", text: "no door" }]);
  });

  it("sees the session's cancellation in its token, and its own does not reach the session [R096]", async () => {
    let seen: (() => boolean) | null = null;
    const world = openS4(
      agentTool(
        (_params, { cancel }) =>
          new Promise((_resolve, reject) => {
            seen = cancel.isCancelled;
            cancel.signal.addEventListener("abort", () => reject(cancel.signal.reason));
          }),
      ),
    );
    const own = new AbortController();
    const first = world.session.call(
      { id: "1", name: "work", arguments: {} },
      { signal: own.signal },
    );
    own.abort();
    expect(await first).toMatchObject({ code: "cancelled", error_text: "Cancelled" });
    const second = world.session.call({ id: "2", name: "work", arguments: {} });
    await world.clock.advance(0);
    world.session.cancel();
    expect(await second).toMatchObject({ code: "cancelled" });
    expect((seen as (() => boolean) | null)?.()).toBe(true);
  });
});

describe("S4's callbacks", () => {
  it("get name, id and what S4 says, in S4's order [R109] [R112] [R113] [R114]", async () => {
    const order: unknown[] = [];
    const world = openS4(
      agentTool((_params, { onUpdate }) => {
        onUpdate?.(text("one"));
        onUpdate?.({
          ...text("two"),
          content: [...text("two").content, ...text("three").content],
        });
        return text("done");
      }),
      {
        callbacks: {
          beforeToolExecution: (...told) => {
            order.push(["before", ...told]);
            return true;
          },
          afterToolExecution: (...told) => void order.push(["after", ...told]),
          beforeToolExecutionUpdate: (...told) => {
            order.push(["before update", ...told]);
            return told[2] !== "one";
          },
          afterToolExecutionUpdate: (...told) => void order.push(["after update", ...told]),
        },
      },
    );
    world.session.on(({ type }) => {
      if (type === "call-start" || type === "call-end" || type === "call-update") order.push(type);
    });
    await world.turn({ n: 1 });
    expect(order).toEqual([
      ["before", "work", "c1", { n: 1 }],
      "call-start",
      ["before update", "work", "c1", "one"],
      ["before update", "work", "c1", "two\nthree"],
      "call-update",
      ["after update", "work", "c1", "two\nthree"],
      "call-end",
      ["after", "work", "c1", false],
    ]);
  });

  it("skip a call by false: an error for the model, no start and no end [R110] [R111]", async () => {
    const world = openS4(
      agentTool(() => text("done")),
      { callbacks: { beforeToolExecution: () => false } },
    );
    const { messages } = await world.turn({});
    expect(messages[0]).toMatchObject({ is_error: true });
    expect(world.events).toEqual([]);
  });

  it("are all optional [R115]", async () => {
    const { messages } = await openS4(
      agentTool(() => text("done")),
      { callbacks: {} },
    ).turn({});
    expect(messages[0]).toMatchObject({ is_error: false });
  });
});

describe("S4's strategies", () => {
  it("run one at a time, all at once, or so many at a time, by S4's names [R102] [R103]", async () => {
    const widest = async (strategy?: ToolExecutionStrategy) => {
      let running = 0;
      let most = 0;
      const world = openS4(
        agentTool(async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          return text("done");
        }),
        strategy ? { strategy } : {},
      );
      await world.turn({}, {}, {}, {}, {});
      return most;
    };
    expect(await widest()).toBe(5);
    expect(await widest("Parallel")).toBe(5);
    expect(await widest("Sequential")).toBe(1);
    expect(await widest({ Batched: { size: 2 } })).toBe(2);
  });
});
