export type { RulesPlace } from "./allow-hint.ts";
export type { ClientAnswer } from "./client-answer.ts";
export { createMcpServer, type McpFace, type McpServerOptions } from "./create-mcp-server.ts";
export type { EndpointBounds } from "./endpoint-bounds.ts";
export { createLineTransport, type LineTransportOptions } from "./line-transport.ts";
export { type AskClient, createMcpBroker, type McpBroker } from "./mcp-broker.ts";
export { createMcpEndpoint, type GivenRequest, isWork, type McpEndpoint } from "./mcp-endpoint.ts";
export type { McpSource } from "./mcp-source.ts";
export { type ServeStdioOptions, type StdioService, serveMcpStdio } from "./serve-mcp-stdio.ts";
