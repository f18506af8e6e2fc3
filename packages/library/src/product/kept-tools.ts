/**
 * Lists the tools of the MCP servers and web APIs behind toolplane as a person agreed to them, for commands that only look:
 * nothing is started.
 */
import { existsSync } from "node:fs";
import { type JsonObject, type Tool, ToolError } from "@toolplane/contract";
import type { Source } from "@toolplane/gateway/sources/list";
import { readDefinitions, readSources, sourcesFile } from "@toolplane/gateway/sources/list";
import type { ToolOrigin } from "@toolplane/kernel";

export interface KeptTool {
  readonly tool: Tool;
  readonly origin: ToolOrigin;
}

/** Loads nothing where there is no list. */
export async function readKeptTools(userData: string): Promise<readonly KeptTool[]> {
  if (!existsSync(sourcesFile(userData))) return [];
  const sources = (await readSources(userData)).filter(({ enabled }) => enabled);
  const kept: KeptTool[] = [];
  for (const source of sources) {
    const restore = await restorerOf(source);
    for (const [name, definition] of Object.entries(readDefinitions(userData, source))) {
      const tool = isWanted(source, name) ? restore(definition, name) : null;
      if (tool) kept.push({ tool, origin: originOf(source) });
    }
  }
  return kept;
}

type Restore = (definition: JsonObject, name: string) => Tool | null;

async function restorerOf({ name, server, names }: Source): Promise<Restore> {
  if (server.kind === "openapi") {
    const { createOperationRestorer } = await import("@toolplane/openapi");
    const restore = createOperationRestorer({ origins: [], headers: {}, credential: () => null });
    return (definition, operation) => restore(definition, `openapi__${name}__${operation}`);
  }
  const { createMcpUpstream, mcpToolName } = await import("@toolplane/mcp/client");
  const upstream = createMcpUpstream({
    name,
    toolId: (tool) => mcpToolName({ server: name, tool }, names),
    clock: { nowMs: () => 0, wallMs: () => 0, setTimer: () => () => {} },
    connect: () => Promise.reject(new ToolError("unavailable", "Only the list of tools is open.")),
  });
  return (definition) => {
    const made = upstream.restore(definition);
    return "tool" in made ? made.tool : null;
  };
}

function isWanted({ tools }: Source, name: string): boolean {
  return tools.length === 0 || tools.includes(name);
}

function originOf({ name, server }: Source): ToolOrigin {
  if (server.kind === "openapi") return { layer: "openapi", source: name };
  return { layer: "mcp", source: name, unconfined: server.kind === "address" };
}
