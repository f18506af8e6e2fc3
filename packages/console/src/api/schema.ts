/** The few shapes that the API's schemas are made of. */
import type { JsonObject } from "@toolplane/contract";

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
export const FLAG: Schema = { type: "boolean" };
export const COUNT: Schema = { type: "integer", minimum: 0 };
export const NUMBER: Schema = { type: "number" };
/** Wall clock, in milliseconds since 1970. */
export const MOMENT: Schema = { type: "number", description: "Milliseconds since 1970." };
/** A value of the record or of a tool, as it stands there. */
export const ANY: Schema = {};
export const OBJECT: Schema = { type: "object" };

export function oneOf(...values: readonly string[]): Schema {
  return { type: "string", enum: [...values] };
}

export function list(items: Schema): Schema {
  return { type: "array", items };
}

export function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

/** An object with exactly these members; those of `optional` may be missing. */
export function fields(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
