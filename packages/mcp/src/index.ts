export type { RulesPlace } from "./server/allow-hint.ts";
export type { ClientAnswer } from "./server/client-answer.ts";
export {
  createMcpServer,
  type McpFace,
  type McpServerOptions,
} from "./server/create-mcp-server.ts";
export type { EndpointBounds } from "./server/endpoint-bounds.ts";
export { createLineTransport, type LineTransportOptions } from "./server/line-transport.ts";
export { type AskClient, createMcpBroker, type McpBroker } from "./server/mcp-broker.ts";
export {
  createMcpEndpoint,
  type GivenRequest,
  isWork,
  type McpEndpoint,
} from "./server/mcp-endpoint.ts";
export type {
  McpComplete,
  McpCompletion,
  McpPrompt,
  McpPrompts,
  McpPromptText,
  McpResource,
  McpResourceContent,
  McpResources,
  McpResourceTemplate,
  OfferContext,
} from "./server/mcp-offers.ts";
export type { McpSource } from "./server/mcp-source.ts";
export {
  type ServeStdioOptions,
  type StdioService,
  serveMcpStdio,
} from "./server/serve-mcp-stdio.ts";
