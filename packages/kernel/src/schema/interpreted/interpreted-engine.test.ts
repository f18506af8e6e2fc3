import { describe, expect, it } from "vitest";
import type { CompileOptions, SchemaDocument, SchemaFault } from "./document/schema-engine.ts";
import { createInterpretedEngine } from "./interpreted-engine.ts";

const engine = createInterpretedEngine();

function faults(
  schema: SchemaDocument,
  value: unknown,
  options?: CompileOptions,
): readonly SchemaFault[] | null | string {
  const compiled = engine.compile(schema, options);
  return compiled.ok ? compiled.schema.validate(value) : compiled.message;
}

/** `path keyword: message` for each fault. */
function told(schema: SchemaDocument, value: unknown, options?: CompileOptions): unknown {
  const found = faults(schema, value, options);
  return Array.isArray(found)
    ? found.map((fault: SchemaFault) => `${fault.path} ${fault.keyword}: ${fault.message}`)
    : found;
}

describe("the interpreted engine", () => {
  it("finds every fault of an object, with the path to each", () => {
    const schema = {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-z]+$" },
        limit: { type: "integer", minimum: 1, exclusiveMaximum: 10, multipleOf: 2 },
        mode: { enum: ["read", "write", null] },
        when: { type: ["string", "null"], format: "date" },
        "a/b~c": { items: { prefixItems: [{ const: 1 }], uniqueItems: true, minItems: 2 } },
      },
      required: ["path", "query"],
      additionalProperties: false,
      maxProperties: 2,
    };
    const value = { path: "ABC", limit: 11, mode: 1, when: "today", "a/b~c": [[2]], lmit: 1 };
    expect(told(schema, value)).toEqual([
      "/query required: missing",
      "/path pattern: must match the pattern ^[a-z]+$",
      "/limit exclusiveMaximum: must be < 10",
      "/limit multipleOf: must be a multiple of 2",
      '/mode enum: must be one of "read", "write", null',
      "/when format: must be a valid date",
      "/a~1b~0c/0 minItems: must have at least 2 items",
      "/a~1b~0c/0/0 const: must be 1",
      "/lmit additionalProperties: unknown property",
      " maxProperties: must have at most 2 properties",
    ]);
    expect(told(schema, { path: "abc", query: 1 })).toEqual([
      "/query additionalProperties: unknown property",
    ]);
  });

  it("gives a value of the wrong type that fault and no other", () => {
    expect(told({ type: "string", enum: ["a"], minLength: 9 }, 4)).toEqual([
      " type: must be string",
    ]);
    expect(told({ type: ["integer", "null"] }, 1.5)).toEqual([" type: must be integer or null"]);
    expect(told({ type: "integer" }, 1.0)).toBeNull();
  });

  it("keeps what each branch said when none matches", () => {
    const schema = {
      anyOf: [{ type: "string" }, { properties: { a: { type: "null" } }, required: ["b"] }],
    };
    expect(faults(schema, { a: 1 })).toEqual([
      {
        path: "",
        keyword: "anyOf",
        message: "must match one of the allowed forms",
        branches: [
          [{ path: "", keyword: "type", message: "must be string" }],
          [
            { path: "/b", keyword: "required", message: "missing" },
            { path: "/a", keyword: "type", message: "must be null" },
          ],
        ],
      },
    ]);
    expect(told({ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3)).toEqual([
      " oneOf: must match exactly one form, and matches 2",
    ]);
  });

  it("counts characters, not UTF-16 units", () => {
    const schema = { minLength: 2, maxLength: 2 };
    expect(
      ["a", "ab", "😀", "😀😀", "😀😀😀"].map((text) => faults(schema, text) === null),
    ).toEqual([false, true, false, true, false]);
  });

  it("divides decimals as decimals", () => {
    const pairs = [
      [0.3, 0.1],
      [19.99, 0.01],
      [0.0075, 0.0001],
      [0.00751, 0.0001],
      [1e308, 0.5],
      [1e-7, 1e-8],
      [7, 2],
    ] as const;
    expect(pairs.map(([value, multipleOf]) => faults({ multipleOf }, value) === null)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it("follows references in the document and to registered schemas only", () => {
    const tree = {
      $ref: "#/$defs/node",
      $defs: { node: { properties: { next: { $ref: "#/$defs/node" }, v: { type: "number" } } } },
    };
    expect(told(tree, { next: { next: { v: "x" } } })).toEqual([
      "/next/next/v type: must be number",
    ]);
    const remotes = { "https://example.com/point": { $defs: { x: { type: "integer" } } } };
    const pointer = { $ref: "https://example.com/point#/$defs/x" };
    expect(told(pointer, "x", { remotes })).toEqual([" type: must be integer"]);
    expect(told(pointer, "x")).toBe(
      'the schema at /$ref refers to "https://example.com/point#/$defs/x", which is not there',
    );
    expect(told({ $ref: "file:///etc/passwd" }, 1)).toBe(
      'the schema at /$ref refers to "file:///etc/passwd", which is not there',
    );
  });

  it("reads each draft by its own rules", () => {
    const tuple = { items: [{ type: "string" }], additionalItems: false };
    expect(told(tuple, ["a", 1], { dialect: "draft-07" })).toEqual([
      "/1 false schema: is not allowed",
    ]);
    const beside = { $ref: "#/definitions/any", type: "string", definitions: { any: true } };
    expect(faults(beside, 1, { dialect: "draft-07" })).toBeNull();
    expect(told(beside, 1)).toEqual([" type: must be string"]);
    const named = { ...beside, $schema: "http://json-schema.org/draft-07/schema#" };
    expect(faults(named, 1)).toBeNull();
    const both = { dependencies: { a: ["b"], c: { required: ["d"] } } };
    expect(told(both, { a: 1, c: 1 }, { dialect: "draft-07" })).toEqual([
      '/b dependencies: missing, needed beside "a"',
      "/d required: missing",
    ]);
  });

  it("reads the habits of other writers as they are meant", () => {
    expect(told({ type: "string", nullable: true }, null)).toBeNull();
    expect(told({ minimum: 1, exclusiveMinimum: true }, 1)).toEqual([
      " exclusiveMinimum: must be > 1",
    ]);
    expect(
      told({ type: "any", pattern: null, required: true, "x-order": { $ref: "#/none" } }, 1),
    ).toBeNull();
  });

  it("asserts formats unless they are set to be annotations", () => {
    const schema = { format: "ipv4" };
    expect(told(schema, "x")).toEqual([" format: must be a valid ipv4"]);
    expect(told(schema, "x", { formats: "annotate" })).toBeNull();
    expect(told({ format: "never-heard" }, "x")).toBeNull();
  });

  it("judges what nothing else has looked at", () => {
    const schema = {
      allOf: [{ properties: { a: true } }],
      anyOf: [{ properties: { b: { type: "string" } }, required: ["b"] }, true],
      unevaluatedProperties: false,
    };
    expect(told(schema, { a: 1, b: "x" })).toBeNull();
    expect(faults(schema, { a: 1, b: 2, c: 3 })).toEqual([
      { path: "/b", keyword: "unevaluatedProperties", message: "unknown property", known: ["a"] },
      {
        path: "/c",
        keyword: "unevaluatedProperties",
        message: "unknown property",
        known: ["a", "b"],
      },
    ]);
    expect(
      told({ prefixItems: [true], contains: { const: 7 }, unevaluatedItems: false }, [1, 7, 8]),
    ).toEqual(["/2 unevaluatedItems: is an item too many"]);
  });

  it("answers a schema it cannot use with the place and the reason", () => {
    const cases: readonly (readonly [schema: SchemaDocument, message: string])[] = [
      [{ type: "strng" }, "the schema at /type is not a JSON type"],
      [
        { properties: { a: { minLength: -1 } } },
        "the schema at /properties/a/minLength is not a whole number",
      ],
      [{ properties: [] }, "the schema at /properties is not an object"],
      [{ items: 3 }, "the schema at /items is not an object or a boolean"],
      [{ required: [1] }, "the schema at /required is not a list of property names"],
      [{ enum: "a" }, "the schema at /enum is not an array"],
      [{ multipleOf: 0 }, "the schema at /multipleOf is not greater than 0"],
      [{ maximum: "9" }, "the schema at /maximum is not a number"],
      [{ allOf: {} }, "the schema at /allOf is not an array"],
      [{ $ref: 1 }, "the schema at /$ref is not a text"],
      [
        { items: { pattern: "(?=a)" } },
        "the schema at /items has a pattern that uses lookaround, which cannot be checked in linear time",
      ],
    ];
    expect(cases.map(([schema]) => faults(schema, 1))).toEqual(cases.map(([, message]) => message));
  });

  it("compiles a reference's target when a value first reaches it", () => {
    const schema = { properties: { a: { $ref: "#/$defs/bad" } }, $defs: { bad: { type: 5 } } };
    expect(told(schema, { b: 1 })).toBeNull();
    expect(told(schema, { a: 1 })).toEqual([
      " schema: cannot be validated: the schema at /type is not a JSON type",
    ]);
  });

  it("takes the schemas true and false", () => {
    expect([faults(true, 1), faults(false, 1)]).toEqual([
      null,
      [{ path: "", keyword: "false schema", message: "no value is allowed" }],
    ]);
  });
});
