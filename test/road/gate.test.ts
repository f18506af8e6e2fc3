/** The gate of a call: what it says to a door at the moment of use, whatever was judged before. */
import {
  defineTool,
  type EnvDoor,
  type FsDoor,
  isToolError,
  type RequirementSet,
  type Rule,
  type Tool,
} from "@toolplane/contract";
import { command, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, type WorldOptions } from "./fixture.ts";

interface Doors {
  readonly fs: FsDoor;
  readonly env: EnvDoor;
  readonly signal: AbortSignal;
}

/** A tool that says it reads its path, or a whole tree, and then does what the case wants. */
function actor(
  act: (doors: Doors) => unknown,
  more: { readonly requires?: RequirementSet; readonly tree?: boolean } = {},
): Tool {
  const { requires = { fs: { read: ["**"], write: ["**"] } }, tree = false } = more;
  return defineTool({
    id: "actor",
    description: "Does what the case wants.",
    parameters: { type: "object", properties: { path: { type: "string" } } },
    requires,
    resources: { path: { access: "fs.read", tree, default: "README.md" } },
    execute: async (_args, runtime) => (await act(runtime as unknown as Doors)) ?? null,
  } as Parameters<typeof defineTool>[0]);
}

/** "done", or the code of what was thrown. */
async function outcomeOf(work: unknown): Promise<string> {
  return Promise.resolve(work).then(
    () => "done",
    (error: unknown) => (isToolError(error) ? error.code : String(error)),
  );
}

function openActor(tool: Tool, options: WorldOptions = {}) {
  return openWorld({ rules: [allowAll], ...options, kernel: { ...options.kernel, tools: [tool] } });
}

const rule = (action: Rule["action"], permission: string, pattern: string): Rule => ({
  permission,
  pattern,
  action,
});

describe("the gate", () => {
  it("closes the part of a tree that a rule asks about, though the tree is in the footprint", async () => {
    const tool = actor(
      ({ fs }) => Promise.all([".env", "a.txt"].map((path) => outcomeOf(fs.read(path)))),
      {
        tree: true,
      },
    );
    const world = openActor(tool, {
      rules: [rule("allow", "fs.read", "{workspace}/**"), rule("ask", "fs.read", "**/.env")],
      host: { files: { "/workspace/.env": "TOKEN", "/workspace/a.txt": "a" } },
    });
    expect(await world.call("actor", { path: "." })).toMatchObject({
      data: ["permission_denied", "done"],
    });
  });

  it("closes for a call that is over", async () => {
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    const tool = actor(
      ({ env, signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            resolve(outcomeOf(Promise.resolve().then(() => env.get("TOKEN"))));
            reject(signal.reason);
          });
        }),
      { requires: { env: ["TOKEN"], fs: { read: ["**"] } } },
    );
    const world = openActor(tool, { host: { env: { TOKEN: "t" } } });
    const pending = world.call("actor");
    await Promise.resolve();
    world.session.cancel();
    expect(await ended).toBe("cancelled");
    expect(codeOf(await pending)).toBe("cancelled");
  });

  it("asks about a protected path by where a link leads, whatever the rules with wildcards allow", async () => {
    const links = { "/workspace/notes": ".git/hooks", "/workspace/file": ".git/config" };
    const files = { "/workspace/.git/hooks/x": "", "/workspace/.git/config": "" };
    for (const path of ["notes/pre-commit", "file", ".git/config"]) {
      const tool = actor(({ fs }) => outcomeOf(fs.write(path, "x")));
      const world = openActor(tool, { host: { files, links } });
      expect(await world.call("actor")).toMatchObject({ data: "permission_denied" });
    }
    const plain = openActor(actor(({ fs }) => outcomeOf(fs.write("note", "x"))));
    expect(await plain.call("actor")).toMatchObject({ data: "done" });
    const named = openActor(
      actor(({ fs }) => outcomeOf(fs.write(".git/config", "x"))),
      {
        host: { files },
        rules: [allowAll, rule("allow", "fs.write", "{workspace}/.git/config")],
      },
    );
    expect(await named.call("actor")).toMatchObject({ data: "done" });
  });

  it("tells listeners and the record of every refusal", async () => {
    const world = openActor(
      actor(({ fs }) => outcomeOf(fs.read(".env"))),
      {
        rules: [allowAll, rule("deny", "fs.read", "**/.env")],
      },
    );
    const heard: string[] = [];
    world.session.on((event) => {
      if (event.type === "access-refuse") heard.push(event.subject);
    });
    await world.call("actor");
    expect(heard).toEqual(["fs.read /workspace/.env"]);
    expect(world.recorder.settled()[0]?.accesses).toMatchObject([
      { subject: "fs.read /workspace/.env", predicted: false, refused: expect.any(String) },
    ]);
  });

  it("keeps a bounded number of accesses for the record", async () => {
    const tool = actor(async ({ fs }) => {
      for (let index = 0; index < 1_100; index += 1) await outcomeOf(fs.read(".env"));
    });
    const world = openActor(tool, { rules: [allowAll, rule("deny", "fs.read", "**/.env")] });
    await world.call("actor");
    expect(world.recorder.settled()[0]?.accesses).toHaveLength(1_000);
  });

  it("keeps the variables of a process to those that no rule asks about and the tool may reach", async () => {
    const tool = defineTool({
      id: "runner",
      description: "Runs.",
      parameters: { type: "object", properties: { command: { type: "string" } } },
      requires: { shell: [{ cmd: "*" }], env: ["ASKED", "DENIED", "FREE", "FAR"] },
      resources: { command: "shell" },
      execute: async (_args, { shell }) => (await shell.run("go")).exitCode,
    });
    const world = openWorld({
      rules: [allowAll, rule("ask", "env", "ASKED"), rule("deny", "env", "DENIED")],
      kernel: {
        tools: [tool],
        ceiling: {
          fs: { read: ["**"] },
          shell: [{ cmd: "*" }],
          env: ["ASKED", "DENIED", "FREE"],
        },
      },
      host: {
        env: { ASKED: "1", DENIED: "2", FREE: "3", FAR: "4" },
        commands: { go: [unit("go")] },
        programs: { go: "" },
      },
    });
    expect(codeOf(await world.call("runner", { command: "go" }))).toBe("output");
    expect(world.host.spawned().at(-1)?.spec.env).toEqual({ FREE: "3" });
  });
});

describe("reach", () => {
  it("holds for every resource of a call: one that lies outside refuses all of it", async () => {
    let ran = 0;
    const both = defineTool({
      id: "both",
      description: "Compares two files.",
      parameters: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
      },
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { a: "fs.read", b: "fs.read" },
      execute: () => {
        ran += 1;
        return ran;
      },
    });
    const world = openActor(both, { host: { files: { "/workspace/x": "", "/etc/passwd": "" } } });
    for (const args of [
      { a: "x", b: "/etc/passwd" },
      { a: "/etc/passwd", b: "x" },
    ])
      expect(codeOf(await world.call("both", args))).toBe("capability_denied");
    expect(ran).toBe(0);
    expect(codeOf(await world.call("both", { a: "x", b: "x" }))).toBe("output");
  });
});

describe("a question at the gate", () => {
  const installer: Tool = defineTool({
    id: "installer",
    description: "Runs a program that connects.",
    parameters: { type: "object", properties: { command: { type: "string" } } },
    requires: { shell: [{ cmd: "*" }] },
    resources: { command: { access: "shell", default: "npm i" } },
    execute: async (_args, { shell }) => (await shell.run("npm i")).exitCode,
  });
  const host: WorldOptions["host"] = {
    commands: { "npm i": command({ units: ["npm i"] }) },
    programs: {
      npm: async (_run, { connect }) => {
        const opened = [await connect("registry.test:443"), await connect("registry.test:443")];
        return { exitCode: opened.filter((open) => !open).length };
      },
    },
  };
  const open = (action: Rule["action"]) =>
    openWorld({
      kernel: { tools: [installer] },
      rules: [allowAll, rule(action, "net.fetch", "registry.test")],
      answers: [{ choice: "once" }, { choice: "once" }],
      host,
    });

  it("is not put about what a rule denies", async () => {
    const world = open("deny");
    expect(await world.call("installer")).toMatchObject({ data: 2 });
    expect(world.broker.questions()).toEqual([]);
  });

  it("opens what was asked about for the rest of the call, and is written down", async () => {
    const world = open("ask");
    const surprises: string[] = [];
    world.session.on((event) => {
      if (event.type === "access-surprise") surprises.push(event.subject);
    });
    expect(await world.call("installer")).toMatchObject({ data: 0 });
    expect(world.broker.questions()).toHaveLength(1);
    expect(surprises).toEqual([]);
    const [settled] = world.recorder.settled();
    expect(settled?.answers).toMatchObject([{ choice: "once" }]);
    expect(settled?.accesses.map(({ predicted }) => predicted)).not.toContain(false);
    expect(settled?.result.metadata.untrusted).toEqual({ source: "registry.test" });
  });
});
