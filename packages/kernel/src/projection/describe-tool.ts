/** What a model reads about a tool: a description that fits, its rest in front of what the schema says of itself. */
import { withOutput } from "./describe-output.ts";
import type { ModelTool } from "./model-tool.ts";
import { inOrder } from "./schema/keywords.ts";
import { joinTexts } from "./schema/portable-schema.ts";
import type { SchemaObject } from "./schema/schema-place.ts";
import { splitDescription } from "./split-description.ts";

/** The description and the parameters of a tool, the one no longer than providers take. */
export function describeTool(
  { description, output }: ModelTool,
  schema: SchemaObject,
): { readonly description: string; readonly parameters: SchemaObject } {
  const { head, rest } = splitDescription(withOutput(description, output));
  if (rest === null) return { description: head, parameters: schema };
  const own = typeof schema.description === "string" ? [schema.description] : [];
  return {
    description: head,
    parameters: inOrder({ ...schema, description: joinTexts(rest, own) }),
  };
}
