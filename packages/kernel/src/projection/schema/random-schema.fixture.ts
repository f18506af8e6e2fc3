/** Random schemas as tools have them, wild and tame. */
import { isRecord } from "@toolplane/readings";
import fc from "fast-check";
import {
  applicatorChoices,
  type KeywordChoices,
  pickKeywords,
} from "../../schema/interpreted/random-keywords.fixture.ts";
import { names, scalars, values } from "./random-values.fixture.ts";
import type { SchemaObject } from "./shape/schema-place.ts";

const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
const counts = fc.integer({ min: 0, max: 3 });
const patterns = fc.constantFrom("^a", "b$", "^[a-z]*$", "\\d", "\\ba", "^(?!z)a*");

const assertions: Record<string, fc.Arbitrary<unknown>> = {
  type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 }),
  const: fc.oneof({ weight: 4, arbitrary: scalars }, { weight: 1, arbitrary: values }),
  minimum: counts,
  maximum: counts,
  exclusiveMinimum: counts,
  multipleOf: fc.constantFrom(1, 2, 0.5),
  minLength: counts,
  maxLength: counts,
  pattern: patterns,
  format: fc.constantFrom("date", "email", "unknown"),
  minItems: counts,
  maxItems: counts,
  uniqueItems: fc.boolean(),
  minProperties: counts,
  maxProperties: counts,
  required: fc.uniqueArray(names, { maxLength: 2 }),
  description: fc.constant("Words."),
  default: scalars,
  nullable: fc.boolean(),
};

function applicators(schema: fc.Arbitrary<unknown>): KeywordChoices {
  const map = (keys: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
    fc.dictionary(keys, schema, { maxKeys: 3, noNullPrototype: true });
  return {
    ...applicatorChoices(schema),
    properties: map(names),
    patternProperties: map(patterns),
    items: schema,
    dependencies: fc.dictionary(names, fc.oneof(schema, fc.uniqueArray(names, { maxLength: 2 })), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  };
}

const ofDraft: Readonly<
  Record<"2020-12" | "draft-07", (schema: fc.Arbitrary<unknown>) => KeywordChoices>
> = {
  "2020-12": (schema) => ({
    prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
    minContains: counts,
    maxContains: counts,
    unevaluatedProperties: schema,
    unevaluatedItems: schema,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  }),
  "draft-07": (schema) => ({
    items: fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 2 })),
    additionalItems: schema,
  }),
};

/** Schemas in which any keyword meets any other. */
export function wildSchemas(draft: "2020-12" | "draft-07"): fc.Arbitrary<SchemaObject> {
  const references = fc.constantFrom("#/definitions/d", "#", "#/definitions/e", "#gone");
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      pickKeywords(assertions, 3),
      fc.boolean(),
      references.map(($ref) => ({ $ref })),
      fc
        .tuple(
          pickKeywords(assertions, 2),
          pickKeywords({ ...applicators(tie("schema")), ...ofDraft[draft](tie("schema")) }, 3),
        )
        .map(([left, right]) => ({ ...left, ...right })),
    ),
  }));
  const $schema =
    draft === "draft-07"
      ? "http://json-schema.org/draft-07/schema#"
      : "https://json-schema.org/draft/2020-12/schema";
  return fc
    .tuple(schema.filter(isRecord), pickKeywords(assertions, 2), schema)
    .map(([root, d, e]) => ({ ...root, $schema, definitions: { d, e } }));
}

const leaves: readonly SchemaObject[] = [
  { type: "string" },
  { type: "string", description: "Words." },
  { type: "integer", minimum: 0, default: 3 },
  { type: "number" },
  { type: "boolean" },
  { enum: ["a", "b"] },
  { const: "k" },
  { type: "string", format: "date" },
  { $ref: "#/$defs/tree", description: "A tree." },
  { allOf: [{ $ref: "#/$defs/tree" }] },
];

/** Constraints that strict mode cannot express, on a leaf or on an object. */
const seasonedLeaves: readonly SchemaObject[] = [
  { type: "string", minLength: 1, pattern: "\\ba" },
  { type: ["string", "null"], maxLength: 2 },
  { type: ["integer", "string"], multipleOf: 2, minLength: 1 },
  { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
  { type: "array", items: { type: "integer" }, uniqueItems: true, contains: { const: 1 } },
  { oneOf: [{ type: "integer" }, { type: "number" }] },
  { type: "string", not: { const: "a" } },
  { $ref: "#/$defs/tree", minProperties: 2 },
];
const seasonings: readonly SchemaObject[] = [
  { minProperties: 1 },
  { dependentRequired: { a: ["b"] } },
  { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  { oneOf: [{ required: ["a"] }, { properties: { d: { type: "string" } }, required: ["d"] }] },
  { not: { required: ["c"] } },
  { additionalProperties: false },
  { additionalProperties: false, patternProperties: { "^a": { type: "string" } } },
  { additionalProperties: { type: "string" } },
  { unevaluatedProperties: false },
  { propertyNames: { maxLength: 4 } },
  { if: { required: ["a"] }, else: { required: ["b"] } },
];

/** Schemas as people write them: typed, objects of properties, some optional; `seasoned` with what strict mode cannot say. */
export function usualSchemas({
  seasoned,
}: {
  readonly seasoned: boolean;
}): fc.Arbitrary<SchemaObject> {
  const { object } = fc.letrec<{ any: SchemaObject; object: SchemaObject }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...leaves, ...(seasoned ? seasonedLeaves : [])),
      tie("object"),
      tie("any").map((items) => ({ type: "array", items })),
      fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.tuple(tie("object"), tie("object")).map((allOf) => ({ allOf })),
    ),
    object: fc
      .record({
        properties: fc.dictionary(names, tie("any"), {
          minKeys: 1,
          maxKeys: 3,
          noNullPrototype: true,
        }),
        demanded: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        more: fc.constantFrom<SchemaObject>({}, {}, ...(seasoned ? seasonings : [])),
      })
      .map(({ properties, demanded, more }) => ({
        type: "object",
        properties,
        required: Object.keys(properties).filter((_, index) => demanded[index]),
        ...more,
      })),
  }));
  const choices = ["anyOf", "oneOf"].map((keyword) =>
    fc
      .tuple(object, fc.array(object, { minLength: 1, maxLength: 3 }))
      .map(([root, forms]) => ({ ...root, [keyword]: forms })),
  );
  return fc.oneof(
    { weight: 3, arbitrary: object.map((root) => ({ ...root, $defs: { tree } })) },
    fc.tuple(object, object).map((allOf) => ({ allOf, $defs: { tree } })),
    fc
      .tuple(object, object)
      .map(([root, base]) => ({ ...root, $ref: "#/$defs/base", $defs: { tree, base } })),
    ...(seasoned
      ? choices.map((choice) => choice.map((root) => ({ ...root, $defs: { tree } })))
      : []),
  );
}

const tree: SchemaObject = {
  type: "object",
  properties: { v: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/tree" } } },
  required: ["v"],
};
