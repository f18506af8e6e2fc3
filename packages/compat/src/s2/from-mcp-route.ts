/** A tool of an MCP server on the road, under S2's name for it. The server is called by its own name for the tool. */
import {
  type AnyRuntime,
  type ContentPart,
  defineTool,
  type JsonObject,
  output,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import type { McpRoute, McpToolListing } from "./mcp/mcp-client.ts";
import { CALL_TIMEOUT_MS } from "./orchestrator-settings.ts";

/** The description of a server's tool that has none. */
const NO_DESCRIPTION = "A tool of an MCP server.";

/** Makes the tool; `listing` is the server's definition of it. */
export function fromMcpRoute(name: string, route: McpRoute, listing: McpToolListing | null): Tool {
  const { client, prefix, tool } = route;
  return defineTool({
    id: name,
    description: listing?.description?.trim() || NO_DESCRIPTION,
    parameters: listing?.inputSchema ?? { type: "object" },
    requires: {},
    executor: "remote",
    limits: { timeoutMs: CALL_TIMEOUT_MS },
    execute: async (args, runtime) => {
      if (!client.isConnected()) {
        throw new ToolError("unavailable", `The MCP server ${prefix} is not connected.`);
      }
      const { isError, content } = await ask(route, args as JsonObject, runtime);
      const text = contentText(content);
      if (isError) throw new ToolError("failed", text || `${tool} failed.`);
      return output(text, { content, untrusted: { source: `mcp:${prefix}` } });
    },
  });
}

async function ask({ client, prefix, tool }: McpRoute, args: JsonObject, runtime: AnyRuntime) {
  try {
    return await client.callTool(tool, args, { signal: runtime.signal, runtime });
  } catch (cause) {
    throw new ToolError("failed", `The call of ${tool} at the MCP server ${prefix} failed.`, {
      cause,
    });
  }
}

/** S2's text of a content: images are named, not shown. */
function contentText(content: readonly ContentPart[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      return "mime_type" in part ? `[image: ${part.mime_type}]` : `[${part.type}]`;
    })
    .join("\n");
}
