/** The official server with the same tool: its own validation of arguments and results, no policy, no record. */
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const make = (): McpServer => {
  const server = new McpServer({ name: "sdk", version: "1.0.0" });
  server.registerTool(
    "noop",
    {
      description: "Does nothing.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ ok: z.boolean() }),
    },
    () => ({ content: [{ type: "text", text: '{"ok":true}' }], structuredContent: { ok: true } }),
  );
  return server;
};

if (process.argv[2] === "stdio") serveStdio(make);
else {
  const handler = toNodeHandler(createMcpHandler(make));
  const server = createServer(
    (request, response) => void handler(request as never, response as never),
  );
  server.listen(0, "127.0.0.1", () => {
    console.log(
      JSON.stringify({ port: (server.address() as { port: number }).port, token: "none" }),
    );
  });
}
