/** What a tool says of itself, field by field, in words. A stranger's schema is read within bounds: deep or huge ones are cut. */
import type { JsonSchema } from "@toolplane/contract";

/** What the index reads of a tool. */
export interface SearchableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** The fields of a tool; they count differently. */
export interface ToolText {
  readonly name: string;
  readonly description: string;
  readonly parameterNames: string;
  readonly parameterDescriptions: string;
  readonly values: string;
}

/** Characters read of one field, parameters read of one tool, levels read of one schema. */
const MAX_FIELD = 4_000;
const MAX_PARAMETERS = 200;
const MAX_DEPTH = 6;

interface Collected {
  readonly names: string[];
  readonly descriptions: string[];
  readonly values: string[];
}

/** Reads the fields. Never throws. */
export function toolText({ name, description, parameters }: SearchableTool): ToolText {
  const found: Collected = { names: [], descriptions: [], values: [] };
  collect(parameters, found, 0);
  return {
    name: name.slice(0, MAX_FIELD),
    description: description.slice(0, MAX_FIELD),
    parameterNames: joined(found.names),
    parameterDescriptions: joined(found.descriptions),
    values: joined(found.values),
  };
}

function collect(schema: unknown, found: Collected, depth: number): void {
  if (depth > MAX_DEPTH || found.names.length >= MAX_PARAMETERS || !isObject(schema)) return;
  if (depth > 0 && typeof schema.description === "string")
    found.descriptions.push(schema.description);
  if (Array.isArray(schema.enum)) {
    for (const value of schema.enum.slice(0, MAX_PARAMETERS))
      if (typeof value === "string") found.values.push(value);
  }
  if (isObject(schema.properties)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      found.names.push(name);
      collect(member, found, depth + 1);
      if (found.names.length >= MAX_PARAMETERS) return;
    }
  }
  collect(schema.items, found, depth + 1);
  for (const branches of [schema.anyOf, schema.oneOf, schema.allOf]) {
    if (Array.isArray(branches)) for (const branch of branches) collect(branch, found, depth + 1);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function joined(texts: readonly string[]): string {
  return texts.join(" ").slice(0, MAX_FIELD);
}
