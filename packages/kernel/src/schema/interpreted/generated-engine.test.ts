import { describe, expect, it } from "vitest";
import type { CompileOptions, SchemaDocument, SchemaFault } from "./document/schema-engine.ts";
import { createGeneratedEngine } from "./generated-engine.fixture.ts";

const engine = createGeneratedEngine();

function judge(
  schema: SchemaDocument,
  value: unknown,
  options?: CompileOptions,
): readonly SchemaFault[] | null | string {
  const compiled = engine.compile(schema, options);
  return compiled.ok ? compiled.schema.validate(value) : compiled.message;
}

describe("the generated engine", () => {
  it("finds the same words as the interpreted one", () => {
    const schema = {
      type: "object",
      properties: { limit: { type: "integer" } },
      required: ["path"],
      additionalProperties: false,
    };
    expect(judge(schema, { limit: "x", lmit: 1 })).toEqual([
      { path: "/path", keyword: "required", message: "missing" },
      { path: "/limit", keyword: "type", message: "must be integer" },
      {
        path: "/lmit",
        keyword: "additionalProperties",
        message: "unknown property",
        known: ["limit"],
      },
    ]);
    expect(judge(schema, { path: 1 })).toEqual([
      {
        path: "/path",
        keyword: "additionalProperties",
        message: "unknown property",
        known: ["limit"],
      },
    ]);
  });

  it("still finds faults when the interpreted engine cannot read the schema", () => {
    const schema = {
      properties: { a: { pattern: "^(?!x)" } },
      required: ["b"],
      additionalProperties: false,
    };
    expect(judge(schema, { a: "x", b: 1 })).toEqual([
      { path: "/b", keyword: "additionalProperties", message: "unknown property" },
    ]);
    expect(judge(schema, {})).toEqual([{ path: "/b", keyword: "required", message: "missing" }]);
    expect(judge({ ...schema, required: [] }, { a: "x" })).toEqual([
      { path: "/a", keyword: "pattern", message: 'must match pattern "^(?!x)"' },
    ]);
  });

  it("counts own members only, and survives members that its deep comparison stumbles over", () => {
    expect(judge({ required: ["constructor"] }, {})).not.toBeNull();
    expect(judge({ uniqueItems: true }, [{}, JSON.parse('{"toString":null}')])).toBeNull();
  });

  it("divides decimals as decimals", () => {
    expect(judge({ multipleOf: 0.1 }, 0.3)).toBeNull();
    expect(judge({ multipleOf: 0.1 }, 0.35)).not.toBeNull();
  });

  it("lets registered schemas be seen by one compilation only, and fetches nothing", () => {
    const schema = { $ref: "https://example.com/a" };
    const remotes = { "https://example.com/a": { type: "string" } };
    expect(judge(schema, 1, { remotes })).toEqual([
      { path: "", keyword: "type", message: "must be string" },
    ]);
    expect(judge(schema, 1)).toBe(
      "the schema cannot be used: can't resolve reference https://example.com/a from id #",
    );
  });

  it("answers schemas that it cannot use, and those that would answer late", () => {
    expect(judge({ type: "strng" }, 1)).toContain("the schema cannot be used: schema is invalid");
    expect(judge({ $async: true, type: "string" }, 1)).toBe("the schema is asynchronous");
    const cyclic: Record<string, unknown> = {};
    cyclic.not = cyclic;
    expect(judge(cyclic, 1)).toContain("the schema cannot be used");
  });

  it("compiles two schemas of one $id", () => {
    expect(judge({ $id: "urn:example:x", type: "string" }, "a")).toBeNull();
    expect(judge({ $id: "urn:example:x", type: "number" }, "a")).not.toBeNull();
  });

  it("gives what Ajv judges wrongly to the interpreted engine", () => {
    const schema = { if: { properties: { a: true } }, unevaluatedProperties: false };
    expect(judge(schema, { a: 1 })).toBeNull();
    expect(judge({ prefixItems: [{ type: "string" }], contains: {} }, [])).not.toBeNull();
    expect([judge(true, 1), judge(false, 1)].map((faults) => faults === null)).toEqual([
      true,
      false,
    ]);
  });
});
