/**
 * Describes a tool's answer to a model. Responses and MCP have a field for it. Chat Completions and Messages have none,
 * and the AI SDK keeps its own from the model, so there the description ends with the schema, as text.
 */
import type { JsonSchema } from "@toolplane/contract";
import { canonicalJson } from "../digest/digest-of.ts";
import { projectSchema, type SchemaTarget } from "./schema/project-schema.ts";
import type { SchemaObject } from "./schema/shape/schema-place.ts";

/** Characters of a schema that a description is given; a longer one is left out, because every prompt pays for it. */
const MAX_CHARS = 2_000;

/** The description with what the tool answers behind it, where the tool says so. */
export function withOutput(description: string, output: JsonSchema | null | undefined): string {
  const text = outputText(output);
  return text === null
    ? description
    : `${description}\n\nThe answer follows this JSON Schema: ${text}`;
}

/**
 * An output schema that a provider takes as it takes parameters; null where there is none, where it is not about an object, or
 * where it could only be said with other names: nothing renames what a tool answers.
 */
export function outputSchema(
  output: JsonSchema | null | undefined,
  target: SchemaTarget,
): SchemaObject | null {
  if (typeof output !== "object" || output === null || output.type !== "object") return null;
  const checked = projectSchema(output, target);
  return checked.ok && checked.isIdentity ? checked.schema : null;
}

function outputText(output: JsonSchema | null | undefined): string | null {
  if (typeof output !== "object" || output === null) return null;
  try {
    const text = canonicalJson(output);
    return text.length > MAX_CHARS || text === "{}" ? null : text;
  } catch {
    // A schema that has no JSON form is nothing that a model could read.
    return null;
  }
}
