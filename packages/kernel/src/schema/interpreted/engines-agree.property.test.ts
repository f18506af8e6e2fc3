import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchemaDialect, SchemaDocument, SchemaEngine } from "./document/schema-engine.ts";
import { createGeneratedEngine } from "./generated-engine.fixture.ts";
import { createInterpretedEngine } from "./interpreted-engine.ts";
import { applicatorChoices, type KeywordChoices, pickKeywords } from "./random-keywords.fixture.ts";

const generated = createGeneratedEngine();
const interpreted = createInterpretedEngine();

const names = fc.constantFrom("a", "b", "c", "toString", "constructor", "x-y");
const scalars = fc.oneof(
  fc.constantFrom(null, true, false, 0, -0, 1, 2, 3, 0.5, 1.5, -1, 1e21),
  fc.constantFrom("", "a", "ab", "abc", "😀", "1", "a1", "2024-02-29", "toString"),
);

function valuesWith(keys: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalars,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  return value;
}

const values = valuesWith(names);
// Ajv refuses a schema whose enum holds an object with a member "toString".
const tame = valuesWith(fc.constantFrom("a", "b", "c"));

const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
const patterns = fc.constantFrom(
  "^a",
  "b$",
  "^[a-z]*$",
  "\\d",
  "^.$",
  "^(?:a|ab)(?:c|bcd)?$",
  "\\s",
);
const counts = fc.integer({ min: 0, max: 3 });

const assertions = {
  type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(tame, {
    minLength: 1,
    maxLength: 3,
    selector: (value) => JSON.stringify(value),
  }),
  const: tame,
  minimum: fc.integer({ min: -1, max: 2 }),
  maximum: fc.integer({ min: -1, max: 2 }),
  exclusiveMinimum: fc.integer({ min: -1, max: 2 }),
  exclusiveMaximum: fc.integer({ min: -1, max: 2 }),
  multipleOf: fc.constantFrom(1, 2, 0.5, 0.1),
  minLength: counts,
  maxLength: counts,
  pattern: patterns,
  format: fc.constantFrom("date", "email", "ipv4", "unknown"),
  minItems: counts,
  maxItems: counts,
  uniqueItems: fc.boolean(),
  minProperties: counts,
  maxProperties: counts,
  required: fc.uniqueArray(names, { maxLength: 2 }),
  "x-note": values,
};

function applicators(schema: fc.Arbitrary<unknown>): KeywordChoices {
  return {
    ...applicatorChoices(schema),
    properties: fc.dictionary(names, schema, { maxKeys: 3 }),
    patternProperties: fc.dictionary(patterns, schema, { maxKeys: 2 }),
  };
}

const newer = (schema: fc.Arbitrary<unknown>): KeywordChoices => ({
  prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
  items: schema,
  minContains: counts,
  maxContains: counts,
  dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
  dependentSchemas: fc.dictionary(names, schema, { maxKeys: 2 }),
});

const older = (schema: fc.Arbitrary<unknown>): KeywordChoices => ({
  items: fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 2 })),
  additionalItems: schema,
  dependencies: fc.dictionary(names, fc.oneof(schema, fc.uniqueArray(names, { maxLength: 2 })), {
    maxKeys: 2,
  }),
});

function schemasOf(
  extra: (schema: fc.Arbitrary<unknown>) => KeywordChoices,
): fc.Arbitrary<Record<string, unknown>> {
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      pickKeywords(assertions, 3),
      fc.boolean(),
      fc.constant({ $ref: "#/definitions/d" }),
      fc
        .tuple(
          pickKeywords(assertions, 3),
          pickKeywords({ ...applicators(tie("schema")), ...extra(tie("schema")) }, 3),
        )
        .map(([left, right]) => ({ ...left, ...right })),
    ),
  }));
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object";
  return fc
    .tuple(schema.filter(isObject), pickKeywords(assertions, 3))
    .map(([root, definition]) => ({ ...root, definitions: { d: definition } }));
}

interface Trial {
  readonly schema: SchemaDocument;
  readonly values: readonly unknown[];
  readonly dialect: SchemaDialect;
}

function verdicts(engine: SchemaEngine, { schema, values, dialect }: Trial): readonly unknown[] {
  const compiled = engine.compile(schema, { dialect });
  return values.map((value) =>
    compiled.ok ? compiled.schema.validate(value) === null : "refused",
  );
}

describe("the two engines", () => {
  const cases = [
    ["2020-12", schemasOf(newer)],
    ["draft-07", schemasOf(older)],
  ] as const;
  for (const [dialect, schemas] of cases) {
    it(`agree on random schemas and values of ${dialect}`, () => {
      fc.assert(
        fc.property(schemas, fc.array(values, { minLength: 3, maxLength: 6 }), (schema, tried) => {
          expect(verdicts(interpreted, { schema, values: tried, dialect })).toEqual(
            verdicts(generated, { schema, values: tried, dialect }),
          );
        }),
        { numRuns: 400 },
      );
    });
  }
});
