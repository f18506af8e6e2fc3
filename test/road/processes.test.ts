/** The doors through which a tool runs commands and programs: what is asked again, in what confinement it runs, whose it is. */
import {
  defineTool,
  isToolError,
  type ProcessDoor,
  type Rule,
  type ShellDoor,
  type Tool,
} from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { command, createMemoryHost, LANDING_SANDBOX, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, readFile, type WorldOptions } from "./fixture.ts";

interface Doors {
  readonly shell: ShellDoor;
  readonly process: ProcessDoor;
}

/** A tool that says it runs `ls` and then does what the case wants. */
function actor(act: (doors: Doors) => Promise<unknown>): Tool {
  return defineTool({
    id: "actor",
    description: "Does what the case wants.",
    parameters: { type: "object", properties: { command: { type: "string" } } },
    requires: { shell: [{ cmd: "*" }] },
    resources: { command: { access: "shell", default: "ls" } },
    execute: async (_args, runtime) => (await act(runtime as unknown as Doors)) as null,
  } as Parameters<typeof defineTool>[0]);
}

/** "ran", or the code of what was thrown. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ran",
    (error: unknown) => (isToolError(error) ? error.code : String(error)),
  );
}

const rule = (action: Rule["action"], permission: string, pattern: string): Rule => ({
  permission,
  pattern,
  action,
});

const host: WorldOptions["host"] = {
  files: { "/workspace/a": "a", "/workspace/.git/config": "c", "/etc/passwd": "p" },
  commands: {
    ls: [unit("ls")],
    "rm x": [unit("rm x")],
    "touch note": command({ units: ["touch note"], writes: ["note"] }),
    "touch .git/config": command({ units: ["touch .git/config"], writes: [".git/config"] }),
    "touch /etc/passwd": command({ units: ["touch /etc/passwd"], writes: ["/etc/passwd"] }),
  },
  programs: { ls: "", rm: "", touch: "", serve: (_run, { sleep }) => sleep(1e9).then(() => ({})) },
};

describe("a line that a tool runs instead of the judged one", () => {
  const rules = [rule("allow", "actor", "ls"), rule("allow", "actor", "touch *")];
  const run = async (act: (doors: Doors) => Promise<unknown>, more: readonly Rule[] = []) => {
    const world = openWorld({
      kernel: { tools: [actor((doors) => outcomeOf(act(doors)))] },
      rules: [...rules, ...more],
      host,
    });
    const result = await world.call("actor");
    return result.type === "output" ? result.data : result.error_text;
  };

  it("is asked about again, in the foreground and in the background", async () => {
    expect(await run(({ shell }) => shell.run("rm x"))).toBe("permission_denied");
    expect(await run(({ process }) => process.start("rm x"))).toBe("permission_denied");
    expect(await run(({ process }) => process.start(["rm", "x"]))).toBe("permission_denied");
    expect(await run(({ process }) => process.run(["rm", "x"]))).toBe("permission_denied");
    expect(await run(({ process }) => process.run(["ls"]))).toBe("ran");
  });

  it("may touch what no rule speaks of, inside reach and outside protected paths", async () => {
    expect(await run(({ shell }) => shell.run("touch note"))).toBe("ran");
    expect(await run(({ shell }) => shell.run("touch .git/config"))).toBe("permission_denied");
    expect(await run(({ shell }) => shell.run("touch /etc/passwd"))).toBe("permission_denied");
    expect(
      await run(({ shell }) => shell.run("touch note"), [rule("ask", "fs.write", "**/note")]),
    ).toBe("permission_denied");
  });

  it("runs in a directory inside reach only", async () => {
    expect(await run(({ shell }) => shell.run("ls", { cwd: "/etc" }))).toBe("permission_denied");
    expect(await run(({ process }) => process.run(["ls"], { cwd: "/etc" }))).toBe(
      "permission_denied",
    );
    const requires = { fs: { read: ["{workspace}/**"] }, shell: [{ cmd: "*" }] };
    const declared = openWorld({
      kernel: {
        tools: [actor(({ shell }) => outcomeOf(shell.run("ls", { cwd: "/etc" })))],
        manifest: { id: "m", requires },
      },
      rules,
      host,
    });
    expect(await declared.call("actor")).toMatchObject({ data: "capability_denied" });
  });
});

describe("a contained call", () => {
  const kinds = (world: ReturnType<typeof openWorld>) =>
    world.host.spawned().map(({ context }) => {
      const { contained, network } = context.confinement;
      return `${contained ? "contained" : "open"}, ${network.access}`;
    });

  it("has nothing but a relay that keeps it in any of its doors, and no network where none could", async () => {
    const tool = actor(async ({ shell, process }) => {
      await shell.run("ls");
      await process.run(["ls"]);
      await process.start(["ls"]);
      return null;
    });
    for (const asksAboutHosts of [true, false]) {
      const facts = { ...LANDING_SANDBOX.facts, asksAboutHosts };
      const world = openWorld({
        kernel: { tools: [tool], contained: true },
        host: { ...host, sandbox: { ...LANDING_SANDBOX, facts } },
      });
      expect(codeOf(await world.call("actor"))).toBe("output");
      const kind = `contained, ${asksAboutHosts ? "relay" : "none"}`;
      expect(kinds(world)).toEqual([kind, kind, kind]);
    }
  });

  it("is none that is seen to connect, nor one that only has a name: a person is asked", async () => {
    const world = openWorld({
      kernel: { contained: true },
      answers: [{ choice: "reject" }, { choice: "reject" }],
      host: {
        sandbox: LANDING_SANDBOX,
        commands: { "curl h.test": command({ units: ["curl h.test"], hosts: ["h.test"] }) },
        programs: { curl: "" },
      },
    });
    expect(codeOf(await world.call("bash", { command: "curl h.test" }))).toBe("approval_rejected");
    expect(codeOf(await world.call("echo", { text: "a" }))).toBe("approval_rejected");
    expect(world.host.spawned()).toEqual([]);
  });

  const wall: WorldOptions["host"] = {
    sandbox: LANDING_SANDBOX,
    commands: { ls: [unit("ls")] },
    programs: {
      ls: async (_run, { connect }) => ({ exitCode: (await connect("h.test:443")) ? 0 : 7 }),
    },
  };
  const shell = actor(async (doors) => (await doors.shell.run("ls")).exitCode);
  const open = (answers: WorldOptions["answers"], more: WorldOptions = {}) =>
    openWorld({
      kernel: { tools: [shell], contained: true },
      host: wall,
      ...more,
      ...(answers ? { answers } : {}),
    });

  it.each([
    ["reject", [{ choice: "reject" }]],
    ["session", [{ choice: "session" }]],
    ["an answer that is none", [{ choice: "edit", arguments: {} }]],
  ] as const)("that met a wall stays contained after %s", async (_name, answers) => {
    const world = open(answers);
    expect(await world.call("actor")).toMatchObject({ data: 7 });
    expect(kinds(world)).toEqual(["contained, relay"]);
  });

  const NET = (pattern: string, action: Rule["action"] = "allow"): Rule => ({
    permission: "net.fetch",
    pattern,
    action,
  });

  it("reaches a host that a rule opens, unasked, and no other", async () => {
    const opened = open([], { rules: [NET("h.test")] });
    expect(await opened.call("actor")).toMatchObject({ data: 0 });
    for (const rules of [
      [NET("other.test")],
      [NET("h.test"), NET("h.test", "ask")],
      [NET("h.test"), NET("h.test", "deny")],
    ]) {
      const closed = open([{ choice: "reject" }], { rules });
      expect(await closed.call("actor")).toMatchObject({ data: 7 });
      // The one question is about a wider run, and never about the host while it waits.
      expect(closed.broker.questions().map(({ kind }) => kind)).not.toContain("egress");
    }
  });

  it("reaches no host that only the default policy or a file without trust opens", async () => {
    const byDefault = open([{ choice: "reject" }], {
      kernel: {
        tools: [shell],
        contained: true,
        defaultPolicy: [NET("h.test")],
      },
    });
    expect(await byDefault.call("actor")).toMatchObject({ data: 7 });
    const untrusted = open([{ choice: "reject" }], {
      kernel: {
        tools: [shell],
        contained: true,
        policy: [{ scope: "project", rules: [NET("h.test")], untrusted: true }],
      },
    });
    expect(await untrusted.call("actor")).toMatchObject({ data: 7 });
  });

  it("asks about a host that a rule opens once something private was read", async () => {
    const rules: WorldOptions["kernel"] = {
      tools: [shell, readFile],
      contained: true,
      policy: [
        {
          scope: "project",
          rules: [
            NET("h.test"),
            { permission: "fs.read", pattern: "**", action: "allow" },
            { permission: "fs.read", pattern: "**/.env", label: "private" },
            { permission: "data.send", pattern: "*", action: "ask", after: ["private"] },
          ],
        },
      ],
    };
    const world = open([{ choice: "reject" }, { choice: "reject" }], { kernel: rules });
    expect(await world.call("actor")).toMatchObject({ data: 0 });
    expect(codeOf(await world.call("read", { path: ".env" }))).toBe("output");
    expect(await world.call("actor")).toMatchObject({ data: 7 });
    expect(world.broker.questions().map(({ kind }) => kind)).toContain("egress");
  });

  it("that names a host which a rule opens is allowed by rule", async () => {
    const world = openWorld({
      kernel: { contained: true },
      rules: [NET("h.test")],
      host: {
        sandbox: LANDING_SANDBOX,
        commands: { "curl h.test": command({ units: ["curl h.test"], hosts: ["h.test"] }) },
        programs: { curl: "" },
      },
    });
    expect(codeOf(await world.call("bash", { command: "curl h.test" }))).toBe("output");
    expect(world.recorder.settled()[0]?.verdict).toMatchObject({ answeredBy: "rule" });
    expect(kinds(world)).toEqual(["contained, relay"]);
  });

  it("that met a wall stays contained where nobody can be asked", async () => {
    const world = open([], { session: { headless: true } });
    expect(await world.call("actor")).toMatchObject({ data: 7 });
    expect(kinds(world)).toEqual(["contained, relay"]);
  });

  it("that succeeded all the same is not run again", async () => {
    const world = open([{ choice: "once" }], {
      host: {
        ...wall,
        programs: {
          ls: async (_run, { connect }) => {
            await connect("h.test:443");
            return { exitCode: 0 };
          },
        },
      },
    });
    expect(await world.call("actor")).toMatchObject({ data: 0 });
    expect(world.broker.questions()).toEqual([]);
    expect(kinds(world)).toEqual(["contained, relay"]);
  });
});

describe("a process that was started", () => {
  it("belongs to its session: no other reads, writes or stops it", async () => {
    const memory = createMemoryHost({ ...host });
    const tools = [
      actor(async ({ process }) => (await process.start(["serve"])).id),
      defineTool({
        id: "thief",
        description: "Takes what is not its own.",
        parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        requires: { shell: [{ cmd: "*" }] },
        execute: async ({ id }, { process }) => [
          await outcomeOf(process.read(id, { offset: 0, limit: 9 })),
          await outcomeOf(process.write(id, "x")),
          await outcomeOf(process.stop(id)),
          process.list().length,
        ],
      }),
    ];
    const kernel = createKernel({ host: memory, tools, defaultPolicy: false, contained: false });
    const [one, other] = [1, 2].map(() => kernel.session({ rules: [allowAll] }));
    const started = await one?.call({ id: "a", name: "actor", arguments: {} });
    const id = started?.type === "output" ? String(started.data) : "";
    const steal = { id: "b", name: "thief", arguments: { id } };
    expect(await other?.call(steal)).toMatchObject({
      data: ["not_found", "not_found", "not_found", 0],
    });
    expect(await one?.call(steal)).toMatchObject({ data: ["ran", "ran", "ran", 1] });
  });
});

describe("the confinement of a subagent's process", () => {
  it("is closed by its own restrictions and by its parent's", async () => {
    const memory = createMemoryHost({ ...host });
    const tool = actor(async ({ shell }) => (await shell.run("ls")).exitCode);
    const kernel = createKernel({
      host: memory,
      tools: [tool],
      defaultPolicy: false,
      contained: false,
    });
    const deny = (name: string) => [
      rule("deny", "fs.read", `{workspace}/${name}`),
      rule("deny", "fs.write", `{workspace}/${name}`),
      rule("deny", "net.fetch", `${name}.test`),
    ];
    const parent = kernel.session({ rules: [allowAll, ...deny("p")] });
    const middle = kernel.session({ parent, rules: deny("m") });
    const child = kernel.session({ parent: middle, rules: deny("c") });
    expect(codeOf(await child.call({ id: "1", name: "actor", arguments: {} }))).toBe("output");
    const { read, write, network } = memory.spawned()[0]?.context.confinement ?? {};
    for (const part of [read, write, network]) {
      const text = JSON.stringify(part?.masks);
      for (const name of ["p", "m", "c"])
        expect(text).toContain(part === network ? `${name}.test` : `/workspace/${name}`);
    }
  });
});
