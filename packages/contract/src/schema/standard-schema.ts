/**
 * The part of Standard Schema that we rely on, restated as types so that contract has no dependency.
 * Zod 4, ArkType and Valibot say themselves as JSON Schema through `jsonSchema`; a schema that cannot is refused,
 * because the model needs the wire form.
 */
import type { JsonSchema } from "./json-schema.ts";

/** One complaint of a Standard Schema's own validator. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The outcome of a Standard Schema's `validate`: a value, or issues. */
export type StandardResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A schema of any library that follows Standard Schema 1.1 and can say itself as JSON Schema. */
export interface StandardSchema<I = unknown, O = I> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<O> | Promise<StandardResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

/** The schemas that `parameters` accepts. */
export type SchemaSource = JsonSchema | StandardSchema;

/** True when the value is a Standard Schema (some are functions, so `typeof` alone does not tell). */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    "~standard" in value
  );
}
