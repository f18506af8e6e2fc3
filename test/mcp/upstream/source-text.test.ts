import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

/** A server with a tool that says nothing of what the server is for. */
const SERVER = `
const { createInterface } = require("node:readline");
const [, , name, description] = process.argv;
const tools = [{ name: "list_entries", description: "Lists the entries.", inputSchema: { type: "object", properties: {} } }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: "1", description } }
    : method === "tools/list" ? { tools } : null;
  process.stdout.write(JSON.stringify(result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
});
`;

it.runIf(hasSandbox)(
  "a tool is found by what its server says that it is, and only then callable (needs bubblewrap) [R195]",
  async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "about-")));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const workspace = join(base, "shop");
    mkdirSync(workspace);
    mkdirSync(join(base, "server"));
    const script = join(base, "server/server.cjs");
    writeFileSync(script, SERVER);
    const server = (name: string, about: string) => ({
      command: process.execPath,
      args: [script, name, about],
    });
    const toolplane = await createToolplane({
      workspace,
      userData: join(base, "data"),
      preset: "everyday" as const,
      sources: {
        one: server("one", "Keeps recipes for cooks."),
        two: server("two", "Plans observations of planets for astronomers."),
      },
      onWarning: () => undefined,
    });
    onTestFinished(() => toolplane.close());
    await toolplane.sources.start();
    const session = toolplane.session();
    const call = (id: string) =>
      session.call({ id, name: "mcp__two__list_entries", arguments: {} });
    expect(await call("before")).toMatchObject({ code: "unknown_tool" });
    const found = await session.call({
      id: "find",
      name: "tool_search",
      arguments: { query: "observations for astronomers" },
    });
    expect(found).toMatchObject({ type: "output" });
    expect(JSON.stringify(found)).toContain("mcp__two__list_entries");
    expect(JSON.stringify(found)).not.toContain("mcp__one__list_entries");
    // It is callable now, so it is judged: nobody is here to be asked.
    expect(await call("after")).toMatchObject({ code: "permission_denied" });
  },
);
