/** The few shapes that the API's schemas are made of. */
import type { JsonObject } from "@toolplane/contract";

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
export const FLAG: Schema = { type: "boolean" };
export const COUNT: Schema = { type: "integer", minimum: 0 };
export const NUMBER: Schema = { type: "number" };
/** Wall clock, in milliseconds since 1970. */
export const MOMENT: Schema = { type: "number", description: "Milliseconds since 1970." };
/** A value of the record or of a tool, as it is there. */
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

/** The members of a shape that are always there, and those that may be missing, each with its schema. */
export type RequiredFields<Shape> = {
  readonly [Name in keyof Shape as object extends Pick<Shape, Name> ? never : Name]: Schema;
};
type OptionalFields<Shape> = {
  readonly [Name in keyof Shape as object extends Pick<Shape, Name> ? Name : never]-?: Schema;
};

/** The schema of a shape of the contract: the compiler asks for each of its members, and for no other. */
export function describes<Shape extends object>(
  required: RequiredFields<Shape>,
  ...[optional]: object extends OptionalFields<Shape> ? [] : [optional: OptionalFields<Shape>]
): Schema {
  return fields(required, optional);
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
