/** A closed object: unknown properties are refused. */
import type { JsonSchema } from "@toolplane/contract";

/** The schema of arguments; those that are required are named. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
