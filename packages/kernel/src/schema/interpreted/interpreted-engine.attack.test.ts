import { describe, expect, it } from "vitest";
import { defaultSchemaLimits } from "./document/measure-schema.ts";
import type { SchemaDocument, SchemaFault } from "./document/schema-engine.ts";
import { createInterpretedEngine } from "./interpreted-engine.ts";

const engine = createInterpretedEngine();

function judge(schema: SchemaDocument, value: unknown): readonly SchemaFault[] | null | string {
  const compiled = engine.compile(schema);
  return compiled.ok ? compiled.schema.validate(value) : compiled.message;
}

const gaveUp = [{ path: "", keyword: "steps", message: "validation gave up after 1000000 steps" }];
const loops = [
  {
    path: "",
    keyword: "$ref",
    message: "validation gave up: the schema refers to itself without end",
  },
];

describe("the interpreted engine under attack", () => {
  it("does not take a member of a polluted Object.prototype for one of the value", () => {
    const schema = {
      type: "object",
      properties: { path: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    };
    const setting = { value: "x", enumerable: true, configurable: true, writable: true };
    Object.defineProperty(Object.prototype, "path", setting);
    const faults = judge(schema, {});
    Reflect.deleteProperty(Object.prototype, "path");
    expect(faults).toEqual([{ path: "/path", keyword: "required", message: "missing" }]);
  });

  it("runs patterns that backtrack for ever elsewhere", () => {
    const text = `${"a".repeat(50_000)}!`;
    for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
      expect(judge({ pattern }, text)).toEqual([
        { path: "", keyword: "pattern", message: `must match the pattern ${pattern}` },
      ]);
    }
  });

  it("gives up on a large pattern over a large text", () => {
    const text = "ab".repeat(500_000);
    expect(judge({ pattern: "[ab]*a[ab]{900}$" }, text)).toEqual(gaveUp);
    expect(judge({ patternProperties: { "(?:a|b){1000}": true } }, { [text]: 1 })).toEqual(gaveUp);
  });

  it("refuses patterns whose program would be huge", () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ pattern: `${index}a{900}` }));
    expect(judge({ anyOf: many }, "x")).toEqual([
      {
        path: "",
        keyword: "schema",
        message: "cannot be validated: the schema takes too much work to prepare",
      },
    ]);
    const huge = Array.from({ length: 60 }, (_, index) => ({ pattern: `${index}a{4000}` }));
    expect(judge({ anyOf: huge }, 1)).toBe("the schema takes too much work to prepare");
  });

  it("ends on references that go in circles", () => {
    expect(judge({ $ref: "#" }, 1)).toEqual(loops);
    expect(judge({ anyOf: [{ $ref: "#" }, { $ref: "#" }] }, 1)).toEqual(loops);
    expect(judge({ not: { $ref: "#" } }, 1)).toEqual(loops);
    const pair = {
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    };
    expect(judge(pair, 1)).toEqual(loops);
    const dynamic = { $dynamicAnchor: "x", $dynamicRef: "#x" };
    expect(judge(dynamic, 1)).toEqual(loops);
  });

  it("ends on references that fan out: thirty doublings are a thousand million checks", () => {
    const $defs: Record<string, unknown> = { d30: { type: "null" } };
    for (let level = 0; level < 30; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { anyOf: [next, next] };
    }
    expect(judge({ $ref: "#/$defs/d0", $defs }, 1)).toEqual(gaveUp);
  });

  it("refuses schemas that are too deep, too large or cyclic", () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 100; level += 1) {
      deep = { not: deep };
    }
    const cyclic: Record<string, unknown> = {};
    cyclic.not = cyclic;
    const wide = { enum: ["x".repeat(300_000)] };
    const tooDeep = "the schema is nested deeper than 64 levels";
    expect([deep, cyclic, wide].map((schema) => judge(schema, 1))).toEqual([
      tooDeep,
      tooDeep,
      "the schema is larger than 262144 characters",
    ]);
    const remotes = { "urn:deep": deep };
    const compiled = engine.compile({ $ref: "urn:deep" }, { remotes });
    expect(compiled).toEqual({ ok: false, message: tooDeep });
  });

  it("takes names of Object.prototype as names like any other", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"number"},"toString":{"type":"number"},"constructor":{"type":"number"}}}',
    ) as SchemaDocument;
    expect(judge(schema, {})).toBeNull();
    expect(judge(schema, JSON.parse('{"__proto__":1,"toString":1,"constructor":1}'))).toBeNull();
    for (const name of ["__proto__", "toString", "constructor"]) {
      expect(judge(schema, JSON.parse(`{"${name}":"x"}`))).toEqual([
        { path: `/${name}`, keyword: "type", message: "must be number" },
      ]);
      expect(judge({ required: [name] }, {})).toEqual([
        { path: `/${name}`, keyword: "required", message: "missing" },
      ]);
      expect(judge({ additionalProperties: false }, JSON.parse(`{"${name}":1}`))).not.toBeNull();
      expect(judge({ dependentRequired: { [name]: ["a"] } }, {})).toBeNull();
    }
    expect(judge({ $ref: "#/toString" }, 1)).toBe(
      'the schema at /$ref refers to "#/toString", which is not there',
    );
    expect(judge({ $ref: "constructor" }, 1)).toBe(
      'the schema at /$ref refers to "constructor", which is not there',
    );
  });

  it("compares large arrays by look-up", () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => index);
    const objects = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    expect(judge({ uniqueItems: true }, numbers)).toBeNull();
    expect(judge({ uniqueItems: true }, objects)).toBeNull();
    expect(judge({ uniqueItems: true }, [...objects, { index: 0 }])).toEqual([
      { path: "", keyword: "uniqueItems", message: "must not repeat an item" },
    ]);
    const values = Array.from({ length: 10_000 }, (_, index) => `value ${index}`);
    expect(judge({ items: { enum: values } }, values)).toBeNull();
  });

  it("judges a megabyte of text and of items within its budget", () => {
    const text = "😀".repeat(250_000);
    expect(judge({ minLength: 250_000, maxLength: 250_000 }, text)).toBeNull();
    expect(judge({ minLength: 2 ** 53 }, text)).not.toBeNull();
    const items = Array.from({ length: 300_000 }, () => 1);
    expect(judge({ items: { type: "integer", minimum: 0 } }, items)).toBeNull();
    expect(judge({ items: { type: "string" } }, items)).toHaveLength(32);
  });

  it("gives up on work that grows with the product of schema and value", () => {
    const schema = { allOf: Array.from({ length: 50 }, () => ({ items: { type: "integer" } })) };
    const value = Array.from({ length: 100_000 }, () => 1);
    expect(judge(schema, value)).toEqual(gaveUp);
    expect(defaultSchemaLimits.maxSteps).toBe(1_000_000);
  });

  it("never shows a value that it refuses", () => {
    const secret = "sk-live-0123456789";
    const schema = {
      properties: {
        a: { type: "number" },
        b: { pattern: "^x$" },
        c: { enum: ["x"] },
        d: { const: "x" },
        e: { format: "uri" },
        f: { maxLength: 1 },
        g: { anyOf: [{ type: "null" }, { format: "date" }] },
        h: { not: {} },
      },
    };
    const value = Object.fromEntries([..."abcdefgh"].map((name) => [name, secret]));
    expect(JSON.stringify(judge(schema, value))).not.toContain(secret);
  });
});
