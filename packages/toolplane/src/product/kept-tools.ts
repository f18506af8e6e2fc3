/** The tools of the MCP servers behind toolplane as a person agreed to them, for whoever only looks: no server is started. */
import { existsSync } from "node:fs";
import { type Tool, ToolError } from "@toolplane/contract";
import type { ToolOrigin } from "@toolplane/kernel";
import { readDefinitions } from "../sources/list/definitions-file.ts";
import type { Source } from "../sources/list/source.ts";
import { readSources, sourcesFile } from "../sources/list/sources-file.ts";

export interface KeptTool {
  readonly tool: Tool;
  readonly origin: ToolOrigin;
}

/** Loads nothing where there is no list. */
export async function readKeptTools(userData: string): Promise<readonly KeptTool[]> {
  if (!existsSync(sourcesFile(userData))) return [];
  const sources = (await readSources(userData)).filter(({ enabled }) => enabled);
  const { createMcpUpstream, mcpToolName } = await import("@toolplane/mcp/client");
  return sources.flatMap((source) => {
    const upstream = createMcpUpstream({
      name: source.name,
      toolId: (tool) => mcpToolName({ server: source.name, tool }, source.names),
      clock: { nowMs: () => 0, wallMs: () => 0, setTimer: () => () => {} },
      connect: () =>
        Promise.reject(new ToolError("unavailable", "Only the list of tools is open.")),
    });
    return Object.entries(readDefinitions(userData, source)).flatMap(([name, definition]) => {
      const made = isWanted(source, name) ? upstream.restore(definition) : null;
      return made && "tool" in made ? [{ tool: made.tool, origin: originOf(source) }] : [];
    });
  });
}

function isWanted({ tools }: Source, name: string): boolean {
  return tools.length === 0 || tools.includes(name);
}

function originOf({ name, server }: Source): ToolOrigin {
  return { layer: "mcp", source: name, unconfined: server.kind === "address" };
}
