import { isRecord } from "@toolplane/readings";
import fc from "fast-check";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, it } from "vitest";
import { usualSchemas, wildSchemas } from "./random-schema.fixture.ts";
import { modernSchema } from "./shape/modern-schema.ts";
import { strictSchema } from "./strict/strict-schema.ts";

describe("strictSchema", () => {
  it("writes only what strict mode documents, and what OpenAI's own library takes as it is", () => {
    let checked = 0;
    const schemas = fc.oneof(
      usualSchemas({ seasoned: false }),
      usualSchemas({ seasoned: true }),
      wildSchemas("2020-12"),
      wildSchemas("draft-07"),
    );
    fc.assert(
      fc.property(schemas, (schema) => {
        const outcome = strictSchema(modernSchema(schema));
        if (!outcome.ok) return;
        checked += 1;
        expectStrict(outcome.schema);
        expect(toStrictJsonSchema(outcome.schema)).toEqual(outcome.schema);
      }),
      { numRuns: 600 },
    );
    expect(checked).toBeGreaterThan(60);
  });
});

const KNOWN = new Set(
  "description type enum format pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf items minItems maxItems properties required additionalProperties anyOf $ref $defs".split(
    " ",
  ),
);

function expectStrict(schema: unknown): void {
  if (!isRecord(schema)) throw new TypeError("a schema is an object");
  expect(Object.keys(schema).filter((keyword) => !KNOWN.has(keyword))).toEqual([]);
  if ([schema.type].flat().includes("object")) {
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(Object.keys(schema.properties as object));
  }
  if (schema.$ref !== undefined) expect(Object.keys(schema)).toEqual(["$ref"]);
  for (const map of [schema.properties, schema.$defs]) {
    for (const member of Object.values((map ?? {}) as object)) expectStrict(member);
  }
  for (const form of (schema.anyOf ?? []) as unknown[]) expectStrict(form);
  if (schema.items !== undefined) expectStrict(schema.items);
}
