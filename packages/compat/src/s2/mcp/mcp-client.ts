/** S2's names for tools of MCP servers, and what the wrapper needs of a client. The clients themselves are a bridge's. */
import type { AnyRuntime, ContentPart, JsonObject, JsonSchema } from "@toolplane/contract";

export interface McpToolListing {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Exclude<JsonSchema, boolean>;
}

export interface McpCallResult {
  readonly isError?: boolean;
  readonly content: readonly ContentPart[];
}

export interface McpClient {
  isConnected(): boolean;
  /** The server's list. Absent: any name is handed on. */
  tools?(): readonly McpToolListing[];
  /** Calls a tool by the server's own name; rejects when the server cannot be reached or answers with an error. */
  callTool(
    name: string,
    args: JsonObject,
    options: { readonly signal: AbortSignal; readonly runtime: AnyRuntime },
  ): Promise<McpCallResult>;
}

/** Clients by the prefix of their tools. */
export type McpClients = ReadonlyMap<string, McpClient>;

/** The name that reaches a tool of a server, split: the owning prefix, and the server's own name for the tool. */
export interface McpRoute {
  readonly prefix: string;
  readonly tool: string;
  readonly client: McpClient;
}

/** True for S2's names of MCP tools: `mcp:<prefix>.<tool>`, or the sanitized `mcp_<prefix>_<tool>`. */
export function isMcpName(name: string): boolean {
  return name.startsWith("mcp:") || name.startsWith("mcp_");
}

/** Finds the owner of `mcp:<prefix>.<tool>`; the longest prefix wins, because prefixes may hold dots. */
export function findMcpRoute(name: string, clients: McpClients): McpRoute | null {
  if (!name.startsWith("mcp:")) return null;
  const rest = name.slice("mcp:".length);
  for (let at = rest.lastIndexOf("."); at > 0; at = rest.lastIndexOf(".", at - 1)) {
    const client = clients.get(rest.slice(0, at));
    if (client && at < rest.length - 1) {
      return { prefix: rest.slice(0, at), tool: rest.slice(at + 1), client };
    }
  }
  return null;
}
