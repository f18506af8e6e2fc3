/**
 * Answers of sixty megabytes by the whole road: from a program in the sandbox, and from a server of the web. The call is told at
 * once, memory is bounded, and the next call works.
 */
import { connect } from "node:net";
import type { ToolResult } from "@toolplane/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { allowAll, openProduct } from "../../host/product/fixture.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { openHostileHttp } from "./hostile-http.ts";

const SIXTY_MB = 60_000_000;
/** Far below what an answer would take if it were kept, and above what the process takes by itself meanwhile. */
const MAX_GROWTH = 250_000_000;

/** What the calls answer, by the name of the tool. Node writes a pipe in pieces, so the server goes on while it speaks. */
const SERVER = `
const born = Date.now();
const large = () => "y".repeat(${SIXTY_MB});
const text = (value) => ({ content: [{ type: "text", text: value }] });
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const calls = {
  text: (id) => say({ id, result: text(large()) }),
  picture: (id) => say({ id, result: { content: [{ type: "image", mimeType: "image/png", data: large() }] } }),
  parts: (id) => say({ id, result: { content: Array.from({ length: 600_000 }, () => ({ type: "text", text: "y".repeat(80) })) } }),
  last: (id) => process.stdout.write('{"jsonrpc":"2.0","result":' + JSON.stringify(text(large())) + ',"id":' + id + '}\\n'),
  fault: (id) => say({ id, error: { code: -32000, message: large() } }),
  notes: (id) => {
    for (let index = 0; index < 60; index += 1)
      say({ method: "notifications/message", params: { level: "info", data: "y".repeat(1_000_000) } });
    say({ id, result: text("after notes") });
  },
  well: (id) => say({ id, result: text("well " + born) }),
};
const tools = Object.keys(calls).map((name) => ({ name, inputSchema: { type: "object", properties: {} } }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize")
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo: { name: "s", version: "1" } } });
  else if (method === "tools/list") say({ id, result: { tools } });
  else if (method === "tools/call") calls[params.name](id);
  else say({ id, result: {} });
});
`;

/** How much more memory this process took at most while it worked. */
async function growthDuring<T>(work: () => Promise<T>): Promise<{ given: T; growth: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const given = await work().finally(() => clearInterval(timer));
  return { given, growth: most - before };
}

const textOf = (result: ToolResult): string =>
  result.type === "error" ? result.error_text : JSON.stringify([result.data, result.content]);

describe.runIf(hasSandbox)("an answer of sixty megabytes from a sandbox (needs bubblewrap)", () => {
  it("is told at once in whatever form it comes, takes no memory, and the same server answers the next call", async () => {
    const product = await openProduct({
      tools: [],
      rules: [allowAll],
      sources: { s: { command: process.execPath, args: ["server.cjs"] } },
      registry: { deferAbove: 100 },
      files: { "server.cjs": SERVER },
    });
    await product.toolplane.sources.start();
    const well = await product.call("mcp__s__well");
    expect(textOf(well)).toMatch(/well \d+/);
    for (const name of ["text", "picture", "parts", "last", "fault"]) {
      const { given, growth } = await growthDuring(() => product.call(`mcp__s__${name}`));
      expect([name, given]).toMatchObject([name, { type: "error", code: "too_large" }]);
      expect(textOf(given), name).toContain("longer than 16777216 bytes");
      expect(growth, name).toBeLessThan(MAX_GROWTH);
    }
    const { given, growth } = await growthDuring(() => product.call("mcp__s__notes"));
    expect(textOf(given)).toContain("after notes");
    expect(growth).toBeLessThan(MAX_GROWTH);
    expect(textOf(await product.call("mcp__s__well"))).toBe(textOf(well));
  });

  it("without an end is told as well, its server is ended, and there is soon another", async () => {
    const endless = SERVER.replace(
      "text: (id) => say({ id, result: text(large()) }),",
      'text: () => { const more = () => process.stdout.write("y".repeat(1_000_000), () => setImmediate(more)); more(); },',
    );
    expect(endless).not.toBe(SERVER);
    const product = await openProduct({
      tools: [],
      rules: [allowAll],
      sources: { s: { command: process.execPath, args: ["server.cjs"] } },
      registry: { deferAbove: 100 },
      files: { "server.cjs": endless },
    });
    await product.toolplane.sources.start();
    const well = async () => textOf(await product.call("mcp__s__well"));
    const first = await well();
    const { given, growth } = await growthDuring(() => product.call("mcp__s__text"));
    expect(given).toMatchObject({ type: "error", code: "too_large" });
    expect(growth).toBeLessThan(MAX_GROWTH);
    // A server that broke is started again after a moment; until then a call is told that it is unavailable.
    await expect.poll(well, { timeout: WAITING_MS }).toMatch(/well \d+/);
    expect(await well()).not.toBe(first);
  });
});

describe("an answer of sixty megabytes from a server of the web", () => {
  it.each([
    ["as one answer", "application/json", "", ""],
    ["as one event", "text/event-stream", "data: ", "\n\n"],
  ])(
    "is told at once %s, takes no memory, and the next call works",
    async (_how, type, before, after) => {
      let isLong = true;
      const server = await openHostileHttp(({ body }, response) => {
        if (!isLong || !body.includes("tools/call")) return false;
        const { id } = JSON.parse(body) as { id: number };
        response.writeHead(200, { "content-type": type });
        response.write(
          `${before}{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`,
        );
        const piece = "y".repeat(1_000_000);
        let left = SIXTY_MB / piece.length;
        const more = (): void => {
          left -= 1;
          if (left > 0) response.write(piece, () => setImmediate(more));
          else response.end(`"}]}}${after}`);
        };
        more();
        return true;
      });
      onTestFinished(() => server.close());
      const port = Number(new URL(server.url).port);
      const product = await openProduct({
        tools: [],
        rules: [allowAll, { permission: "net.fetch", pattern: "*:*", action: "allow" }],
        policy: [{ permission: "net.fetch", pattern: "*:*", action: "allow" }],
        sandbox: "none",
        resolver: { resolve: async () => ["93.184.215.14"] },
        connector: { connect: async () => connect(port, "127.0.0.1") },
        sources: { s: { url: "http://big.example/mcp" } },
        registry: { deferAbove: 100 },
      });
      await product.toolplane.sources.start();
      const { given, growth } = await growthDuring(() => product.call("mcp__s__do"));
      expect(given).toMatchObject({ type: "error", code: "too_large" });
      expect(textOf(given)).toContain("longer than 16777216 bytes");
      expect(growth).toBeLessThan(MAX_GROWTH);
      isLong = false;
      expect(textOf(await product.call("mcp__s__do"))).toContain("done");
    },
  );
});
