/**
 * SECURITY.md: "what runs under rules ends when they do not let it run any more". What a rule file or trust closes is ended or
 * started again without it, whatever it is: MCP servers, language servers, tool folders, processes. And a storm of changes does not
 * become a storm of starts.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { openProduct, readSettings } from "@toolplane/library/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

const WAIT = { timeout: WAITING_MS, interval: 50 };
const NOTHING = { text: () => undefined, flag: () => false, list: () => [] };
const ALLOW = { permission: "*", pattern: "**", action: "allow" };
const DENY = { permission: "fs.read", pattern: "**/a.txt", action: "deny" };
const rulesText = (...rules: readonly object[]): string => JSON.stringify({ rules });

/** An MCP server that notes its starts, and reads a file. */
const MCP = `
const fs = require("node:fs");
fs.appendFileSync("starts.log", "started\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize")
    say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") say({ tools: [{ name: "look", inputSchema: { type: "object", properties: {} } }] });
  else {
    let text = "closed";
    try { text = fs.readFileSync("a.txt", "utf8"); } catch {}
    say({ content: [{ type: "text", text }] });
  }
});
`;

/** A language server that tells, wherever it is asked, when it began and what it can read. */
const LSP = `
const fs = require("node:fs");
const born = process.hrtime.bigint();
let held = Buffer.alloc(0);
const say = (message) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(text) + "\\r\\n\\r\\n" + text);
};
process.stdin.on("data", (piece) => {
  held = Buffer.concat([held, piece]);
  for (;;) {
    const end = held.indexOf("\\r\\n\\r\\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\\d+)/i.exec(held.subarray(0, end).toString())[1]);
    if (held.length < end + 4 + length) return;
    const { id, method } = JSON.parse(held.subarray(end + 4, end + 4 + length).toString());
    held = held.subarray(end + 4 + length);
    if (id === undefined) continue;
    if (method === "initialize") say({ id, result: { capabilities: { hoverProvider: true, textDocumentSync: 1 } } });
    else if (method === "textDocument/hover") {
      let text = "closed";
      try { text = fs.readFileSync("a.txt", "utf8").trim(); } catch {}
      say({ id, result: { contents: { kind: "plaintext", value: "born " + born + " " + text } } });
    } else say({ id, result: null });
  }
});
`;

const TOOL = `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "mine", description: "Of a project.", parameters: { type: "object" }, requires: {}, execute: () => "mine runs" });`;

async function open(files: Readonly<Record<string, string>> = {}) {
  const lsp = { servers: [{ name: "x", endings: ["x"], command: [process.execPath, "lsp.cjs"] }] };
  const world = openCliWorld({
    "a.txt": "alpha\n",
    "b.x": "one\n",
    "starts.log": "",
    "lsp.cjs": LSP,
    "../server.cjs": MCP,
    "../config/policy.jsonc": rulesText(ALLOW),
    "../config/config.jsonc": JSON.stringify({ preset: "bundled", tools: { lsp } }),
    ...files,
  });
  onTestFinished(world.remove);
  const server = [process.execPath, join(world.root, "server.cjs")];
  const add = ["add", "s", "--yes", "--writes", "starts.log", "--", ...server];
  expect(await world.run(add)).toMatchObject({ code: 0 });
  if (files[".toolplane/tools/mine.ts"])
    expect(await world.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  const source = {
    environment: world.environment,
    directory: world.workspace,
    arguments: NOTHING,
  };
  const state = await world.state();
  const product = await openProduct({
    settings: await readSettings(source),
    readAgain: () => readSettings(source),
    state,
    sources: "kept",
    isNamed: true,
    onWarning: () => {},
  });
  onTestFinished(async () => {
    await product.close();
    await state.close();
  });
  const session = product.session();
  let calls = 0;
  const call = async (name: string, args: JsonObject = {}): Promise<string> => {
    calls += 1;
    return textOf(await session.call({ id: `c${calls}`, name, arguments: args }));
  };
  return { world, product, call };
}

function textOf(result: ToolResult): string {
  return result.type === "error"
    ? `${result.code} ${result.error_text}`
    : JSON.stringify([result.data, result.content]);
}

const ruleFile = ({ root }: CliWorld) => join(root, "config/policy.jsonc");
const hover = { operation: "hover", path: "b.x", line: 1, character: 1 };
const starts = ({ workspace }: CliWorld): number =>
  readFileSync(join(workspace, "starts.log"), "utf8").split("started").length - 1;

describe.runIf(hasSandbox)("what follows the rule files of a person (needs bubblewrap)", () => {
  it("are MCP and language servers: started again without what a rule closes, and with it when it is gone", async () => {
    const { world, call } = await open();
    const look = () => call("mcp__s__look");
    const ask = () => call("lsp", hover);
    expect(await look()).toContain("alpha");
    const first = await ask();
    expect(first).toMatch(/born \d+ alpha/);
    writeFileSync(ruleFile(world), rulesText(ALLOW, DENY));
    await expect.poll(look, WAIT).toContain("closed");
    await expect.poll(ask, WAIT).toContain("closed");
    writeFileSync(ruleFile(world), rulesText(ALLOW));
    await expect.poll(look, WAIT).toContain("alpha");
    await expect.poll(ask, WAIT).toContain("alpha");
  });

  it("are the tools of a project: gone when trust is taken back, and there again when it is given", async () => {
    const { world, call } = await open({ ".toolplane/tools/mine.ts": TOOL });
    const mine = () => call("mine");
    expect(await mine()).toContain("mine runs");
    expect(await world.run(["trust", "--revoke"])).toMatchObject({ code: 0 });
    await expect.poll(mine, WAIT).toContain("unknown_tool");
    expect(await world.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    await expect.poll(mine, WAIT).toContain("mine runs");
    writeFileSync(
      ruleFile(world),
      rulesText(ALLOW, { permission: "mine", pattern: "**", action: "deny" }),
    );
    await expect.poll(mine, WAIT).toContain("permission_denied");
    rmSync(ruleFile(world));
  });

  it("start once for a storm of rules, whether a program or a file brings them", async () => {
    const { world, product, call } = await open();
    const look = () => call("mcp__s__look");
    expect(await look()).toContain("alpha");
    // When it was added, and now. What it writes comes over a moment later.
    await expect.poll(() => starts(world), WAIT).toBe(2);
    const denies = Array.from({ length: 200 }, (_, index) => ({
      permission: "fs.read",
      pattern: `**/secret-${index}.txt`,
      action: "deny" as const,
    }));
    const allow = ALLOW as { permission: string; pattern: string; action: "allow" };
    // Each closes more than the one before. Some are waited for, and some come all at once.
    for (let index = 1; index <= 100; index += 1)
      await product.setPolicy([allow, ...denies.slice(0, index)]);
    await Promise.all(
      denies
        .slice(100)
        .map((_, index) => product.setPolicy([allow, ...denies.slice(0, 101 + index)])),
    );
    expect(starts(world)).toBe(2);
    expect(await look()).toContain("alpha");
    await expect.poll(() => starts(world), WAIT).toBe(3);
    for (let index = 1; index <= 200; index += 1)
      writeFileSync(ruleFile(world), rulesText(ALLOW, DENY, ...denies.slice(0, index)));
    await expect.poll(look, WAIT).toContain("closed");
    expect(starts(world)).toBeLessThanOrEqual(6);
    // Calls that come with the changes: each uses a server once, however many rules come meanwhile.
    const calls = Array.from({ length: 5 }, look);
    for (let index = 0; index < 100; index += 1)
      void product.setPolicy([allow, ...denies.slice(0, index % 7)]);
    await Promise.all(calls);
    expect(await look()).toContain("alpha");
    expect(starts(world)).toBeLessThanOrEqual(12);
  });
});
