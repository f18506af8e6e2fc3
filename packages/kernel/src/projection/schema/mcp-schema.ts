/**
 * The schema that an MCP client gets: the author's own, whole, because a client may validate with it. Only the root is made
 * to fit: the protocol wants the word `object` there, and clients refuse a whole list over a property that is a bare boolean.
 */
import { isRecord } from "@toolplane/readings";
import type { SchemaObject } from "./shape/schema-place.ts";

/** The root in MCP's form; null when it is no object. */
export function mcpSchema(schema: SchemaObject): SchemaObject | null {
  const { type, properties } = schema;
  const isObject =
    type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
  if (!isObject) return null;
  const required = schema.required;
  const isFine =
    type === "object" &&
    (properties === undefined ||
      (isRecord(properties) && Object.values(properties).every(isRecord))) &&
    (required === undefined || Array.isArray(required));
  return isFine ? schema : fitRoot(schema);
}

function fitRoot(schema: SchemaObject): SchemaObject {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => keyword !== "type" && (keyword !== "required" || Array.isArray(value)),
  );
  return Object.fromEntries([
    ["type", "object"],
    ...entries.map(([keyword, value]) => [
      keyword,
      keyword === "properties" && isRecord(value) ? fitProperties(value) : value,
    ]),
  ]);
}

function fitProperties(properties: SchemaObject): SchemaObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      isRecord(member) ? member : member === false ? { not: {} } : {},
    ]),
  );
}

/** The fixed shape of an output that was cut. */
const CUT_OUTPUT = {
  type: "object",
  properties: {
    truncated: { type: "boolean" },
    output_path: { type: "string" },
    head: { type: "string" },
  },
  required: ["head"],
};

/**
 * An output schema in MCP's form, or null when the output is no object. A result that was cut holds `head` instead of what the
 * schema says, and a client that checks would refuse it; so the schema says both.
 */
export function mcpOutputSchema(schema: SchemaObject): SchemaObject | null {
  if (schema.type !== "object") return null;
  // References to the root would mean another one below `anyOf`.
  if (JSON.stringify(schema).includes('"$ref":"#"')) return null;
  const hoisted = ["$schema", "$defs", "definitions"].filter((keyword) => keyword in schema);
  const own = Object.entries(schema).filter(([keyword]) => !hoisted.includes(keyword));
  return {
    ...Object.fromEntries(hoisted.map((keyword) => [keyword, schema[keyword]])),
    type: "object",
    anyOf: [Object.fromEntries(own), CUT_OUTPUT],
  };
}
