/** The document of stud-cli, read aloud: which tools there are, what they are called, and who may declare them. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool } from "@toolplane/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStud } from "./stud.fixture.ts";

/** An MCP server of one file whose tools say its own name. */
const SERVER = `
const { createInterface } = require("node:readline");
const [, , own, ...names] = process.argv;
const tools = names.map((name) => ({ name, description: "Says a name.", inputSchema: { type: "object" } }));
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: own, version: "1" } }
    : method === "tools/list" ? { tools }
    : method === "tools/call" ? { content: [{ type: "text", text: own + " " + params.name }] }
    : null;
  process.stdout.write(JSON.stringify(result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
});
`;

function server(own: string, ...tools: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-stud-server-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "server.cjs");
  writeFileSync(file, SERVER);
  return { command: process.execPath, args: [file, own, ...tools] };
}

describe("flat names", () => {
  it("call a server's tool by its own name, through the same contract and the same stack [R025]", async () => {
    const { call, broker, tp } = await openStud({
      sources: { hub: server("hub", "greet") },
    });
    await tp.sources.start();
    expect(tp.kernel.tools().find(({ tool }) => tool.id === "greet")).toMatchObject({
      layer: "mcp",
      tool: { executor: "remote" },
    });
    expect(await call("greet")).toMatchObject({ type: "output", data: "hub greet" });
    expect(broker.questions().map(({ tool, origin }) => [tool, origin])).toEqual([
      ["greet", expect.stringMatching(/^mcp:hub/)],
    ]);
    expect(await call("mcp__hub__greet")).toMatchObject({ code: "unknown_tool" });
  });

  it("name both where two have one name: the first keeps it, and nobody is shadowed in silence [R025]", async () => {
    const warnings: string[] = [];
    const { call, tp } = await openStud({
      sources: {
        hub: server("hub", "greet"),
        lab: server("lab", "greet", "glob", "wave"),
      },
      onWarning: (text) => warnings.push(text),
    });
    await tp.sources.start(["hub"]);
    await tp.sources.start(["lab"]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The tool greet of mcp:lab.* is left out: the name is taken by a tool of mcp:hub/,
      ),
      expect.stringMatching(
        /^The tool glob of mcp:lab.* is left out: the name is taken by a tool of bundled/,
      ),
    ]);
    expect(tp.sources.list().find(({ name }) => name === "lab")?.left).toEqual([
      { name: "greet", reason: expect.stringContaining("mcp:hub") },
      { name: "glob", reason: expect.stringContaining("bundled") },
    ]);
    expect(await call("greet")).toMatchObject({ data: "hub greet" });
    expect(await call("wave")).toMatchObject({ data: "lab wave" });
  });
});

describe("the executor", () => {
  it("remote is declared by the MCP client at registration; a tool written by hand is left out", async () => {
    const far = defineTool({
      id: "far",
      description: "Claims to run elsewhere.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      executor: "remote",
      execute: () => "ran",
    });
    const warnings: string[] = [];
    const { call, tp } = await openStud({
      tools: [far],
      onWarning: (text) => warnings.push(text),
    });
    expect(warnings).toEqual([expect.stringContaining('executor "remote" is not written by hand')]);
    expect(await call("far")).toMatchObject({ code: "unknown_tool" });
    expect(() => tp.kernel.register(far, { layer: "global" })).toThrow(/is not written by hand/);
  });
});
