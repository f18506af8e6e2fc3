/**
 * JSON Schema as the wire form of parameters, and the types that flow from a literal schema into `execute`.
 *
 * Inference covers what tool schemas use (type, properties, required, items, enum, const, anyOf, oneOf,
 * additionalProperties); anything else becomes `unknown`, which is safe: the value was validated, only its type is coarse.
 */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object: what the arguments of every call are. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema document, 2020-12 or draft-07. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The TypeScript type of the values that a literal JSON Schema accepts. */
export type FromSchema<S> = S extends true
  ? unknown
  : S extends false
    ? never
    : S extends { readonly const: infer C }
      ? C
      : S extends { readonly enum: readonly (infer E)[] }
        ? E
        : S extends { readonly anyOf: readonly (infer B)[] }
          ? FromSchema<B>
          : S extends { readonly oneOf: readonly (infer B)[] }
            ? FromSchema<B>
            : S extends { readonly type: infer T }
              ? FromType<T, S>
              : unknown;

type FromType<T, S> = T extends readonly (infer U)[]
  ? FromType<U, S>
  : T extends "string"
    ? string
    : T extends "number" | "integer"
      ? number
      : T extends "boolean"
        ? boolean
        : T extends "null"
          ? null
          : T extends "array"
            ? S extends { readonly items: infer I }
              ? readonly FromSchema<I>[]
              : readonly unknown[]
            : T extends "object"
              ? FromObject<S>
              : unknown;

type RequiredKeys<S> = S extends { readonly required: readonly (infer K)[] } ? K : never;

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flatten<
      { readonly [K in keyof P as K extends RequiredKeys<S> ? K : never]: FromSchema<P[K]> } & {
        readonly [K in keyof P as K extends RequiredKeys<S> ? never : K]?: FromSchema<P[K]>;
      }
    >
  : S extends { readonly additionalProperties: infer A }
    ? { readonly [key: string]: FromSchema<A> }
    : { readonly [key: string]: unknown };

type Flatten<T> = { [K in keyof T]: T[K] };
