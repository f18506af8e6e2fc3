/** An MCP server on this machine's loopback address: JSON over HTTP, tools that a test describes, and how many ran at once. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ServedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  /** The result of `tools/call`; a rejection breaks the connection off. */
  readonly answer: (args: unknown) => object | Promise<object>;
}

export interface LoopbackMcp {
  readonly url: string;
  /** The most calls that ran at the same time. */
  most(): number;
  /** Names that were called, in order. */
  readonly called: string[];
  /** Connections and calls end here; later ones fail. */
  stop(): Promise<void>;
}

/** How long each call of the server takes: others that are on their way arrive meanwhile. */
const WORK_MS = 60;

export async function serveLoopbackMcp(tools: readonly ServedTool[]): Promise<LoopbackMcp> {
  const called: string[] = [];
  let running = 0;
  let most = 0;
  const answerTo = async ({ method, params }: Request): Promise<object | null> => {
    if (method === "initialize")
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "loopback", version: "1" },
      };
    if (method === "tools/list")
      return { tools: tools.map(({ answer: _, ...described }) => described) };
    const tool = tools.find(({ name }) => name === params?.name);
    if (method !== "tools/call" || !tool) return null;
    called.push(tool.name);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    running -= 1;
    return tool.answer(params?.arguments);
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const asked = await read(request);
      if (asked.id === undefined) return void response.writeHead(202).end();
      const result = await answerTo(asked).catch(() => undefined);
      if (result === undefined) return void request.socket.destroy();
      const body = result === null ? { error: { code: -32601, message: "no" } } : { result };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...body }));
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, most: () => most, called, stop };
}

interface Request {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: unknown;
    readonly protocolVersion?: string;
  };
}

async function read(request: IncomingMessage): Promise<Request> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Request;
}
