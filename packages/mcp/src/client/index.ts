export type { CredentialKeeper, McpAuth } from "./auth/mcp-auth.ts";
export type { UpstreamLimits } from "./bounds/upstream-limits.ts";
export type {
  CompletionRequest,
  PromptRequest,
  RequestBounds,
  UpstreamContent,
  UpstreamPrompt,
  UpstreamPromptText,
  UpstreamResource,
} from "./catalog/upstream-catalog.ts";
export type { UpstreamServer } from "./connection/upstream-server.ts";
export { createMcpUpstream } from "./create-mcp-upstream.ts";
export type { UpstreamState } from "./life/life-facts.ts";
export type {
  McpUpstream,
  McpUpstreamOptions,
  UpstreamChange,
  UpstreamHealth,
} from "./mcp-upstream.ts";
export { type SignInToServerOptions, signInToServer } from "./sign-in/sign-in-to-server.ts";
export { type McpNameStrategy, mcpToolName } from "./tool/mcp-tool-name.ts";
export type { QuarantinedTool } from "./tool/read-definition.ts";
export type { UpstreamTool } from "./tool/tool-list.ts";
export {
  type ChannelTransport,
  type ChannelTransportOptions,
  createChannelTransport,
} from "./transport/channel-transport.ts";
export { createHttpTransport, type HttpTransportOptions } from "./transport/http-transport.ts";
export type { McpTransport } from "./transport/mcp-transport.ts";
