import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import { noSandbox } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { createDoorContext } from "../create-scripted-gate.ts";
import { runScript } from "../run-script.ts";
import { command } from "./command-script.ts";
import { createMemoryHost, type MemoryHostOptions } from "./create-memory-host.ts";
import { catProgram } from "./scripted-program.ts";

const text = { type: "string" } as const;
const reader = defineTool({
  id: "read_file",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: text }, required: ["path"] },
  requires: { fs: { read: ["{workspace}/**", "{scratch}/**"] } },
  resources: { path: "fs.read" },
  limits: { maxOutput: 40 },
  execute: async ({ path }, { fs }) => new TextDecoder().decode((await fs.read(path)).bytes),
});
const grep = defineTool({
  id: "search",
  description: "Searches.",
  parameters: { type: "object", properties: { pattern: text, path: text }, required: ["pattern"] },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  execute: async ({ pattern, path = "." }, { fs }) =>
    (await fs.search({ pattern, path })).hits.map((hit) => hit.path),
});
const bash = defineTool({
  id: "run",
  description: "Runs a command.",
  parameters: { type: "object", properties: { command: text }, required: ["command"] },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command: line }, { shell }) => {
    const { exitCode, output, report } = await shell.run(line);
    return { exitCode, output, refused: report.likelyRefused };
  },
});

const denyEnv: Rule = { permission: "fs.read", pattern: "**/.env", action: "deny" };
const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };
const files = { ".env": "KEY=1\n", "a.txt": "KEY is elsewhere\n" };

function openSession(options: MemoryHostOptions, tools: readonly Tool[] = [reader, grep, bash]) {
  const host = createMemoryHost({
    files,
    links: { "public.txt": ".env" },
    programs: {
      cat: catProgram,
      "python3 -c 'open(…)'": (_, world) => ({ output: world.read(".env") ?? "no" }),
    },
    commands: { "cat .env": command({ units: ["cat .env"], reads: [".env"] }) },
    ...options,
  });
  const kernel = createKernel({
    host,
    tools,
    defaultPolicy: false,
    policy: [{ scope: "project", rules: [allowAll, denyEnv] }],
  });
  return { host, session: kernel.session({ mode: "yolo" }) };
}

describe("one rule, every way in, on a memory host", () => {
  it("refuses a denied file to doors, links, searches and understood commands", async () => {
    const { session, host } = openSession({});
    await runScript(session, [
      { call: ["read_file", { path: ".env" }], expect: "permission_denied" },
      { call: ["read_file", { path: "public.txt" }], expect: "permission_denied" },
      { call: ["search", { pattern: "KEY", path: ".env" }], expect: "permission_denied" },
      { call: ["search", { pattern: "KEY" }], text: '["/workspace/a.txt"]' },
      { call: ["run", { command: "cat .env" }], expect: "permission_denied" },
    ]);
    expect(host.spawned()).toEqual([]);
  });

  it("refuses it to programs that nobody understood, because the sandbox holds", async () => {
    const { session } = openSession({ parser: "off" });
    const { results } = await runScript(session, [
      { call: ["run", { command: "cat .env" }] },
      { call: ["run", { command: "cat public.txt" }] },
      { call: ["run", { command: "python3 -c 'open(…)'" }] },
      { call: ["run", { command: "cat a.txt" }], text: "elsewhere" },
    ]);
    expect(results.slice(0, 3).map((result) => result.type === "output" && result.data)).toEqual([
      {
        exitCode: 1,
        output: "cat: .env: No such file or directory\n",
        refused: ["/workspace/.env"],
      },
      {
        exitCode: 1,
        output: "cat: public.txt: No such file or directory\n",
        refused: ["/workspace/public.txt"],
      },
      { exitCode: 0, output: "no", refused: ["/workspace/.env"] },
    ]);
  });

  it("has nothing to hold a program with when there is no sandbox, and asks nobody into believing it", async () => {
    const { session } = openSession({
      parser: "off",
      sandbox: noSandbox("a test without one"),
    });
    const result = await session.call({
      id: "1",
      name: "run",
      arguments: { command: "cat .env" },
    });
    expect(result).toMatchObject({ type: "error", code: "permission_denied" });
  });
});

describe("createMemoryHost", () => {
  it("shows what it holds", () => {
    const host = createMemoryHost({
      files: { "src/a.ts": "a", "/etc/hosts": "h", "empty/": "" },
      links: { alias: "src/a.ts" },
      hardLinks: { twin: "src/a.ts" },
      specials: ["socket"],
      modes: { "src/a.ts": 0o600 },
    });
    expect(host.tree()).toEqual([
      "/etc/",
      "/etc/hosts",
      "/scratch/",
      "/user-data/",
      "/workspace/",
      "/workspace/alias -> src/a.ts",
      "/workspace/empty/",
      "/workspace/socket",
      "/workspace/src/",
      "/workspace/src/a.ts",
      "/workspace/twin",
    ]);
    expect([host.fileText("alias"), host.fileText("/etc/hosts"), host.fileText("x")]).toEqual([
      "a",
      "h",
      null,
    ]);
  });

  it("knows the roots of its variables", () => {
    expect(
      createMemoryHost({
        workspace: "/w",
        extraRoots: ["/more"],
        readRoots: ["/see"],
        adHoc: ["/desk"],
      }).variables(),
    ).toEqual({
      workspace: ["/w", "/more"],
      added: ["/see"],
      "ad-hoc": ["/desk"],
      "user-data": ["/user-data"],
      scratch: ["/scratch"],
    });
  });

  it("gives variables of the environment by name and nothing inherited", () => {
    const host = createMemoryHost({ env: { TOKEN: "t" } });
    expect([host.environment("TOKEN"), host.environment("toString")]).toEqual(["t", undefined]);
  });

  it("keeps sidecars as files that `read` can reach, until the session closes", async () => {
    const { session, host } = openSession({ files: { "long.txt": "0123456789".repeat(10) } });
    const result = await session.call({
      id: "1",
      name: "read_file",
      arguments: { path: "long.txt" },
    });
    const path = result.metadata.output_path ?? "";
    expect(host.fileText(path)).toBe("0123456789".repeat(10));
    expect(path.startsWith("/scratch/")).toBe(true);
    const again = await session.call({ id: "2", name: "read_file", arguments: { path } });
    expect(again.type).toBe("output");
    await session.close();
    expect(host.fileText(path)).toBeNull();
  });

  it("never lets an id choose where a sidecar goes", async () => {
    const { sidecars, fileText } = createMemoryHost();
    const entry = { sessionId: "../../etc", callId: "../x", text: "t" };
    const path = await sidecars.write(entry);
    const second = await sidecars.write(entry);
    expect([path, second]).toEqual([
      "/scratch/sidecars/%2e%2e%2f%2e%2e%2fetc/%2e%2e%2fx.txt",
      "/scratch/sidecars/%2e%2e%2f%2e%2e%2fetc/%2e%2e%2fx-2.txt",
    ]);
    expect(fileText(path)).toBe("t");
  });

  it("computes behind a deadline, with values that cross by copy", async () => {
    const { compute, clock } = createMemoryHost({
      modules: {
        double: (input) => ({ twice: Number(input) * 2 }),
        slow: () => new Promise(() => {}),
        broken: () => {
          throw new TypeError("bad input");
        },
      },
    });
    const abort = new AbortController();
    const run = (module: string) =>
      compute({ module, input: 21, timeoutMs: 50, signal: abort.signal });
    expect(await run("double")).toEqual({ twice: 42 });
    await expect(run("broken")).rejects.toMatchObject({
      code: "internal",
      message: "The module failed",
    });
    await expect(run("toString")).rejects.toMatchObject({ code: "unavailable" });
    const late = run("slow");
    void late.catch(() => {});
    await clock.advance(50);
    await expect(late).rejects.toMatchObject({ code: "timeout" });
    const held = run("slow");
    abort.abort();
    await expect(held).rejects.toMatchObject({ code: "cancelled" });
  });

  it("keeps a journal for each session behind its door", async () => {
    const host = createMemoryHost({ files: { "a.txt": "old" } });
    const context = createDoorContext();
    await host.files(context).write("a.txt", "new");
    const journal = host.journal(context);
    const [entry] = await journal.list();
    await journal.undo([entry?.id ?? ""]);
    expect(host.fileText("a.txt")).toBe("old");
  });

  it("takes another clock, and says which it has", () => {
    const clock = { nowMs: () => 7, wallMs: () => 8, setTimer: () => () => {}, own: true };
    expect(createMemoryHost({ clock }).clock.own).toBe(true);
    expect(createMemoryHost().clock.pending()).toBe(0);
  });

  it("refuses a second name of nothing", () => {
    expect(() => createMemoryHost({ hardLinks: { b: "a" } })).toThrow(
      "there is no file /workspace/a",
    );
  });
});
