/**
 * Marks a JSON Schema for the AI SDK, without the AI SDK. It has two marks: the SDK's own, because the SDK closes every
 * object of a foreign schema and writes into it, and Standard Schema for all others. Nothing is validated here: the
 * road does it, and answers in words that a model understands, on the record.
 */
import type { SchemaObject } from "./schema/shape/schema-place.ts";

const MARK: unique symbol = Symbol.for("vercel.ai.schema") as never;

/** A schema as the AI SDK takes it for `inputSchema`. */
export interface AiSdkSchema {
  readonly [MARK]: true;
  readonly _type: unknown;
  readonly jsonSchema: SchemaObject;
  readonly validate: (value: unknown) => { readonly success: true; readonly value: unknown };
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "toolplane";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** Dresses a schema. The copies are the caller's own: what the SDK writes into one changes nothing else. */
export function aiSdkSchema(schema: SchemaObject): AiSdkSchema {
  const copy = (): Record<string, unknown> => JSON.parse(JSON.stringify(schema));
  let own: SchemaObject | null = null;
  return {
    [MARK]: true,
    _type: undefined,
    get jsonSchema() {
      own ??= copy();
      return own;
    },
    validate: (value) => ({ success: true, value }),
    "~standard": {
      version: 1,
      vendor: "toolplane",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
