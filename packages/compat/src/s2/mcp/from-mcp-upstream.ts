/**
 * S2's client of a server that toolplane is connected to. The connection is `@toolplane/mcp`'s, an optional package, which is handed in:
 * whatever holds for its tools on the road holds under S2's names too.
 */
import {
  type AnyRuntime,
  type ContentPart,
  isToolError,
  isToolOutput,
  type JsonObject,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import type { McpCallResult, McpClient, McpToolListing } from "./mcp-client.ts";

/** As much of `McpUpstream` as S2 needs. */
export interface McpUpstreamLike {
  health(): { readonly state: string };
  tools(): readonly { readonly remoteName: string; readonly tool: Tool }[];
}

export function fromMcpUpstream(upstream: McpUpstreamLike): McpClient {
  const listings = new WeakMap<Tool, McpToolListing>();
  const listingOf = (name: string, tool: Tool): McpToolListing => {
    const known = listings.get(tool);
    if (known) return known;
    const { description } = tool;
    const inputSchema = tool.parameters as Exclude<Tool["parameters"], boolean>;
    const listing = { name, description, inputSchema };
    listings.set(tool, listing);
    return listing;
  };
  return {
    isConnected: () => upstream.health().state === "ready",
    tools: () => upstream.tools().map(({ remoteName, tool }) => listingOf(remoteName, tool)),
    async callTool(name, args, { runtime }) {
      const found = upstream.tools().find(({ remoteName }) => remoteName === name);
      if (!found) throw new ToolError("not_found", `The server no longer offers ${name}.`);
      return run(found.tool, args, runtime);
    },
  };
}

/** Runs the tool. S2 separates a tool that failed from a server that did. */
async function run(tool: Tool, args: JsonObject, runtime: AnyRuntime): Promise<McpCallResult> {
  try {
    return { content: returnedParts(await tool.execute(args as never, runtime)) };
  } catch (error) {
    if (!isToolError(error) || error.code !== "failed") throw error;
    return { isError: true, content: [{ type: "text", text: error.message }] };
  }
}

function returnedParts(returned: unknown): readonly ContentPart[] {
  const { data, content } = isToolOutput(returned) ? returned : { data: returned, content: null };
  if (content) return content;
  return [{ type: "text", text: typeof data === "string" ? data : JSON.stringify(data) }];
}
