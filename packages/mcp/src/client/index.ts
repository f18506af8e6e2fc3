export type { CredentialKeeper, McpAuth } from "./mcp-auth.ts";
export { type McpNameStrategy, mcpToolName } from "./mcp-tool-name.ts";
export type { McpTransport } from "./mcp-transport.ts";
export type {
  CompletionRequest,
  McpUpstream,
  McpUpstreamOptions,
  QuarantinedTool,
  RequestBounds,
  UpstreamChange,
  UpstreamContent,
  UpstreamHealth,
  UpstreamPrompt,
  UpstreamPromptText,
  UpstreamResource,
  UpstreamServer,
  UpstreamState,
  UpstreamTool,
} from "./mcp-upstream.ts";
export { UPSTREAM_LIMITS, type UpstreamLimits } from "./upstream-limits.ts";
