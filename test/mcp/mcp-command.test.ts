import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { processesOf } from "./processes-of.ts";
import { createClient, REVISIONS, textOf } from "./world.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function open(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n", ".env": "KEY=canary\n", ...files });
  worlds.push(world);
  return world;
}

const hello = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
})}\n`;

const call = (name: string, args: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } })}\n`;

/** The program, spoken to by raw lines. */
function speak(world: CliWorld, env: Readonly<Record<string, string>> = {}) {
  const child = world.spawn(["mcp"], { env });
  const said = { out: "", err: "" };
  child.stdout?.on("data", (text) => {
    said.out += String(text);
  });
  child.stderr?.on("data", (text) => {
    said.err += String(text);
  });
  // What it said may be read only after it has ended.
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said, exited, answered: (text: string) => waitFor(said, text) };
}

function waitFor(said: { readonly out: string }, text: string): Promise<void> {
  return expect.poll(() => said.out).toContain(text) as never;
}

describe("a person's own rules that cannot be read", () => {
  it("refuse every call with their place while the client stays connected, and hold once they are mended", async () => {
    const world = open({
      "../config/policy.jsonc":
        '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "dney" }] }',
    });
    const { child, said, exited, answered } = speak(world);
    child.stdin?.write(hello);
    await answered('"id":1');
    for (const [id, name, args] of [
      [2, "read", { path: "a.txt" }],
      [3, "bash", { command: "echo ran" }],
    ] as const) {
      child.stdin?.write(call(name, args).replace('"id":2', `"id":${id}`));
      await answered(`"id":${id}`);
    }
    expect(said.out.match(/policy\.jsonc:1: unknown action/g)).toHaveLength(2);
    expect(said.out).not.toContain("alpha");
    world.write({ "../config/policy.jsonc": '{ "rules": [] }' });
    child.stdin?.write(call("read", { path: "a.txt" }).replace('"id":2', '"id":4'));
    await answered('"id":4');
    expect(said.out).toContain("alpha");
    child.stdin?.end();
    expect(await exited).toBe(0);
    expect(said.err).toContain("Every call is refused until it is mended.");
  });
});

describe.each(REVISIONS)("toolplane mcp, to a client of revision %s", (revision) => {
  it("serves tools that work by the person's rules, and records who spoke", async () => {
    const world = open({ "long.txt": "a line of some length\n".repeat(5_000) });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...programWords(), "mcp"],
      cwd: world.workspace,
      env: { ...world.environment },
      stderr: "pipe",
    });
    const client = createClient(revision, (message) => ({
      action: "accept",
      content: { answer: message.includes("yes/.envrc") ? "Allow once" : "Reject" },
    }));
    await client.connect(transport);
    expect(client.getInstructions()).toMatch(/^Runs commands, and reads, searches and edits files/);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(LEAN);
    const read = await client.callTool({ name: "read", arguments: { path: "a.txt" } });
    expect(textOf(read)).toContain("alpha");
    const long = textOf(await client.callTool({ name: "read", arguments: { path: "long.txt" } }));
    expect([long.length < 30_000, long]).toEqual([
      true,
      expect.stringMatching(/Read on with offset=\d+/),
    ]);
    const write = (path: string) =>
      client.callTool({ name: "write", arguments: { path, content: "x" } });
    expect(await write("free.txt")).toMatchObject({ structuredContent: { action: "created" } });
    expect(await write("yes/.envrc")).toMatchObject({ structuredContent: { action: "created" } });
    expect(await write("no/.envrc")).toMatchObject({ isError: true });
    await client.close();
    await expect.poll(() => processesOf(world.root)).toEqual([]);
    expect(await lastRow(world)).toBe("session-close");
    const state = await world.state();
    try {
      const [session] = await state.store.sessions.list({ limit: 10 });
      expect(session).toMatchObject({ client: "test 1.0.0", mode: "ask" });
    } finally {
      await state.close();
    }
  });
});

/** With forms; without them all but the last. */
const LEAN = [
  ...["read", "write", "edit", "glob", "grep", "bash", "question"],
  ...["web_fetch", "apply_patch", "background", "undo"],
];

/** With a sandbox it would run contained; without one only a rule lets it run unasked. */
const MAY_SLEEP = '[{ "permission": "bash", "pattern": "sleep *", "action": "allow" }]';

describe("toolplane mcp, as a process", () => {
  it("says nothing but messages on standard output", async () => {
    const world = open();
    const { child, said, exited, answered } = speak(world, { TOOLPLANE_SANDBOX: "none" });
    child.stdin?.write(hello);
    await answered('"serverInfo"');
    child.stdin?.end();
    expect(await exited).toBe(0);
    for (const line of said.out.trim().split("\n"))
      expect(JSON.parse(line)).toHaveProperty("jsonrpc");
    expect(said.err).toContain("No sandbox");
  });

  it("warns of a project that nobody trusted, and goes by none of its rules", async () => {
    const rule = { permission: "fs.write", pattern: "**", action: "allow" };
    const world = open({ ".toolplane/policy.jsonc": JSON.stringify({ rules: [rule] }) });
    const { child, said, exited, answered } = speak(world, { TOOLPLANE_CONTAINED: "off" });
    child.stdin?.write(hello + call("write", { path: "b.txt", content: "x" }));
    await answered('"isError":true');
    child.stdin?.end();
    await exited;
    expect(said.err).toContain("toolplane trust");
  });

  it("follows rules and trust at the next call; a file that does not parse changes nothing, and is told", async () => {
    const world = open();
    const rules = (list: readonly object[]): string => JSON.stringify({ rules: list });
    const deny = { permission: "fs.read", pattern: "**/a.txt", action: "deny" };
    const policy = join(world.root, "config/policy.jsonc");
    mkdirSync(join(world.root, "config"), { recursive: true });
    const { child, said, exited } = speak(world, { TOOLPLANE_CONTAINED: "off" });
    let id = 10;
    const ask = async (name: string, given: object): Promise<string> => {
      id += 1;
      const params = { name, arguments: given };
      child.stdin?.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`,
      );
      // Whole lines: the last one may still be under way.
      const whole = (): string | undefined =>
        said.out
          .split("\n")
          .slice(0, -1)
          .find((line) => line.includes(`"id":${id}`));
      await expect.poll(whole).toBeDefined();
      return whole() ?? "";
    };
    const read = (): Promise<string> => ask("read", { path: "a.txt" });
    const write = (): Promise<string> => ask("write", { path: "b.txt", content: "beta" });
    child.stdin?.write(hello);
    expect(await read()).toContain("alpha");
    writeFileSync(policy, rules([deny]));
    expect(await read()).toContain("policy.jsonc:1");
    writeFileSync(policy, rules([]));
    expect(await read()).toContain("alpha");
    // The rules before allow it; what the file was to say is not known.
    writeFileSync(policy, "{ not rules");
    expect(await read()).toMatch(/"isError":true.*policy\.jsonc:1|policy\.jsonc:1.*"isError":true/);
    // By another pipe than the answer: it may come after it.
    await expect.poll(() => said.err).toContain("Every call is refused until it is mended");
    writeFileSync(policy, rules([]));
    expect(await read()).toContain("alpha");
    mkdirSync(join(world.workspace, ".toolplane"));
    writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), rules([deny]));
    expect(await read()).toContain(".toolplane/policy.jsonc:1");
    const allow = { permission: "fs.write", pattern: "**/b.txt", action: "allow" };
    writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), rules([allow]));
    expect(await write()).toMatch(
      /"isError":true.*toolplane trust|toolplane trust.*"isError":true/,
    );
    expect((await world.run(["trust", "--yes"])).code).toBe(0);
    expect(await write()).toContain('"action":"created"');
    expect((await world.run(["trust", "--revoke"])).code).toBe(0);
    expect(await write()).toContain('"isError":true');
    child.stdin?.end();
    await exited;
  });

  it("gives the tools that were asked for, and none that cannot work", async () => {
    const world = open();
    for (const [words, text] of [
      ["web_search", "cannot work here"],
      ["raed", "--tools read"],
      ["bundled,minimal", "one preset"],
    ]) {
      const { code, stderr } = await world.run(["mcp", "--tools", words ?? ""]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(text ?? "")]);
    }
    const child = world.spawn(["mcp", "--tools", "read,grep", "--tools", "git"]);
    let said = "";
    child.stdout?.on("data", (text) => {
      said += String(text);
    });
    child.stdin?.write(hello);
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/list" })}\n`);
    await expect.poll(() => said).toContain('"id":3');
    expect(said.match(/"name":"\w+","title"/g)?.map((one) => one.split('"')[3])).toEqual([
      ...["read", "grep", "git"],
    ]);
    child.stdin?.end();
  });

  it.each([
    ["SIGTERM", 0],
    ["SIGINT", 130],
    ["SIGHUP", 130],
  ] as const)(
    "ends cleanly on %s with a command running, with %i, and leaves nothing behind",
    async (signal, code) => {
      const world = open({ "../config/policy.jsonc": MAY_SLEEP });
      const { child, exited, answered } = speak(world);
      child.stdin?.write(hello);
      await answered('"serverInfo"');
      child.stdin?.write(call("bash", { command: "sleep 300" }));
      await expect.poll(() => isSleeping(world)).toBe(true);
      child.kill(signal);
      expect(await exited).toBe(code);
      await expect.poll(() => processesOf(world.root)).toEqual([]);
      expect(await lastRow(world)).toBe("session-close");
    },
  );

  it("ends when its client is killed, and when it itself is killed nothing stays", async () => {
    for (const victim of ["client", "server"] as const) {
      const world = open({ "../config/policy.jsonc": MAY_SLEEP });
      const { client, server } = await spawnBelow(world);
      process.kill(victim === "client" ? (client.pid ?? 0) : server, "SIGKILL");
      await expect.poll(() => processesOf(world.root)).toEqual([]);
      client.kill("SIGKILL");
    }
  });

  it("ends when nobody reads its answers any more", async () => {
    const world = open();
    const { child, exited, answered } = speak(world);
    child.stdin?.write(hello);
    await answered('"serverInfo"');
    child.stdout?.destroy();
    const pings = setInterval(() => child.stdin?.write(call("read", { path: "a.txt" })), 50);
    child.stdin?.on("error", () => {});
    expect(await exited.finally(() => clearInterval(pings))).toBe(0);
    expect(await lastRow(world)).toBe("session-close");
  });

  it("takes no --json, and tells whoever types it what it is", async () => {
    const world = open();
    const answer = await world.run(["mcp", "--json"]);
    expect([answer.code, JSON.parse(answer.stdout)]).toMatchObject([
      2,
      { error: { message: expect.stringContaining("--json is not taken") } },
    ]);
  });
});

function isSleeping(world: CliWorld): boolean {
  return processesOf(world.root).some((line) => line.startsWith("sleep 300"));
}

async function lastRow(world: CliWorld): Promise<string | undefined> {
  const state = await world.state();
  try {
    const [session] = await state.store.sessions.list({ limit: 1 });
    const rows = await state.store.events.read(session?.sessionId ?? "", { from: 0, limit: 1_000 });
    return rows.at(-1)?.type;
  } finally {
    await state.close();
  }
}

/** A client in a process of its own, with the server below it in the middle of a command. */
async function spawnBelow(
  world: CliWorld,
): Promise<{ readonly client: ChildProcess; readonly server: number }> {
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, [...${JSON.stringify(programWords())}, "mcp"], { stdio: ["pipe", "pipe", "ignore"] });
    child.stdout.once("data", () => {
      child.stdin.write(${JSON.stringify(call("bash", { command: "sleep 300" }))});
      console.log(child.pid);
    });
    child.stdin.write(${JSON.stringify(hello)});`;
  const client = spawn(process.execPath, ["-e", script], {
    cwd: world.workspace,
    env: { ...world.environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  client.stdout?.on("data", (piece) => {
    text += String(piece);
  });
  await expect.poll(() => text).toMatch(/^\d+\n/);
  await expect.poll(() => isSleeping(world)).toBe(true);
  return { client, server: Number(text) };
}
