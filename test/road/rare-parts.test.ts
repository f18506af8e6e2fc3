/** Rare events on the road, where the same must hold: stops at odd moments, late answers, secrets in odd places. */
import { type Compute, defineTool, type Tool, ToolError } from "@toolplane/contract";
import { createKernel, type ToolOrigin } from "@toolplane/kernel";
import { createMemoryHost, createMemoryRecorder } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, type World } from "./fixture.ts";

const parameters = { type: "object" } as const;

function toolThat(execute: (...given: never[]) => unknown, more: object = {}): Tool {
  const definition = { id: "tool", description: "A tool.", parameters, requires: {} };
  return defineTool({ ...definition, ...more, execute: execute as () => unknown });
}

const open = (tool: Tool, more: object = {}): World =>
  openWorld({ rules: [allowAll], kernel: { tools: [tool], ...more } });

describe("a secret", () => {
  const SECRET = "hunter2-hunter2";
  const secrets = { api: SECRET };

  const masked = (world: World): void => {
    const kept = JSON.stringify(world.recorder.settled(), (_key, value: unknown) =>
      value instanceof Error ? [value.message, value.stack, value.cause] : value,
    );
    expect(kept).toContain("[redacted:api]");
    expect(kept).not.toContain(SECRET);
  };

  it("is masked in the record of a cause", async () => {
    const world = open(
      toolThat(() => {
        throw new TypeError(`could not log in with ${SECRET}`);
      }),
      { secrets },
    );
    expect(codeOf(await world.call("tool"))).toBe("internal");
    masked(world);
  });

  it("is masked in the record of a detail", async () => {
    const world = open(
      toolThat(() => {
        throw new ToolError("failed", "No.", { detail: { token: SECRET } });
      }),
      { secrets },
    );
    await world.call("tool");
    expect(world.recorder.settled()[0]?.detail).toEqual({ token: "[redacted:api]" });
  });

  it("is masked in the record of what was accessed", async () => {
    const reader = toolThat(
      async (_args: never, { fs }: { fs: { read(path: string): Promise<unknown> } }) =>
        fs.read(`${SECRET}.txt`).then(
          () => "read",
          () => "refused",
        ),
      { requires: { fs: { read: ["**"] } } },
    );
    const world = open(reader, { secrets });
    await world.call("tool");
    expect(world.recorder.settled()[0]?.accesses.map(({ subject }) => subject)).toEqual([
      "fs.read /workspace/[redacted:api].txt",
    ]);
  });

  it("is masked in the record of arguments that could not be read", async () => {
    const world = open(
      toolThat(() => null),
      { secrets },
    );
    expect(codeOf(await world.call("tool", `{"key": "${SECRET}"`))).toBe("invalid_input");
    masked(world);
  });

  it("is masked in the record of what was cut out of a result", async () => {
    const long = toolThat(() => `${SECRET}\n`.repeat(5_000), { limits: { maxOutput: 1_000 } });
    const world = open(long, { secrets });
    await world.call("tool");
    expect(world.recorder.settled()[0]?.uncut).toBeDefined();
    masked(world);
  });
});

describe("an intent", () => {
  const reads = { mode: "read" };

  it.each<readonly [string, ToolOrigin, boolean]>([
    ["a bundled tool", { layer: "bundled" }, false],
    ["a server", { layer: "mcp", source: "far" }, true],
    ["a project that nobody trusted", { layer: "project" }, true],
  ])("is written unless the word of %s counts that it only reads", async (_name, origin, due) => {
    const recorder = createMemoryRecorder();
    const kernel = createKernel({ host: createMemoryHost(), recorder, defaultPolicy: false });
    kernel.register(
      toolThat(() => null, reads),
      origin,
    );
    const session = kernel.session({ rules: [allowAll] });
    await session.call({ id: "1", name: "tool", arguments: {} });
    expect(recorder.settled()[0]?.intended).toBe(due);
    expect(recorder.intents()).toHaveLength(due ? 1 : 0);
  });

  it("that becomes durable after the call was stopped runs nothing", async () => {
    let ran = 0;
    const world = open(
      toolThat(() => {
        ran += 1;
        return null;
      }),
    );
    world.recorder.hold();
    const events: string[] = [];
    world.session.on(({ type }) => events.push(type));
    const pending = world.call("tool");
    await Promise.resolve();
    world.session.cancel();
    world.recorder.release();
    expect(codeOf(await pending)).toBe("cancelled");
    expect(ran).toBe(0);
    expect(events).not.toContain("call-start");
  });
});

describe("a result that could not be bounded", () => {
  it("is not shown at all", async () => {
    const maxOutput = {
      get tool(): number {
        throw new TypeError("no bound");
      },
    };
    const world = open(
      toolThat(() => "as it came"),
      { maxOutput },
    );
    expect(await world.call("tool")).toMatchObject({
      type: "error",
      code: "internal",
      error_text: "The result could not be bounded.",
    });
  });
});

describe("a bound on calls", () => {
  it.each<readonly [string, object, object]>([
    ["in a session", { maxCallsPerSession: 2 }, {}],
    ["of a tool", {}, { limits: { callsPerSession: 2 } }],
  ])(
    "%s counts those that ran, and gives the place of one that did not back",
    async (_name, kernel, more) => {
      const skipping = new Set(["skip-1", "skip-2"]);
      const world = open(
        toolThat(() => "ran", more),
        {
          ...kernel,
          hooks: [{ before: ({ callId }: { callId: string }) => !skipping.has(callId) }],
        },
      );
      const outcomes: string[] = [];
      for (const id of ["skip-1", "a", "skip-2", "b", "c", "d"])
        outcomes.push(codeOf(await world.call("tool", {}, { id })));
      expect(outcomes).toEqual([
        "skipped",
        "output",
        "skipped",
        "output",
        "budget_exceeded",
        "budget_exceeded",
      ]);
    },
  );
});

describe("a tool that ignores its signal", () => {
  it("is left behind, and its late answer reaches nobody", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const world = open(toolThat(() => promise));
    const events: string[] = [];
    world.session.on(({ type }) => events.push(type));
    const pending = world.call("tool");
    await world.clock.advance(0);
    world.session.cancel();
    await world.clock.advance(1_000);
    const result = await pending;
    expect(codeOf(result)).toBe("cancelled");
    resolve("late");
    await world.clock.advance(1_000);
    expect(events).toEqual(["call-start", "call-end", "call-settle"]);
    expect(world.recorder.settled()).toHaveLength(1);
    expect(world.recorder.settled()[0]?.result).toEqual(result);
  });
});

describe("the caller's own signal", () => {
  it.each(["before", "while"] as const)("stops the call %s it runs", async (when) => {
    const controller = new AbortController();
    let ran = 0;
    const world = open(
      toolThat((_args: never, { signal }: { signal: AbortSignal }) => {
        ran += 1;
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      }),
    );
    if (when === "before") controller.abort();
    const pending = world.session.call(
      { id: "1", name: "tool", arguments: {} },
      { signal: controller.signal },
    );
    await world.clock.advance(0);
    controller.abort();
    await world.clock.advance(1_000);
    expect(codeOf(await pending)).toBe("cancelled");
    expect(ran).toBe(when === "before" ? 0 : 1);
  });
});

describe("hooks", () => {
  it("hear of every kind of refusal by a wall or a judge", async () => {
    const heard: unknown[] = [];
    const hooks = [{ onPermissionDenied: ({ tool }: { tool: string }) => void heard.push(tool) }];
    const watched = openWorld({
      rules: [allowAll],
      kernel: { hooks, watchdog: () => ({ action: "deny", reason: "no" }) },
    });
    expect(codeOf(await watched.call("echo"))).toBe("watchdog_denied");
    const walled = openWorld({ rules: [allowAll], kernel: { hooks } });
    expect(codeOf(await walled.call("read", { path: "/etc/passwd" }))).toBe("capability_denied");
    const ruled = openWorld({
      rules: [{ permission: "write", pattern: "**", action: "deny" }],
      kernel: { hooks },
    });
    expect(codeOf(await ruled.call("write", { path: "a", content: "" }))).toBe("permission_denied");
    expect(heard).toEqual(["echo", "read", "write"]);
  });
});

describe("a hook that breaks when it is asked for a veto", () => {
  it("keeps that one update back, and the call goes on", async () => {
    const telling = toolThat((_args: never, { update }: { update: (partial: string) => void }) => {
      for (const partial of ["one", "bad", "two"]) update(partial);
      return "done";
    });
    const beforeUpdate = (_call: object, text: string): undefined => {
      if (text === "bad") throw new TypeError("broken");
    };
    const world = open(telling, { hooks: [{ beforeUpdate }] });
    const told: unknown[] = [];
    world.session.on((event) => {
      if (event.type === "call-update") told.push(event.partial);
    });
    expect(await world.call("tool")).toMatchObject({ data: "done" });
    expect(told).toEqual(["one", "two"]);
  });
});

describe("the runtime", () => {
  it("gives no state to a tool that declares none", async () => {
    const world = open(
      toolThat((_args: never, runtime: { state: unknown }) => typeof runtime.state),
    );
    expect(codeOf(await world.call("tool"))).toBe("internal");
    const keeper = toolThat((_args: never, { state }: { state: unknown }) => typeof state, {
      state: { version: 1, schema: true },
    });
    expect(await open(keeper).call("tool")).toMatchObject({ data: "object" });
  });

  it.each<readonly [string, object]>([
    ["with doors", { requires: { fs: { read: ["**"] } } }],
    ["without doors", {}],
  ])("does not let a tool %s change what the next call is given", async (_name, more) => {
    const thief = toolThat((_args: never, runtime: object) => {
      const changed: string[] = [];
      for (
        let at: object = Object.getPrototypeOf(runtime);
        at !== Object.prototype;
        at = Object.getPrototypeOf(at)
      )
        for (const name of ["signal", "fs", "extra"])
          if (Reflect.defineProperty(at, name, { value: "stolen" })) changed.push(name);
      return changed;
    }, more);
    expect(await open(thief).call("tool")).toMatchObject({ data: [] });
  });

  it("ends a computation that takes too long, whoever forgot to say how long", async () => {
    const computing = toolThat(
      async (_args: never, { compute }: { compute: Compute }) => compute("never", null),
      { requires: { capabilities: ["compute"] }, limits: { timeoutMs: 60_000 } },
    );
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [computing] },
      host: { modules: { never: () => new Promise(() => undefined) } },
    });
    const pending = world.call("tool");
    await world.clock.advance(11_000);
    expect(await pending).toMatchObject({
      code: "timeout",
      error_text: expect.stringContaining("within 10000 ms"),
    });
  });
});
