import { describe, expect, it } from "vitest";
import { modernSchema } from "./shape/modern-schema.ts";
import type { SchemaObject } from "./shape/schema-place.ts";
import { strictSchema } from "./strict/strict-schema.ts";

const strict = (schema: SchemaObject) => strictSchema(modernSchema(schema));

/** The strict schema of an object with one required property `p`. */
function ofProperty(p: SchemaObject, more: SchemaObject = {}): unknown {
  const outcome = strict({ type: "object", properties: { p }, required: ["p"], ...more });
  return outcome.ok ? (outcome.schema.properties as SchemaObject).p : outcome.reason;
}

describe("strictSchema", () => {
  it("requires every property, closes every object, and lets the optional ones be null", () => {
    const outcome = strict({
      type: "object",
      description: "Reads.",
      properties: {
        path: { type: "string", description: "Where." },
        mode: { enum: ["a", "b"] },
        range: { type: "object", properties: { from: { type: "integer" } } },
        either: { anyOf: [{ type: "string" }, { type: "integer" }] },
      },
      required: ["path"],
    });
    expect(outcome).toMatchObject({ ok: true, lost: [] });
    expect(outcome.ok && outcome.schema).toEqual({
      description: "Reads.",
      type: "object",
      properties: {
        path: { description: "Where.", type: "string" },
        mode: { type: ["string", "null"], enum: ["a", "b", null] },
        range: {
          type: ["object", "null"],
          properties: { from: { type: ["integer", "null"] } },
          required: ["from"],
          additionalProperties: false,
        },
        either: { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
      },
      required: ["path", "mode", "range", "either"],
      additionalProperties: false,
    });
  });

  it.each<[string, SchemaObject, unknown]>([
    [
      "a length",
      { type: "string", minLength: 2 },
      { description: "Must also hold: minLength 2.", type: "string" },
    ],
    ["a known format", { type: "string", format: "date" }, { type: "string", format: "date" }],
    [
      "another format",
      { type: "string", format: "iri" },
      { description: 'Must also hold: format "iri".', type: "string" },
    ],
    ["a plain pattern", { type: "string", pattern: "^a" }, { type: "string", pattern: "^a" }],
    [
      "a boundary",
      { type: "string", pattern: "\\ba" },
      { description: 'Must also hold: pattern "\\\\ba".', type: "string" },
    ],
    [
      "a default",
      { type: "integer", default: 3, description: "N." },
      { description: "N. Default: 3.", type: "integer" },
    ],
    [
      "safe integers",
      { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
      { type: "integer" },
    ],
    ["a constant", { const: 1 }, { type: "number", enum: [1] }],
    [
      "bounds of several parts",
      { type: "number", minimum: 1, allOf: [{ minimum: 3, maximum: 9 }, { maximum: 7 }] },
      { type: "number", minimum: 3, maximum: 7 },
    ],
    [
      "types of several parts",
      { type: ["number", "string"], allOf: [{ type: ["integer", "boolean"] }] },
      { type: "integer" },
    ],
    [
      "two types",
      { type: ["string", "integer"], minimum: 1 },
      { anyOf: [{ type: "string" }, { type: "integer", minimum: 1 }] },
    ],
    ["a nullable of OpenAPI", { type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      "one of several",
      { oneOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "a list without repeats",
      { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: 3 },
      {
        description: "Must also hold: uniqueItems true.",
        type: "array",
        items: { type: "string" },
        maxItems: 3,
      },
    ],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] }, maxItems: 2 },
    ],
    [
      "a short exclusion",
      { type: "string", not: { const: "x" } },
      { description: 'Must also hold: not {"const":"x"}.', type: "string" },
    ],
    [
      "a choice beside properties",
      {
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
        anyOf: [{ required: ["a"] }],
      },
      {
        description: 'Must also hold: anyOf [{"required":["a"]}].',
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    [
      "an optional property that can have no value",
      { type: "object", properties: { a: { type: "string" }, b: false }, required: ["a"] },
      {
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
  ])("says %s", (_, schema, expected) => {
    expect(ofProperty(schema)).toEqual(expected);
  });

  it.each<[string, SchemaObject]>([
    ["takes an object of any form", { type: "object" }],
    ["takes properties of any name", { type: "object", additionalProperties: { type: "string" } }],
    [
      "takes properties of any name",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
    ],
    [
      "takes properties by pattern",
      { type: "object", patternProperties: { "^x-": {} }, additionalProperties: false },
    ],
    ["takes a value of any type", {}],
    [
      "takes an array of anything",
      { type: "array", allOf: [{ maxItems: 2 }], unevaluatedItems: true },
    ],
    ["takes a value of any type", { type: "array" }],
    ["lists objects or arrays as its values", { enum: [{ a: 1 }] }],
    [
      "says nothing of the property b, which it demands",
      { type: "object", properties: { a: { type: "string" } }, required: ["b"] },
    ],
  ])("does not close what is open on purpose: it %s", (reason, schema) => {
    expect(ofProperty(schema)).toBe(reason);
  });

  it("keeps definitions and recursion, and puts words around a reference", () => {
    const outcome = strict({
      type: "object",
      properties: {
        root: { $ref: "#/definitions/node", description: "The top." },
        self: { $ref: "#" },
      },
      required: ["root", "self"],
      definitions: {
        node: { type: "object", properties: { next: { $ref: "#/definitions/node" } } },
      },
    });
    const node = {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
      required: ["next"],
      additionalProperties: false,
    };
    const properties = {
      root: { description: "The top.", anyOf: [{ $ref: "#/$defs/node" }] },
      self: { $ref: "#/$defs/root" },
    };
    const object = {
      type: "object",
      properties,
      required: ["root", "self"],
      additionalProperties: false,
    };
    expect(outcome.ok && outcome.schema).toEqual({ ...object, $defs: { node, root: object } });
  });

  it("gives up on recursion that it would have to write out", () => {
    const outcome = strict({
      type: "object",
      properties: { next: { $ref: "#/$defs/n" } },
      $defs: {
        n: { type: "object", properties: { next: { $ref: "#/$defs/n", minProperties: 1 } } },
      },
    });
    expect(outcome).toEqual({ ok: false, reason: "refers to itself beside other keywords" });
  });

  it("keeps to the provider's limits", () => {
    const deep = (levels: number): SchemaObject =>
      levels === 0
        ? { type: "string" }
        : { type: "object", properties: { a: deep(levels - 1) }, required: ["a"] };
    expect(strict(deep(10))).toMatchObject({ ok: true });
    expect(strict(deep(11))).toEqual({ ok: false, reason: "is nested deeper than 10 levels" });
    const many = Array.from({ length: 1001 }, (_, index) => `v${index}`);
    expect(ofProperty({ enum: many })).toBe("lists more than 1000 values");
    expect(ofProperty({ enum: many.slice(0, 300).map((value) => value.padEnd(60)) })).toBe(
      "has a list of values with more than 15000 characters",
    );
    const wide = Object.fromEntries(
      Array.from({ length: 5001 }, (_, index) => [`p${index}`, { type: "null" }]),
    );
    expect(strict({ type: "object", properties: wide })).toEqual({
      ok: false,
      reason: "has more than 5000 properties",
    });
  });
});
