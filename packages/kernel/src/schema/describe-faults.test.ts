import { describe, expect, it } from "vitest";
import { describeFaults } from "./describe-faults.ts";
import type { SchemaDocument } from "./interpreted/document/schema-engine.ts";
import { createInterpretedEngine } from "./interpreted/interpreted-engine.ts";

const engine = createInterpretedEngine();

function tell(schema: SchemaDocument, value: unknown): string {
  const compiled = engine.compile(schema);
  const faults = compiled.ok ? compiled.schema.validate(value) : null;
  return faults === null ? "" : describeFaults(faults, schema);
}

describe("describeFaults", () => {
  it("names each argument and what is wanted of it", () => {
    const schema = {
      type: "object",
      properties: {
        path: { type: "string" },
        limit: { type: "integer" },
        colour: { enum: ["red", "green"] },
        filters: { items: { properties: { "first name": { minLength: 2 } } } },
      },
      required: ["path"],
      additionalProperties: false,
    };
    const value = { limit: "x", colour: 1, filters: [{ "first name": "a" }], lmit: 2, xyz: 3 };
    expect(tell(schema, value)).toBe(
      'path: missing; limit: must be integer; colour: must be one of "red", "green"; ' +
        'filters[0]."first name": must have at least 2 characters; ' +
        'unknown property "lmit" (did you mean "limit"?); unknown property "xyz"',
    );
    expect(tell(schema, [])).toBe("must be object");
  });

  it("suggests names that differ by spelling habit, and those nested", () => {
    const schema = {
      properties: { options: { properties: { ignore_case: true }, additionalProperties: false } },
    };
    expect(tell(schema, { options: { ignoreCase: 1 } })).toBe(
      'unknown property "ignoreCase" in options (did you mean "ignore_case"?)',
    );
  });

  it("looks for names in the schema when the fault does not carry them", () => {
    const fault = {
      path: "/a/0/lmit",
      keyword: "additionalProperties",
      message: "unknown property",
    };
    const schema = { properties: { a: { items: { properties: { limit: true } } } } };
    expect(describeFaults([fault], schema)).toBe(
      'unknown property "lmit" in a[0] (did you mean "limit"?)',
    );
    expect(describeFaults([fault])).toBe('unknown property "lmit" in a[0]');
  });

  it("reports the nearest branch of a union", () => {
    const schema = {
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "file" }, path: { type: "string" } },
          required: ["kind", "path"],
        },
        {
          type: "object",
          properties: { kind: { const: "url" }, url: { type: "string" } },
          required: ["kind", "url"],
        },
        { type: "string" },
      ],
    };
    expect(tell(schema, { kind: "url", url: 5 })).toBe("url: must be string");
    expect(tell(schema, { kind: "file" })).toBe("path: missing");
    expect(tell({ anyOf: [{ type: "string" }, { type: "null" }, { enum: [1, 2] }] }, true)).toBe(
      "must be string or null or one of 1, 2",
    );
    expect(tell({ anyOf: [{ anyOf: [{ minimum: 5 }] }, { type: "null" }] }, 1)).toBe(
      "must be >= 5",
    );
  });

  it("never shows a value, and shows a hostile name cut and escaped", () => {
    const schema = { properties: { key: { type: "number" } }, additionalProperties: false };
    const name = `a\u202e\n${"b".repeat(60)}`;
    const text = tell(schema, { key: "sk-secret", [name]: "sk-secret" });
    expect(text).toBe(`key: must be number; unknown property "a\\u{202e}\\u{a}${"b".repeat(37)}…"`);
  });

  it("keeps to eight faults and two thousand characters", () => {
    const value = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, 1]));
    const text = tell({ additionalProperties: { type: "string" } }, value);
    expect(text).toBe(
      `${Array.from({ length: 8 }, (_, index) => `p${index}: must be string`).join("; ")}; and 12 more`,
    );
    const long = Array.from({ length: 8 }, (_, index) => ({
      path: `/p${index}`,
      keyword: "enum",
      message: "x".repeat(400),
    }));
    expect(describeFaults(long)).toHaveLength(2_000);
  });

  it("shortens long paths and long lists of allowed values", () => {
    const deep = { path: "/a/b/c/d/e/f/g/h", keyword: "type", message: "must be string" };
    expect(describeFaults([deep])).toBe("…c.d.e.f.g.h: must be string");
    const many = Array.from({ length: 30 }, (_, index) => index);
    expect(tell({ enum: many }, "x")).toBe(
      "must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 18 more",
    );
  });
});
