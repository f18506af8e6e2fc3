/** Strict mode has no optional properties: what may be left out may be null instead. */
import { isRecord } from "@toolplane/readings";
import type { SchemaObject } from "../shape/schema-place.ts";

/** The schema, accepting null too. */
export function withNull(schema: SchemaObject): SchemaObject {
  if (acceptsNull(schema)) return schema;
  const { type, anyOf } = schema;
  if (type !== undefined) {
    const types = Array.isArray(type) ? type : [type];
    const values = schema.enum;
    return {
      ...schema,
      type: [...types, "null"],
      ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    };
  }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  return { anyOf: [schema, { type: "null" }] };
}

function acceptsNull(schema: SchemaObject): boolean {
  const { type, anyOf } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  return Array.isArray(anyOf) && anyOf.some((branch) => isRecord(branch) && acceptsNull(branch));
}
