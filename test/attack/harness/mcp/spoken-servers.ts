/** MCP servers over HTTP that a case names without saying where: they are on loopback, and answer as the case's tools say. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonObject } from "@toolplane/contract";
import type { CaseServer, Given } from "../attack-case.ts";
import type { LoopbackNetwork } from "../setup/loopback-network.ts";

/** Names of the servers that the harness has to be. */
export function serversToSpeak({ mcp = {} }: Given): readonly string[] {
  return Object.keys(mcp).filter((name) => isSpoken(mcp[name]));
}

/** Where each of them is; from now on it answers. */
export function urlsOf(
  { mcp = {} }: Given,
  network: LoopbackNetwork,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mcp)
      .filter(([, server]) => isSpoken(server))
      .map(([name, server]) => {
        const { port, setHandler } = network.server(name);
        setHandler((request, response) => void speak(server, request, response));
        return [name, `http://127.0.0.1:${port}/mcp`];
      }),
  );
}

function isSpoken(server: CaseServer | undefined): boolean {
  return server?.transport === "http" && server.url === undefined;
}

async function speak(
  server: CaseServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const piece of request) text += String(piece);
  if (request.method !== "POST") return void response.writeHead(405).end();
  const message = JSON.parse(text) as { readonly id?: unknown; readonly method?: string };
  if (message.id === undefined) return void response.writeHead(202).end();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answerOf(server, message) }));
}

function answerOf(
  { tools = [] }: CaseServer,
  { method }: { readonly method?: string },
): JsonObject {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "case", version: "1.0.0" },
        },
      };
    case "tools/list":
      return { result: { tools: [...tools] } };
    case "tools/call":
      return { result: { content: [{ type: "text", text: "ok" }] } };
    default:
      return { error: { code: -32_601, message: "Method not found" } };
  }
}
