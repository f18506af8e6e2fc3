export {
  checkAddress,
  checkBody,
  type Refusal,
  type RequestHead,
  tooLarge,
} from "./check-request.ts";
export { createMcpHttpServer, type McpHttpServer } from "./create-mcp-http-server.ts";
export type { IntrospectionClient } from "./introspect-token.ts";
export { openToken, type ServerToken, TOKEN_VARIABLE, tokenPlace } from "./open-token.ts";
export type { ProtectedResource } from "./protected-resource.ts";
export { isLoopback } from "./read-bounds.ts";
export { type HeldBodies, readRequestBody } from "./read-request-body.ts";
