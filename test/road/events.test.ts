import { defineTool, type Tool, type ToolplaneEvent } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const chatty: Tool = defineTool({
  id: "chatty",
  description: "Talks while it works.",
  parameters: { type: "object" },
  requires: {},
  execute: (_args, { update, progress, call }) => {
    progress("starting");
    update({ done: 1 });
    update("half");
    return call.callId;
  },
});

function listen(world: ReturnType<typeof openWorld>) {
  const events: ToolplaneEvent[] = [];
  world.session.on((event) => events.push(event));
  return events;
}

describe("events of a call", () => {
  it("bracket every executed call with start and end, with the same id throughout [R095] [R098] [R099] [R101]", async () => {
    const world = openWorld({ rules: [allowAll], kernel: { tools: [chatty] } });
    const events = listen(world);
    await world.call("chatty", {}, { id: "c-7" });
    expect(events.map(({ type }) => type)).toEqual([
      "call-start",
      "call-progress",
      "call-update",
      "call-update",
      "call-end",
      "call-settle",
    ]);
    expect(new Set(events.map((event) => "callId" in event && event.callId))).toEqual(
      new Set(["c-7"]),
    );
    expect(events[1]).toMatchObject({ text: "starting" });
    expect(events[2]).toMatchObject({ partial: { done: 1 } });
  });

  it("give the tool its id, its name and a signal, and callbacks instead of the event system [R094] [R100]", async () => {
    const keys: string[] = [];
    let seen: unknown;
    const looker: Tool = defineTool({
      id: "looker",
      description: "Looks.",
      parameters: { type: "object" },
      requires: {},
      execute: (_args, runtime) => {
        for (const key in runtime) keys.push(key);
        keys.push(
          ...Object.getOwnPropertyNames(Object.getPrototypeOf(runtime)).filter(
            (key) => key !== "constructor",
          ),
        );
        seen = { ...runtime.call, aborted: runtime.signal.aborted };
        return null;
      },
    });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [looker] },
      session: { id: "s", role: "r", workspace: "w" },
    });
    await world.call("looker", {}, { id: "c" });
    expect(seen).toEqual({
      callId: "c",
      toolId: "looker",
      sessionId: "s",
      role: "r",
      workspace: "w",
      attempt: 1,
      depth: 0,
      aborted: false,
    });
    expect(keys.sort()).toEqual([
      "ask",
      "call",
      "config",
      "progress",
      "services",
      "signal",
      "spawn",
      "state",
      "update",
      "wait",
    ]);
  });

  it("never put a partial result into what a model sees [R098]", async () => {
    const world = openWorld({ rules: [allowAll], kernel: { tools: [chatty] } });
    expect(JSON.stringify(await world.call("chatty"))).not.toMatch(/half|done/);
  });

  it("leave older tools alone when the runtime gains a member [R097]", async () => {
    const execute = (_args: unknown, { progress, ...rest }: OlderRuntime) => {
      progress("old");
      return { knew: "newer" in rest };
    };
    // The same tool where the runtime is as it was, and where it has one member more.
    const newer: Tool = {
      ...chatty,
      execute: (args, runtime) => execute(args, withNewer(runtime)),
    };
    for (const [tool, knew] of [
      [{ ...chatty, execute } as Tool, false],
      [newer, true],
    ] as const) {
      const world = openWorld({ rules: [allowAll], kernel: { tools: [tool] } });
      const events = listen(world);
      expect(await world.call("chatty")).toMatchObject({ type: "output", data: { knew } });
      expect(events).toContainEqual(
        expect.objectContaining({ type: "call-progress", text: "old" }),
      );
    }
  });

  it("have neither start nor end when a hook skips the call, and the model is told", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [chatty], hooks: [{ before: () => false }] },
    });
    const events = listen(world);
    expect(codeOf(await world.call("chatty"))).toBe("skipped");
    expect(events.map(({ type }) => type)).toEqual(["call-settle"]);
  });

  it("stop when the call has settled", async () => {
    let late: ((text: string) => void) | undefined;
    const leaky: Tool = defineTool({
      id: "leaky",
      description: "Keeps its callbacks.",
      parameters: { type: "object" },
      requires: {},
      execute: (_args, { progress }) => {
        late = progress;
        return null;
      },
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [leaky] } });
    const events = listen(world);
    await world.call("leaky");
    late?.("too late");
    expect(events.some(({ type }) => type === "call-progress")).toBe(false);
  });

  it("do not depend on listeners that break", async () => {
    const world = openWorld({ rules: [allowAll], kernel: { tools: [chatty] } });
    world.session.on(() => {
      throw new TypeError("listener");
    });
    expect(codeOf(await world.call("chatty"))).toBe("output");
  });

  it("carry no secret", async () => {
    const secretive: Tool = defineTool({
      id: "secretive",
      description: "Leaks.",
      parameters: { type: "object", properties: { key: { type: "string" } } },
      requires: {},
      execute: ({ key }, { update, progress }) => {
        update({ key: key ?? "" });
        progress(`using ${key}`);
        return `used ${key}`;
      },
    });
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [secretive], secrets: { api: "hunter2-hunter2" } },
    });
    const events = listen(world);
    const result = await world.call("secretive", { key: "hunter2-hunter2" });
    const everything = JSON.stringify([
      events,
      result,
      world.recorder.settled(),
      world.recorder.intents(),
    ]);
    expect(everything).not.toContain("hunter2-hunter2");
    expect(everything).toContain("[redacted:api]");
  });

  it("of every session reach a listener of the kernel, from opening to closing", async () => {
    const heard: string[] = [];
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [chatty], onEvent: ({ type }) => heard.push(type) },
    });
    await world.call("chatty");
    await world.session.close();
    expect([heard[0], heard.at(-1)]).toEqual(["session-open", "session-close"]);
    expect(heard).toContain("call-settle");
  });

  it("and the record show no secret that stands in a rule or in a judge's words", async () => {
    const secrets = { api: "hunter2-hunter2" };
    const ruled = openWorld({
      kernel: { secrets },
      rules: [
        {
          permission: "fs.read",
          pattern: "{workspace}/{README.md,hunter2-hunter2}",
          action: "deny",
        },
      ],
    });
    const denied = await ruled.call("read", { path: "README.md" });
    const watched = openWorld({
      rules: [allowAll],
      kernel: { secrets, watchdog: () => ({ action: "deny", reason: "it holds hunter2-hunter2" }) },
    });
    const refused = await watched.call("echo");
    expect([codeOf(denied), codeOf(refused)]).toEqual(["permission_denied", "watchdog_denied"]);
    const kept = JSON.stringify([
      denied,
      refused,
      ruled.recorder.settled(),
      watched.recorder.settled(),
    ]);
    expect(kept).not.toContain("hunter2-hunter2");
    expect(kept).toContain("[redacted:api]");
  });

  it("and the record show no secret that is the name of a file or of a tool", async () => {
    const heard: unknown[] = [];
    const world = openWorld({
      rules: [allowAll],
      host: { files: { "/workspace/hunter2-hunter2.txt": "fine" } },
      kernel: {
        secrets: { api: "hunter2-hunter2" },
        onEvent: (event) => heard.push(event),
      },
    });
    const read = await world.call("read", { path: "hunter2-hunter2.txt" });
    const unknown = await world.call("hunter2-hunter2");
    expect([read.type, codeOf(unknown)]).toEqual(["output", "unknown_tool"]);
    const kept = JSON.stringify([unknown, heard, world.recorder.settled()]);
    expect(kept).toContain("[redacted:api]");
    expect(kept).not.toContain("hunter2-hunter2");
  });
});

/** What a tool was written against before the runtime had more. */
interface OlderRuntime {
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

function withNewer({ progress, signal }: OlderRuntime): OlderRuntime {
  return Object.assign({ progress, signal }, { newer: () => "new" });
}
