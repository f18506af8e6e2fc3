/** A command's changes on its view: judged path by path when it has ended, asked about once, landed or not. */
import {
  defineTool,
  type ProcessReport,
  type Rule,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import {
  command,
  LANDING_SANDBOX,
  type ProgramTouch,
  type ScriptedProgram,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { BASH_PARAMETERS } from "../locked-parameters.ts";
import { allowAll, openWorld, type WorldOptions } from "./fixture.ts";

/** Runs a command and gives back what became of its changes. */
const shell: Tool = defineTool({
  id: "bash",
  description: "Runs a command.",
  parameters: BASH_PARAMETERS,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command: line }: { readonly command: string }, { shell: door }) =>
    (await door.run(line)).report as unknown as null,
});

/** Starts it in the background instead. */
const starter: Tool = defineTool({
  id: "starter",
  description: "Starts a command.",
  parameters: BASH_PARAMETERS,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command: line }: { readonly command: string }, { process }) =>
    (await process.start(line)).id,
});

const write = (path: string): ProgramTouch => ({ write: path, text: "new" });

function open(touches: readonly ProgramTouch[], more: WorldOptions = {}) {
  return openWorld({
    rules: [allowAll],
    ...more,
    kernel: { tools: [shell, starter], ...more.kernel },
    host: {
      sandbox: LANDING_SANDBOX,
      files: { "/workspace/a": "old", "/workspace/b": "old" },
      commands: { go: command({ units: ["go"] }) },
      programs: { go: () => ({ touches }) },
      ...more.host,
    },
  });
}

async function run(world: ReturnType<typeof open>): Promise<ProcessReport> {
  const result = await world.call("bash", { command: "go" });
  if (result.type === "error") throw new TypeError(result.error_text);
  return result.data as ProcessReport;
}

const rule = (action: Rule["action"], pattern: string): Rule => ({
  permission: "fs.write",
  pattern,
  action,
});

describe("a command that ran on a view", () => {
  it("lands what no rule stops, and nobody is asked", async () => {
    const world = open([write("a"), write("new/b"), { remove: "b" }]);
    const { landing } = await run(world);
    expect(landing).toMatchObject({
      state: "landed",
      counts: { added: 1, changed: 1, removed: 1 },
    });
    expect(world.host.tree().filter((path) => path.startsWith("/workspace"))).toEqual([
      "/workspace/",
      "/workspace/a",
      "/workspace/new/",
      "/workspace/new/b",
    ]);
    expect(world.broker.questions()).toEqual([]);
  });

  it("lands nothing when one path is denied, and says which rule", async () => {
    // The confinement keeps denied names read-only; the judge of the landing does not rely on it.
    const world = open([write("a")], {
      kernel: { policy: [{ scope: "project", rules: [rule("deny", "secret/**")] }] },
    });
    const judge = world.landingJudge();
    expect(
      await judge({
        changes: [
          { path: "/workspace/a", kind: "changed", type: "file", mode: 0o644, bytes: 1 },
          { path: "/workspace/secret/x", kind: "added", type: "file", mode: 0o644, bytes: 1 },
        ],
      }),
    ).toEqual({
      land: "none",
      drop: false,
      refused: [
        {
          path: "/workspace/secret/x",
          reason:
            "A rule denies fs.write /workspace/secret/x: fs.write secret/** deny (project rules).",
        },
      ],
    });
  });

  it("is not asked about what is denied, whatever else asks, and lands nothing once it is stopped", async () => {
    const world = open([], {
      rules: [allowAll, rule("deny", "secret/**")],
      answers: [{ choice: "once" }],
    });
    await run(world);
    const judge = world.host.spawned()[0]?.context.landing;
    const changes = ["/workspace/.envrc", "/workspace/secret/x"].map(
      (path) => ({ path, kind: "added", type: "file", mode: 0o644, bytes: 1 }) as const,
    );
    expect(await judge?.({ changes })).toMatchObject({
      land: "none",
      drop: false,
      refused: [{ path: "/workspace/secret/x" }],
    });
    expect(await judge?.({ changes: [] })).toEqual({ land: "all" });
    world.session.cancel();
    expect(await judge?.({ changes: [] })).toMatchObject({ land: "none", drop: false });
    expect(world.broker.questions()).toEqual([]);
  });

  it("waits where another worker has the run of its call by now", async () => {
    const message = "Another worker has taken the run.";
    const world = open([write("a")], {
      kernel: {
        recorder: {
          intent: () => undefined,
          settle: () => undefined,
          confirm: () => Promise.reject(new ToolError("conflict", message)),
        },
      },
    });
    expect((await run(world)).landing).toMatchObject({
      state: "kept",
      why: "refused",
      refused: [{ path: "/workspace/a", reason: message }],
    });
    expect(world.host.fileText("a")).toBe("old");
  });

  it("may write what a rule asks about, and asks about all of it in one question, with the set", async () => {
    const touches = [
      write("a"),
      write(".envrc"),
      write("docs/x"),
      write(".vscode/extensions.json"),
    ];
    const world = open(touches, {
      rules: [allowAll, rule("ask", "docs/**")],
      answers: [{ choice: "once" }],
    });
    const { landing } = await run(world);
    expect(landing?.state).toBe("landed");
    expect(world.host.fileText(".envrc")).toBe("new");
    const [question, ...others] = world.broker.questions();
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      kind: "landing",
      title: "bash has ended and asks to land its changes",
      cover: null,
      lines: [
        "3 added, 1 changed, 0 removed; asked about: 2",
        "asks: added /workspace/.envrc",
        "asks: added /workspace/docs/x",
        "added /workspace/.vscode/extensions.json",
        "changed /workspace/a",
        "command = go",
      ],
    });
    expect(question?.changeSet?.changes).toHaveLength(4);
    expect(question?.reasons.map(({ reason }) => reason)).toEqual([
      ".envrc is protected: it runs when a shell enters the folder",
      "A rule asks about fs.write /workspace/docs/x: fs.write docs/** ask (session rules).",
    ]);
  });

  it("keeps the set where nobody can be asked, with the paths and why", async () => {
    const world = open([write("a"), write(".envrc")], { session: { headless: true } });
    const { landing } = await run(world);
    expect(landing).toMatchObject({ state: "kept", why: "refused" });
    expect(landing?.refused).toEqual([
      {
        path: "/workspace/.envrc",
        reason:
          ".envrc is protected: it runs when a shell enters the folder. It has to be asked about, and nobody can be asked here.",
      },
    ]);
    expect([world.host.fileText("a"), world.host.fileText(".envrc")]).toEqual(["old", null]);
    expect(world.recorder.settled()[0]?.accesses).toContainEqual(
      expect.objectContaining({ subject: "fs.write /workspace/.envrc", predicted: false }),
    );
  });

  it("drops the set when the person says no, and leaves out what they leave out", async () => {
    const touches = [write("a"), write(".envrc"), { remove: "b" }];
    const rejected = open(touches, { answers: [{ choice: "reject", note: "not now" }] });
    const dropped = (await run(rejected)).landing;
    expect(dropped).toMatchObject({
      state: "dropped",
      refused: [{ reason: "The user rejected it. They say: not now" }],
    });
    expect(rejected.host.fileText("a")).toBe("old");

    const without = open(touches, {
      answers: [{ choice: "without", paths: ["/workspace/.envrc"] }],
    });
    expect((await run(without)).landing).toMatchObject({ state: "landed", heldBack: 1 });
    expect(["a", "b", ".envrc"].map((path) => without.host.fileText(path))).toEqual([
      "new",
      "old",
      null,
    ]);
    expect(without.recorder.settled()[0]?.answers).toEqual([
      expect.objectContaining({ choice: "without", extra: ["/workspace/.envrc"] }),
    ]);
  });

  const WANTED = { capability: "net.fetch", host: "registry.test", port: 443 };

  const GROWS: ScriptedProgram = async (_run, { read, write, connect }) => {
    write("a", `${read("a")}+`);
    return { exitCode: (await connect("registry.test:443")) ? 0 : 1 };
  };

  it.each([
    ["runs again, wider, from what was there: the first set is dropped", "once", "old+", 2],
    ["is not run again, and lands what it changed", "reject", "old+", 1],
  ] as const)("that met a wall %s", async (_, choice, text, runs) => {
    const world = open([], {
      rules: [],
      answers: [{ choice }, { choice: "once" }],
      kernel: { contained: true },
      host: { programs: { go: GROWS } },
    });
    const { landing } = await run(world);
    expect(landing).toMatchObject({ state: "landed", counts: { changed: 1 } });
    expect(world.host.spawned()).toHaveLength(runs);
    expect(world.host.fileText("/workspace/a")).toBe(text);
    const [first] = world.broker.questions();
    expect(first).toMatchObject({
      kind: "wider-rerun",
      reasons: [{ reason: expect.stringMatching(/wanted registry\.test:443.* is dropped when/) }],
      footprint: { resources: expect.arrayContaining([expect.objectContaining(WANTED)]) },
    });
    // The yes to the second run is one to the host: it is not asked about again.
    expect(world.broker.questions()).toHaveLength(1);
  });

  it("lands nothing when a path to be left out is none of the set's", async () => {
    const world = open([write("a"), write(".envrc")], {
      answers: [{ choice: "without", paths: ["/workspace/.envrcs"] }],
    });
    expect((await run(world)).landing).toMatchObject({
      state: "kept",
      refused: [{ path: "/workspace/.envrcs" }],
    });
    expect(world.host.fileText("a")).toBe("old");
  });

  it("asks nothing a second time that was approved before it ran", async () => {
    const world = open([write(".envrc")], {
      host: {
        sandbox: LANDING_SANDBOX,
        commands: { go: command({ units: ["go"], writes: [".envrc"] }) },
        programs: { go: () => ({ touches: [write(".envrc")] }) },
      },
      answers: [{ choice: "once" }],
    });
    expect((await run(world)).landing?.state).toBe("landed");
    expect(world.broker.questions().map(({ kind }) => kind)).toEqual(["permission"]);
  });

  it("has its error at once for what is denied or steers git", async () => {
    const world = open([write("a"), write(".env"), write(".git/hooks/x"), write(".git/index")], {
      rules: [allowAll, rule("deny", "**/.env")],
    });
    const report = await run(world);
    expect(report.likelyRefused).toEqual(["/workspace/.env", "/workspace/.git/hooks/x"]);
    expect(report.landing?.changes.map(({ path }) => path)).toEqual([
      "/workspace/.git/index",
      "/workspace/a",
    ]);
  });

  it("lands nothing when the call is cancelled while the person thinks", async () => {
    const world = open([write(".envrc")], { answers: [{ choice: "once" }] });
    world.broker.hold();
    const running = world.call("bash", { command: "go" });
    await world.broker.asked(1);
    world.session.cancel();
    expect(await running).toMatchObject({ type: "error", code: "cancelled" });
    expect(world.host.fileText(".envrc")).toBeNull();
  });

  it("is not asked about more than anybody would read", async () => {
    const many = Array.from({ length: 201 }, (_, index) => write(`${index}/.envrc`));
    const world = open(many, { answers: [{ choice: "once" }] });
    expect((await run(world)).landing?.state).toBe("kept");
    expect(world.broker.questions()).toEqual([]);
    const few = open(many.slice(1), { answers: [{ choice: "once" }] });
    expect((await run(few)).landing?.state).toBe("landed");
  });

  it("shows part of a large set, with what asks always in it and the whole counted", async () => {
    const many = Array.from({ length: 700 }, (_, index) => write(`many/${index}`));
    const world = open([...many, write("z/.envrc")], { answers: [{ choice: "once" }] });
    expect((await run(world)).landing?.state).toBe("landed");
    const set = world.broker.questions()[0]?.changeSet;
    expect(set?.changes).toHaveLength(500);
    expect(set?.counts).toEqual({ added: 701, changed: 0, removed: 0 });
    expect(set?.changes.at(-1)?.path).toBe("/workspace/z/.envrc");
    expect(world.broker.questions()[0]?.lines).toContain("… 680 more");
  });
});

describe("what the host is told of a process", () => {
  const spawned = async (units: Parameters<typeof command>[0], background = false) => {
    const world = open([], {
      host: { sandbox: LANDING_SANDBOX, commands: { go: command(units) }, programs: { go: "" } },
    });
    await world.call(background ? "starter" : "bash", { command: "go" });
    return world.host.spawned()[0]?.context;
  };

  it("is a judge for its landing in the foreground, and none in the background", async () => {
    expect((await spawned({ units: ["go"] }))?.landing).toBeTypeOf("function");
    expect((await spawned({ units: ["go"] }, true))?.landing).toBeUndefined();
  });

  it("is that it only reads, where all of its commands are known to", async () => {
    const reads = { argv: ["go"], cwd: "/workspace", text: "go", effect: "read" } as const;
    expect((await spawned({ units: [reads] }))?.readsOnly).toBe(true);
    expect((await spawned({ units: [reads], writes: ["out"] }))?.readsOnly).toBeUndefined();
    expect((await spawned({ units: [reads, "other"] }))?.readsOnly).toBeUndefined();
  });

  it("is a view to write in where a rule asks, in the foreground only", async () => {
    const context = await spawned({ units: ["go"] });
    const behind = await spawned({ units: ["go"] }, true);
    const [opened, closed] = [context, behind].map((run) => (pattern: string) => {
      const mask = run?.confinement.write.masks.find((one) => one.pattern === pattern);
      return mask?.except.includes("/workspace/**");
    });
    expect(["/**/.git/config", "/**/.envrc"].map((pattern) => opened?.(pattern))).toEqual([
      false,
      true,
    ]);
    expect(closed?.("/**/.envrc")).toBe(false);
  });
});

describe("a dry run", () => {
  const dry = (world: ReturnType<typeof open>, name = "bash") =>
    world.session.call({ id: "dry", name, arguments: { command: "go" } }, { dryRun: true });

  it("shows what would change, and drops it", async () => {
    const world = open([write("a"), write(".envrc")]);
    const result = await dry(world);
    expect(result).toMatchObject({
      type: "output",
      data: { landing: { state: "dropped", why: "dry-run", counts: { added: 1, changed: 1 } } },
    });
    expect(world.host.fileText("a")).toBe("old");
    expect(world.broker.questions()).toEqual([]);
    expect(world.host.spawned()[0]?.context).toMatchObject({
      dryRun: true,
      confinement: { contained: true, network: { access: "none" } },
    });
  });

  it("is refused by name where there is no view, and for what is no command", async () => {
    const bound = openWorld({
      rules: [allowAll],
      host: { commands: { go: command({ units: ["go"] }) }, programs: { go: "" } },
    });
    expect(
      await bound.session.call(
        { id: "1", name: "bash", arguments: { command: "go" } },
        { dryRun: true },
      ),
    ).toMatchObject({ code: "unavailable", error_text: expect.stringMatching(/level: bound/) });
    const world = openWorld({ rules: [allowAll], host: { sandbox: LANDING_SANDBOX } });
    expect(
      await world.session.call(
        { id: "1", name: "write", arguments: { path: "a", content: "x" } },
        { dryRun: true },
      ),
    ).toMatchObject({
      code: "unavailable",
      error_text: expect.stringMatching(/only commands can/),
    });
    expect(world.host.fileText("a")).toBeNull();
    expect(await dry(open([]), "starter")).toMatchObject({ code: "unavailable" });
  });
});
