/** The way back for arguments alone, for a caller that keeps its own list of tools. */
import type { JsonObject } from "@toolplane/contract";
import type { ModelTool } from "./model-tool.ts";
import { restoreWith } from "./project-tools.ts";
import { projectSchema, type SchemaTarget } from "./schema/project-schema.ts";

/**
 * The arguments as the tool's own schema means them: for a strict list, null where a property was left out is left out; for a
 * portable one, respelled names are spelled back. A tool that was sent without strict is left as it is.
 */
export function fromProviderArguments(
  tool: Pick<ModelTool, "parameters">,
  args: string | JsonObject,
  { target = "openai-strict" }: { readonly target?: SchemaTarget } = {},
): string | JsonObject {
  const schema = projectSchema(tool.parameters, target);
  return schema.ok ? restoreWith(schema, args) : args;
}
