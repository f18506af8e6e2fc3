/** Leases of what runs: rules, approvals and hosts that are taken back end it, and nothing else does. */
import {
  type Answer,
  defineTool,
  type PolicyLayer,
  type ProcessDoor,
  type Rule,
  type Tool,
} from "@toolplane/contract";
import { createKernel, type KernelOptions, type SessionOptions } from "@toolplane/kernel";
import {
  createMemoryHost,
  LANDING_SANDBOX,
  type MemoryHostOptions,
  unit,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, readFile } from "./fixture.ts";

/** Starts a process that runs on, and gives its id. */
const start: Tool = defineTool({
  id: "start",
  description: "Starts it.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { shell: [{ cmd: "*" }], env: ["TOKEN"] },
  resources: { command: "shell" },
  execute: async ({ command }, runtime) => {
    const { process } = runtime as unknown as { readonly process: ProcessDoor };
    return (await process.start(String(command))).id;
  },
});

/** Holds on until it is stopped. */
const hold: Tool = defineTool({
  id: "hold",
  description: "Holds a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
  execute: (_args, { signal }) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
});

const HOST: MemoryHostOptions = {
  files: { "/workspace/a.txt": "a", "/workspace/b.txt": "b" },
  commands: { serve: [unit("serve")] },
  env: { TOKEN: "t" },
  programs: {
    serve: async (_run, world) => {
      await world.connect("a.test:443");
      return world.sleep(1e9).then(() => ({}));
    },
  },
};

const deny = (permission: string, pattern: string): Rule => ({
  permission,
  pattern,
  action: "deny",
});
const layers = (...rules: readonly Rule[]): readonly PolicyLayer[] => [{ scope: "project", rules }];
const NET: Rule = { permission: "net.fetch", pattern: "*:*", action: "allow" };
const UNRELATED = [deny("fs.read", "/srv/**"), deny("net.fetch", "b.test"), deny("web", "**")];

interface Setup extends Partial<KernelOptions> {
  readonly memory?: MemoryHostOptions;
  readonly session?: SessionOptions;
}

function open({
  memory = {},
  session: given = { rules: [allowAll, NET] },
  ...options
}: Setup = {}) {
  const host = createMemoryHost({ ...HOST, ...memory });
  const kernel = createKernel({
    host,
    tools: [start, hold, readFile],
    defaultPolicy: false,
    contained: false,
    ...options,
  });
  const session = kernel.session(given);
  let made = 0;
  const call = (name: string, args: Record<string, string>, from = session) => {
    made += 1;
    return from.call({ id: `c${made}`, name, arguments: args });
  };
  return {
    host,
    kernel,
    session,
    call,
    /** Starts one; gives why rules ended it, "running" while it runs, and how it ended otherwise. */
    async serve(from = session): Promise<() => string> {
      const started = await call("start", { command: "serve" }, from);
      expect(started).toMatchObject({ type: "output" });
      await host.clock.advance(0);
      return () => {
        const [process] = host.processes.list(from.id);
        return process?.running ? "running" : (process?.endedBy ?? "ended");
      };
    },
  };
}

describe("a process that runs on", () => {
  it("ends by a rule that closes what it could read, and by none about something else", async () => {
    const { kernel, serve } = open();
    const state = await serve();
    await kernel.setPolicy(layers(...UNRELATED));
    await kernel.setPolicy(layers(...UNRELATED, { ...NET, permission: "fs.read", pattern: "**" }));
    await kernel.setPolicy([]);
    expect(state()).toBe("running");
    await kernel.setPolicy(layers(deny("fs.read", "**/a.txt")));
    expect(state()).toContain("fs.read **/a.txt deny (project rules)");
  });

  it.each([
    ["its command", deny("shell.run", "serve"), "shell.run serve deny"],
    ["its tool", deny("start", "**"), "start ** deny"],
    ["a program that it could start", deny("shell.run", "perl **"), "shell.run perl ** deny"],
    ["a variable that it was given", deny("env", "TOKEN"), "env TOKEN deny"],
    ["a host that it spoke with", deny("net.fetch", "a.test"), "net.fetch a.test deny"],
  ])("ends by a rule that closes %s, and says so", async (_what, rule, said) => {
    const { kernel, serve } = open();
    const state = await serve();
    await kernel.setPolicy(layers(rule));
    expect(state()).toContain(said);
  });

  it("ends when the rule that gave it a connection is gone, and a sandbox would hold it without", async () => {
    const memory = { sandbox: LANDING_SANDBOX };
    const { kernel, serve } = open({
      memory,
      contained: true,
      policy: layers(allowAll, NET),
      session: {},
    });
    const state = await serve();
    await kernel.setPolicy([]);
    expect(state()).toContain("connect to less");
  });

  it("goes on in whichever mode let it begin, when something else changes", async () => {
    const { kernel, session, serve } = open({ session: { mode: "yolo" } });
    const state = await serve();
    session.setMode("ask");
    await kernel.setPolicy(layers(...UNRELATED));
    expect(state()).toBe("running");
  });

  it("ends when what it may reach cannot be worked out", async () => {
    const { host, kernel, serve } = open();
    const state = await serve();
    Object.assign(host, {
      systemBase: () => {
        throw new TypeError("broken");
      },
    });
    await kernel.setPolicy([]);
    expect(state()).toContain("cannot be known");
  });

  it("ends in a child's session by the rules above it", async () => {
    const { kernel, session, serve } = open();
    const child = kernel.session({ parent: session, rules: [] });
    const state = await serve(child);
    await kernel.setPolicy(layers(deny("fs.read", "b.txt")));
    expect(state()).toContain("b.txt");
  });
});

describe("a process that a person let run", () => {
  const asks: Rule = { permission: "shell.run", pattern: "serve", action: "ask" };
  const opened = (choice: "once" | "session") =>
    open({
      broker: { ask: async (): Promise<Answer> => ({ choice }) },
      policy: layers(asks),
    });

  it("ends when the approval is revoked that was kept, and not before", async () => {
    const { kernel, session, serve } = opened("session");
    const state = await serve();
    await kernel.setPolicy(layers(asks, ...UNRELATED));
    session.revokeApprovals(["apr_none"]);
    expect(state()).toBe("running");
    session.revokeApprovals(session.approvals().map(({ id }) => id));
    expect(session.approvals()).toEqual([]);
    await expect.poll(state).toContain("approval that it ran by was revoked");
  });

  it("ends when a session's approvals are cleared, also one that began by an earlier answer", async () => {
    const { host, session, serve } = opened("session");
    await serve();
    await serve();
    session.clearApprovals();
    const all = () => host.processes.list(session.id).filter(({ running }) => running);
    await expect.poll(all).toEqual([]);
  });

  it("goes on by a yes to this very call, whatever asks about it since, until a rule denies it", async () => {
    const { kernel, session, serve } = opened("once");
    const state = await serve();
    session.clearApprovals();
    await kernel.setPolicy(layers({ ...asks, pattern: "**" }));
    expect(state()).toBe("running");
    await kernel.setPolicy(layers(deny("shell.run", "serve")));
    expect(state()).toContain("shell.run serve deny");
  });
});

describe("a call", () => {
  it("that runs is stopped by a rule about what it touches, with the rule, and by no other", async () => {
    const { kernel, call } = open();
    const running = call("hold", { path: "a.txt" });
    const other = call("hold", { path: "b.txt" });
    await kernel.setPolicy(layers(...UNRELATED, deny("fs.read", "a.txt")));
    expect(await running).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringContaining("fs.read a.txt deny (project rules)"),
    });
    await kernel.setPolicy(layers(deny("hold", "**")));
    expect(await other).toMatchObject({ error_text: expect.stringContaining("hold ** deny") });
  });

  it.each([
    ["denies it", deny("fs.read", "a.txt"), "permission_denied"],
    ["is about something else", deny("fs.read", "/srv/**"), "output"],
  ])("that waits for an answer is judged again when a rule %s meanwhile", async (_, rule, code) => {
    const answer = Promise.withResolvers<Answer>();
    const asked = Promise.withResolvers<void>();
    const { kernel, call } = open({
      broker: {
        ask() {
          asked.resolve();
          return answer.promise;
        },
      },
      session: { rules: [{ permission: "fs.read", pattern: "**", action: "ask" }] },
    });
    const waiting = call("read", { path: "a.txt" });
    await asked.promise;
    await kernel.setPolicy(layers(rule));
    answer.resolve({ choice: "once" });
    const result = await waiting;
    expect(result.type === "error" ? result.code : "output").toBe(code);
  });

  it("that waits for an answer is confined by the rules of when it runs", async () => {
    const answer = Promise.withResolvers<Answer>();
    const asked = Promise.withResolvers<void>();
    const { host, kernel, call } = open({
      broker: {
        ask() {
          asked.resolve();
          return answer.promise;
        },
      },
      policy: layers({ permission: "shell.run", pattern: "serve", action: "ask" }),
    });
    const waiting = call("start", { command: "serve" });
    await asked.promise;
    await kernel.setPolicy(layers(deny("fs.read", "**/b.txt")));
    answer.resolve({ choice: "once" });
    expect(await waiting).toMatchObject({ type: "output" });
    const [spawned] = host.spawned();
    expect(JSON.stringify(spawned?.context.confinement.read.masks)).toContain("b.txt");
  });
});
