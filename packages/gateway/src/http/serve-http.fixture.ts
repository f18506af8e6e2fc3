/** The server of MCP over HTTP for tests at the root: the product starts it behind `toolplane serve`. */
export { createMcpHttpServer, type McpHttpServer } from "./create-mcp-http-server.ts";
export type { McpHttpOptions } from "./http-server-options.ts";
