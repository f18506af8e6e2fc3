import { describe, expect, it } from "vitest";
import { createSchemas } from "./create-schemas.ts";
import type { SchemaDocument } from "./interpreted/document/schema-engine.ts";

describe("createSchemas", () => {
  it("refuses a pattern that a linear engine cannot run", () => {
    expect(createSchemas().compile({ type: "string", pattern: "^(?!x)" })).toEqual({
      ok: false,
      message:
        "the schema has a pattern that uses lookaround, which cannot be checked in linear time",
    });
  });

  it("compiles a schema once, found by object and by content", () => {
    const schemas = createSchemas();
    const schema = { type: "string" };
    const first = schemas.compile(schema);
    expect(schemas.compile(schema)).toBe(first);
    expect(schemas.compile({ type: "string" })).toBe(first);
    expect(schemas.compile(schema, { formats: "annotate" })).not.toBe(first);
    expect(createSchemas().compile(schema)).not.toBe(first);
  });

  it("is not moved by what happens to the schema afterwards", () => {
    const schemas = createSchemas();
    const schema = {
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { type: "string" } },
    };
    const compiled = schemas.compile(schema);
    schema.$defs.a.type = "number";
    expect(compiled.ok && compiled.schema.validate({ a: "x" })).toBeNull();
  });

  it("registers schemas for one compilation only", () => {
    const schemas = createSchemas();
    const schema = { $ref: "urn:a" };
    const remotes = { "urn:a": { type: "string" } };
    const compiled = schemas.compile(schema, { remotes });
    expect(compiled.ok && compiled.schema.validate(1)).toEqual([
      { path: "", keyword: "type", message: "must be string" },
    ]);
    expect(schemas.compile(schema).ok).toBe(false);
  });

  it("answers everything that is no schema", () => {
    const schemas = createSchemas();
    const cyclic: Record<string, unknown> = {};
    cyclic.not = cyclic;
    const hostile = {
      get type(): string {
        throw new TypeError("secret");
      },
    };
    const bad: readonly unknown[] = [cyclic, hostile, { a: 1n }, null, "x", 3, undefined, [1]];
    const results = bad.map((schema) => schemas.compile(schema as SchemaDocument));
    expect(results.map((result) => result.ok)).toEqual(results.map(() => false));
    expect(JSON.stringify(results)).not.toContain("secret");
    expect([true, false].map((schema) => schemas.compile(schema).ok)).toEqual([true, true]);
  });
});
