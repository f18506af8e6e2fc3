/**
 * SECURITY.md: "a registered secret lies in the store only where undo or a run that goes on needs it", whoever hands it in: a
 * command, an MCP client, an editor, the console, or a question that waits for a person.
 *
 * A person registers a secret with a program by naming it among the values of a source.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolplane/agent";
import { type CliWorld, openCliWorld, openConsoleWorld, openEditor } from "@toolplane/cli/fixtures";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { cellsOf, listedCells } from "./store-bytes.fixture.ts";

const SECRET = "kf83-hdl2_PQv.77aXy";
const todos = [{ content: `use ${SECRET}`, activeForm: SECRET, status: "pending" }];
const note = { action: "write", key: `k ${SECRET}`, content: SECRET };

function register({ data }: Pick<CliWorld, "data">): void {
  const server = { command: "no-such-server", env: { API_KEY: SECRET }, enabled: false };
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ version: 1, sources: { there: server } });
  writeFileSync(join(data, "sources.jsonc"), text, { mode: 0o600 });
}

function open(): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n" });
  onTestFinished(world.remove);
  register(world);
  return world;
}

/** Cells that hold it and are not on the list. */
const unlisted = (data: string): readonly string[] =>
  cellsOf(data, SECRET).filter((cell) => !listedCells().includes(cell));

describe("a registered secret", () => {
  it("is masked in the store when a command hands it in", async () => {
    const world = open();
    const calls = [
      ["todo", { todos }],
      ["memory", note],
      ["plan", { steps: [SECRET], goal: SECRET }],
      ["bash", { command: `echo ${SECRET}; exit 2` }],
      ["read", { path: `${SECRET}.txt` }],
      [`no-${SECRET}`, {}],
    ] as const;
    for (const [name, given] of calls)
      await world.run(["call", name, JSON.stringify(given), "--mode", "yolo"]);
    expect(cellsOf(world.data, SECRET)).toEqual([]);
    expect(cellsOf(world.data, "redacted:there")).toContain("slots.value");
  });

  it("is masked in the store when an MCP client hands it in", async () => {
    const world = open();
    const ask = (id: number, method: string, params: object): string =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const clientInfo = { name: `client ${SECRET}`, version: SECRET };
    const child = world.spawn(["mcp", "--tools", "everyday"], { env: { TOOLPLANE_MODE: "yolo" } });
    let said = "";
    child.stdout?.on("data", (text) => {
      said += String(text);
    });
    child.stdin?.write(
      ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }),
    );
    await expect.poll(() => said, { timeout: 60_000 }).toContain('"id":1');
    const calls = [
      ["todo", { todos }],
      ["memory", note],
      ["bash", { command: `echo ${SECRET}; exit 2` }],
      [`no-${SECRET}`, { a: SECRET }],
    ] as const;
    for (const [place, [name, given]] of calls.entries())
      child.stdin?.write(ask(place + 2, "tools/call", { name, arguments: given }));
    for (const place of calls.keys())
      await expect.poll(() => said, { timeout: 60_000 }).toContain(`"id":${place + 2}`);
    const live = cellsOf(world.data, SECRET);
    child.stdin?.end();
    await new Promise((resolve) => child.once("close", resolve));
    expect([...live, ...cellsOf(world.data, SECRET)]).toEqual([]);
    expect(cellsOf(world.data, "redacted:there")).not.toEqual([]);
  }, 90_000);

  it("is masked in the store when an editor hands it in", async () => {
    const world = open();
    const editor = await openEditor({
      world,
      script: [
        { calls: [{ name: "todo", arguments: { todos } }] },
        { calls: [{ name: "memory", arguments: note }] },
        { calls: [{ name: "bash", arguments: { command: `touch ${SECRET}; rm -rf /x` } }] },
        { text: `done with ${SECRET}` },
      ],
      answer: () => "allow_always",
    });
    const sessionId = await editor.session();
    await editor.prompt(sessionId, `Do it with ${SECRET}.`);
    const live = unlisted(world.data);
    await editor.close();
    expect([...live, ...unlisted(world.data)]).toEqual([]);
    expect(cellsOf(world.data, "redacted:there")).not.toEqual([]);
  }, 60_000);

  it("is masked in the store when the console hands it in", async () => {
    const ground = await openConsoleWorld({ "a.txt": "alpha\n" });
    onTestFinished(() => ground.close());
    register(ground.world);
    const post = (path: string, body: object) =>
      ground.send(`/api/v1${path}`, { method: "POST", body });
    const statuses: number[] = [];
    for (const [name, given] of [
      ["todo", { todos }],
      ["memory", note],
      ["read", { path: `${SECRET}.txt` }],
      ["bash", { command: `echo ${SECRET}` }],
    ] as const)
      statuses.push((await post(`/tools/${name}/call`, { arguments: given })).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    await post("/policy/explain", { tool: "read", arguments: { path: SECRET } });
    expect(unlisted(ground.world.data)).toEqual([]);
    expect(cellsOf(ground.world.data, "redacted:there")).not.toEqual([]);
  }, 60_000);

  it("is masked in a question that waits in the store", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-waiting-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const workspace = join(folder, "project");
    const userData = join(folder, "data");
    mkdirSync(workspace);
    const toolplane = await createToolplane({
      workspace,
      userData,
      sandbox: "none",
      preset: "everyday",
      secrets: { API_KEY: SECRET },
      onWarning: () => {},
      environment: { HOME: folder, PATH: "/usr/bin:/bin" },
      policy: [{ permission: "*", pattern: "*", action: "ask" }],
    });
    const model = scriptedModel([
      { calls: [{ name: "write", arguments: { path: `${SECRET}.txt`, content: SECRET } }] },
      { text: "done" },
    ]);
    const agent = await toolplane.agent({ model, suspends: true });
    expect(await agent.run(`Write ${SECRET}.`)).toMatchObject({ status: "suspended" });
    await toolplane.close();
    expect(unlisted(userData)).toEqual([]);
  });
});
