import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { defineTool } from "@toolplane/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { createHttpWorld, type HttpWorld } from "./http-world.ts";
import { serve } from "./running-server.ts";
import { createClient, textOf } from "./world.ts";

/** A program of one file with one tool. */
const PROGRAM = `
const { createInterface } = require("node:readline");
const tools = [{ name: "say", description: "Says it.", inputSchema: { type: "object", properties: {} } }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "one", version: "1" } }
    : method === "tools/list" ? { tools }
    : method === "tools/call" ? { content: [{ type: "text", text: "the program ran" }] }
    : null;
  process.stdout.write(JSON.stringify(result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
});
`;

/** How often each was really reached. */
const reached = { remote: 0, api: 0 };
const far = defineTool({
  id: "far",
  description: "Runs elsewhere.",
  parameters: { type: "object", properties: {} },
  requires: {},
  execute() {
    reached.remote += 1;
    return "the address ran";
  },
});
const api = createServer((_request, response) => {
  reached.api += 1;
  response.setHeader("content-type", "application/json");
  response.end('{"said":"the API ran"}');
});

const cleanups: (() => unknown)[] = [];
let world: CliWorld;
let remote: HttpWorld;
const apiHost = () => `127.0.0.1:${(api.address() as AddressInfo).port}`;

const SOURCES = ["mcp__program__*", "mcp__remote__*", "openapi__billing__*"];
const CALLS = [
  ["mcp__program__say", "the program ran"],
  ["mcp__remote__far", "the address ran"],
  ["openapi__billing__listInvoices", "the API ran"],
] as const;
const rules = (...denied: readonly string[]) => {
  const allow = (permission: string, pattern = "**") => ({ permission, pattern, action: "allow" });
  const list = [
    ...SOURCES.map((one) => allow(one)),
    allow("net.fetch", apiHost()),
    ...denied.map((permission) => ({ permission, pattern: "**", action: "deny" })),
  ];
  world.write({ "../config/policy.jsonc": JSON.stringify({ rules: list }) });
};

beforeAll(async () => {
  await once(api.listen(0, "127.0.0.1"), "listening");
  cleanups.push(
    () => api.close(),
    () => api.closeAllConnections(),
  );
  const open = '[{ "permission": "*", "pattern": "*", "action": "allow" }]';
  remote = await createHttpWorld({ tools: [far], rules: open });
  cleanups.push(() => remote.close());
  world = openCliWorld({
    "api.yaml": `openapi: 3.1.0
info: { title: Billing, version: "7" }
servers: [{ url: "http://${apiHost()}" }]
paths: { /invoices: { get: { operationId: listInvoices, summary: List invoices. } } }
`,
  });
  cleanups.push(() => world.remove());
  writeFileSync(join(world.root, "server.cjs"), PROGRAM);
});
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

async function byProgram(): Promise<Client> {
  const client = createClient("2025-11-25");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...programWords(), "mcp"],
      cwd: world.workspace,
      env: { ...world.environment },
      stderr: "pipe",
    }),
  );
  cleanups.push(() => client.close());
  return client;
}

async function byAddress(): Promise<Client> {
  const { url, token, child } = await serve(world);
  cleanups.push(() => child.kill("SIGKILL"));
  const client = createClient("2026-07-28");
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  cleanups.push(() => client.close());
  return client;
}

describe.runIf(hasSandbox)("a program, an address and a web API at once (needs bubblewrap)", () => {
  it("are added, a server on loopback only where reach opens it", async () => {
    const { url, token } = remote.server;
    const words = ["add", "remote", "--yes", "--url", url];
    const add = [...words, "--header", `authorization=Bearer ${token}`];
    const closed = await world.run(add);
    expect(closed).toMatchObject({ code: 1 });
    expect(closed.stdout + closed.stderr).toContain("is outside what mcp__remote may reach");
    expect(closed.stdout).toContain(`"reach": { "hosts": ["${new URL(url).host}"] }`);
    const reach = { hosts: [new URL(url).host] };
    world.write({ "../config/config.jsonc": JSON.stringify({ reach }) });
    const unknown = await world.run(words);
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stdout).toContain("--header 'Authorization=Bearer ${env:NAME}'");
    expect(unknown.stdout).not.toContain("reach");
    const added = await world.run(add);
    expect(added).toMatchObject({ code: 0 });
    expect(added.stdout).toContain("unconfined");
    expect(added.stdout + added.stderr).not.toContain(token);
    const program = ["--", process.execPath, join(world.root, "server.cjs")];
    expect(await world.run(["add", "program", "--yes", ...program])).toMatchObject({ code: 0 });
    const billing = ["add", "api.yaml", "--name", "billing", "--yes"];
    expect(await world.run(billing)).toMatchObject({ code: 0 });
  });

  it.each([
    ["toolplane mcp", byProgram],
    ["toolplane serve", byAddress],
  ])("are listed and called behind %s, and a rule that denies refuses each", async (_, open) => {
    rules();
    const client = await open();
    const call = (name: string) => client.callTool({ name, arguments: {} });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(CALLS.map(([name]) => name)));
    for (const [name, said] of CALLS) expect(textOf(await call(name))).toContain(said);
    const before = { ...reached };
    rules(...SOURCES);
    for (const [name] of CALLS) {
      const refused = await call(name);
      expect(refused).toMatchObject({ isError: true });
      expect(textOf(refused)).toContain("A rule denies");
    }
    expect(reached).toEqual(before);
  });
});
