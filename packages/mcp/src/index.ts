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
} from "./server/catalog/mcp-offers.ts";
export type { McpSource } from "./server/catalog/mcp-source.ts";
export {
  createMcpServer,
  type McpFace,
  type McpServerOptions,
} from "./server/create-mcp-server.ts";
export type { EndpointBounds } from "./server/http/endpoint-bounds.ts";
export {
  createMcpEndpoint,
  type GivenRequest,
  isWork,
  type McpEndpoint,
} from "./server/http/mcp-endpoint.ts";
export type { RulesPlace } from "./server/question/allow-hint.ts";
export type { ClientAnswer } from "./server/question/client-answer.ts";
export { type AskClient, createMcpBroker, type McpBroker } from "./server/question/mcp-broker.ts";
export { createLineTransport, type LineTransportOptions } from "./server/stdio/line-transport.ts";
export {
  type ServeStdioOptions,
  type StdioService,
  serveMcpStdio,
} from "./server/stdio/serve-mcp-stdio.ts";
