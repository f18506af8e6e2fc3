/** A loopback server that speaks just enough of the protocol to be connected to, and misbehaves where a test says so. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Hit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface HostileHttp {
  readonly origin: string;
  readonly url: string;
  readonly hits: readonly Hit[];
  close(): Promise<void>;
}

/** Answers itself and gives true, or gives false for the ordinary answer. */
export type Misbehave = (hit: Hit, response: ServerResponse) => boolean;

export async function openHostileHttp(misbehave: Misbehave): Promise<HostileHttp> {
  const hits: Hit[] = [];
  const server: Server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const hit = { method, path: url, headers, body: await text(request) };
    hits.push(hit);
    if (!misbehave(hit, response)) behave(hit, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    hits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  return true;
}

function behave({ method, path, body }: Hit, response: ServerResponse): void {
  if (path !== "/mcp" || method !== "POST") {
    response.writeHead(path === "/mcp" ? 405 : 404).end();
    return;
  }
  const { id, method: asked } = JSON.parse(body) as { id?: number; method: string };
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const result = RESULTS[asked];
  if (result) sendJson(response, { jsonrpc: "2.0", id, result });
  else sendJson(response, { jsonrpc: "2.0", id, error: { code: -32_601, message: "no" } });
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "http", version: "1" },
  },
  "tools/list": { tools: [{ name: "do", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "done" }] },
};
