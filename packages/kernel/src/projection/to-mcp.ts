/**
 * Tool definitions for MCP clients. Hints follow from the tool's mode, the cautious one where a mode says nothing; they are for
 * a client's screens and grant nothing on our side.
 */
import type { ToolMode } from "@toolplane/contract";
import type { ModelTool } from "./model-tool.ts";
import { MCP_NAMES } from "./name-map.ts";
import { type Projection, projectTools } from "./project-tools.ts";
import { mcpOutputSchema } from "./schema/mcp-schema.ts";
import { projectSchema } from "./schema/project-schema.ts";

/** MCP's annotations of a tool. They tell a client what to expect; nothing here is decided by them. */
interface McpAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A schema with an object at its root. */
type McpSchema = { readonly type: "object"; readonly [keyword: string]: unknown };

/** A tool as `tools/list` holds it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: McpSchema;
  readonly outputSchema?: McpSchema;
  readonly annotations: McpAnnotations;
}

interface Hints {
  readonly reads: boolean;
  readonly destroys: boolean;
  readonly open: boolean;
}

/** A command or a service may do anything; saying less would be a guess. */
const HINTS: Readonly<Record<ToolMode, Hints>> = {
  read: { reads: true, destroys: false, open: false },
  safe_write: { reads: false, destroys: false, open: false },
  destructive: { reads: false, destroys: true, open: false },
  local: { reads: false, destroys: true, open: true },
  external: { reads: false, destroys: true, open: true },
};

export function toMcp(tools: readonly ModelTool[]): Projection<readonly McpTool[]> {
  return projectTools(tools, {
    target: "mcp",
    names: MCP_NAMES,
    write: (tool, { schema }, name) => ({
      name,
      title: tool.label,
      description: tool.description.toWellFormed(),
      inputSchema: schema as McpSchema,
      ...writeOutput(tool),
      annotations: annotate(tool),
    }),
  });
}

function annotate({ label, mode, remote, repeatable }: ModelTool): McpAnnotations {
  const { reads, destroys, open } = HINTS[mode] ?? HINTS.external;
  return {
    title: label,
    readOnlyHint: reads,
    destructiveHint: destroys,
    idempotentHint: reads || repeatable === true,
    openWorldHint: open || remote,
  };
}

/** Only an output that is an object has a schema in MCP; one that cannot be used is left out, not the tool. */
function writeOutput({ output }: ModelTool): { readonly outputSchema?: McpSchema } {
  if (typeof output !== "object" || output === null) return {};
  const checked = projectSchema(output, "mcp");
  const outputSchema =
    checked.ok && output.type === "object" ? mcpOutputSchema(checked.schema) : null;
  return outputSchema === null ? {} : { outputSchema: outputSchema as McpSchema };
}
