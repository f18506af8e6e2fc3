export {
  createMcpHttpServer,
  type McpHttpOptions,
  type McpHttpServer,
} from "./http/serve-http.fixture.ts";
