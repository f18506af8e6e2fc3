import { describe, expect, it } from "vitest";
import { createSchemas } from "./choose-engine.ts";
import type { SchemaDocument } from "./schema-engine.ts";

describe("createSchemas", () => {
  it("reads our schemas with one engine and those of strangers with the other", () => {
    const schemas = createSchemas();
    const lookahead = { type: "string", pattern: "^(?!x)" };
    expect(schemas.compile(lookahead, { trusted: true }).ok).toBe(true);
    expect(schemas.compile(lookahead, { trusted: false })).toEqual({
      ok: false,
      message:
        "the schema has a pattern that uses lookaround, which cannot be checked in linear time",
    });
  });

  it("compiles a schema once, found by object and by content", () => {
    const schemas = createSchemas();
    const schema = { type: "string" };
    const first = schemas.compile(schema, { trusted: false });
    expect(schemas.compile(schema, { trusted: false })).toBe(first);
    expect(schemas.compile({ type: "string" }, { trusted: false })).toBe(first);
    expect(schemas.compile(schema, { trusted: true })).not.toBe(first);
    expect(schemas.compile(schema, { trusted: false, formats: "annotate" })).not.toBe(first);
    expect(createSchemas().compile(schema, { trusted: false })).not.toBe(first);
  });

  it("is not moved by what happens to the schema afterwards", () => {
    const schemas = createSchemas();
    const schema = {
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { type: "string" } },
    };
    const compiled = schemas.compile(schema, { trusted: false });
    schema.$defs.a.type = "number";
    expect(compiled.ok && compiled.schema.validate({ a: "x" })).toBeNull();
  });

  it("registers schemas for one compilation only", () => {
    const schemas = createSchemas();
    const schema = { $ref: "urn:a" };
    const remotes = { "urn:a": { type: "string" } };
    const compiled = schemas.compile(schema, { trusted: false, remotes });
    expect(compiled.ok && compiled.schema.validate(1)).toEqual([
      { path: "", keyword: "type", message: "must be string" },
    ]);
    expect(schemas.compile(schema, { trusted: false }).ok).toBe(false);
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
    const results = [true, false].flatMap((trusted) =>
      bad.map((schema) => schemas.compile(schema as SchemaDocument, { trusted })),
    );
    expect(results.map((result) => result.ok)).toEqual(results.map(() => false));
    expect(JSON.stringify(results)).not.toContain("secret");
    expect([true, false].map((schema) => schemas.compile(schema, { trusted: true }).ok)).toEqual([
      true,
      true,
    ]);
  });
});
