import { describe, expect, it } from "vitest";
import { mcpOutputSchema } from "./mcp-schema.ts";
import { type ProjectedSchema, projectSchema, type SchemaTarget } from "./project-schema.ts";
import type { SchemaObject } from "./shape/schema-place.ts";

const TARGETS: readonly SchemaTarget[] = ["openai", "openai-strict", "portable", "mcp"];

function projected(schema: SchemaObject, target: SchemaTarget): ProjectedSchema {
  const outcome = projectSchema(schema, target);
  expect(outcome).toMatchObject({ ok: true });
  return outcome as ProjectedSchema;
}

describe("projectSchema", () => {
  it("works a frozen schema out once, and one that may still change each time", () => {
    const frozen = Object.freeze({ type: "object" });
    const loose = { type: "object" };
    for (const target of TARGETS) {
      expect(projectSchema(frozen, target)).toBe(projectSchema(frozen, target));
      expect(projectSchema(loose, target)).not.toBe(projectSchema(loose, target));
    }
    expect(Object.isFrozen(projected(loose, "openai").schema)).toBe(true);
  });

  it("does not keep what it made of a schema that is frozen at its top only", () => {
    const inner = { type: "string" };
    const schema = Object.freeze({ type: "object", properties: { a: inner } });
    const typeNow = () => {
      const { properties } = projected(schema, "openai").schema as {
        readonly properties: { readonly a: { readonly type: string } };
      };
      return properties.a.type;
    };
    expect(typeNow()).toBe("string");
    inner.type = "integer";
    expect(typeNow()).toBe("integer");
  });

  it("writes the same bytes however the keywords of the original are ordered", () => {
    const one = {
      type: "object",
      properties: { b: { type: "string", description: "B." }, a: { minimum: 1, type: "integer" } },
      required: ["b"],
      additionalProperties: false,
    };
    const other = {
      additionalProperties: false,
      required: ["b"],
      properties: { b: { description: "B.", type: "string" }, a: { type: "integer", minimum: 1 } },
      type: "object",
      $comment: "Shuffled.",
      "x-order": 2,
    };
    for (const target of ["openai", "openai-strict", "portable"] as const) {
      const text = JSON.stringify(projected(one, target).schema);
      expect(JSON.stringify(projected(other, target).schema)).toBe(text);
      expect(Object.keys(projected(one, target).schema.properties as object)).toEqual(["b", "a"]);
    }
  });

  it.each<[string, unknown, string]>([
    ["false", false, "its schema accepts nothing"],
    ["no object", { type: "string" }, "its arguments are not an object"],
    [
      "a contradiction",
      { properties: { a: {} }, required: ["b"], additionalProperties: false },
      "it demands the property b and forbids it",
    ],
    ["a self-demand", { $ref: "#" }, "its schema accepts nothing"],
    [
      "a bad keyword",
      { type: "object", properties: 3 },
      "its schema cannot be used: the schema at /properties is not an object",
    ],
    [
      "a bad definition",
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { pattern: "(?=x)" } },
      },
      "its schema cannot be used",
    ],
    [
      "a cycle",
      (() => {
        const own: Record<string, unknown> = { type: "object" };
        own.self = own;
        return own;
      })(),
      "its schema cannot be used: the schema is nested deeper than 64 levels",
    ],
    ["no JSON", { type: "object", properties: { a: { default: 3n } } }, "its schema is not JSON"],
  ])("says why a schema cannot be offered: %s", (_, schema, reason) => {
    const outcome = projectSchema(schema as SchemaObject, "openai");
    expect(outcome.ok ? "" : outcome.reason).toContain(reason);
  });

  it("makes an object of a choice at the root, and tells the model of it", () => {
    const { schema, lost } = projected(
      {
        oneOf: [
          {
            type: "object",
            properties: { kind: { const: "file" }, path: { type: "string" } },
            required: ["kind", "path"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: { kind: { const: "url" }, url: { type: "string" } },
            required: ["kind", "url"],
            additionalProperties: false,
          },
        ],
      },
      "portable",
    );
    expect(schema).toEqual({
      description: 'Forms: {kind: "file", path} | {kind: "url", url}.',
      type: "object",
      properties: {
        kind: { anyOf: [{ const: "file" }, { const: "url" }] },
        path: { type: "string" },
        url: { type: "string" },
      },
      required: ["kind"],
      additionalProperties: false,
    });
    expect(lost).toEqual([{ path: "", keyword: "oneOf" }]);
  });

  it("merges what the root refers to and combines, and keeps what stands below as it is", () => {
    const below = { type: "string", minLength: 1, pattern: "(a|b)", not: { const: "x" } };
    const { schema, lost } = projected(
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        title: "Find",
        allOf: [{ $ref: "#/definitions/base" }, { properties: { a: below }, required: ["a"] }],
        definitions: {
          base: {
            type: "object",
            properties: { list: { type: "array", items: [{ $ref: "#/definitions/item" }] } },
          },
          item: { type: "integer" },
          unused: { type: "null" },
        },
      },
      "openai",
    );
    expect(schema).toEqual({
      title: "Find",
      type: "object",
      properties: {
        list: { type: "array", prefixItems: [{ $ref: "#/$defs/item" }], items: {} },
        a: below,
      },
      required: ["a"],
      $defs: { item: { type: "integer" } },
    });
    expect(lost).toEqual([]);
  });

  it("closes what one of the merged parts closes", () => {
    const schema = {
      type: "object",
      allOf: [
        { properties: { a: { type: "string" } }, additionalProperties: false },
        {
          properties: { a: { minLength: 1 }, b: { type: "string" } },
          additionalProperties: { type: "null" },
        },
      ],
    };
    const { schema: shown, lost } = projected(schema, "openai");
    expect({ shown, lost }).toEqual({
      shown: {
        type: "object",
        properties: { a: { allOf: [{ type: "string" }, { minLength: 1 }] } },
        additionalProperties: false,
      },
      lost: [],
    });
  });

  it("does not let a form of a choice open what is closed beside a pattern", () => {
    const schema = {
      patternProperties: { "^x-": {} },
      additionalProperties: false,
      required: ["x-a"],
      anyOf: [{ properties: { a: {} } }],
    };
    expect(projected(schema, "openai").schema).toEqual({
      type: "object",
      properties: {},
      required: ["x-a"],
      patternProperties: { "^x-": {} },
      additionalProperties: false,
    });
  });

  it("lets no pattern of one part open what another part seals", () => {
    const schema = {
      properties: { top: { type: "string" } },
      additionalProperties: false,
      allOf: [
        { patternProperties: { "^a": { type: "string" } }, additionalProperties: false },
        {
          patternProperties: { "^t": { type: "string" } },
          additionalProperties: { type: "number" },
        },
      ],
    };
    const { schema: shown, lost } = projected(schema, "openai");
    expect({ shown, lost }).toEqual({
      shown: {
        type: "object",
        properties: { top: { type: "string" } },
        additionalProperties: false,
      },
      lost: [
        { path: "/allOf/0", keyword: "patternProperties" },
        { path: "/allOf/0", keyword: "additionalProperties" },
        { path: "/allOf/1", keyword: "patternProperties" },
        { path: "/allOf/1", keyword: "additionalProperties" },
      ],
    });
  });

  it("keeps a root that gets a type apart from what refers to it", () => {
    const schema = { additionalProperties: { oneOf: [{ $ref: "#" }, {}] } };
    expect(projected(schema, "mcp").schema).toEqual({
      type: "object",
      additionalProperties: { oneOf: [{ $ref: "#/$defs/root" }, {}] },
      $defs: { root: { additionalProperties: { oneOf: [{ $ref: "#/$defs/root" }, {}] } } },
    });
  });

  it("leaves a place open whose reference leads nowhere, and says so", () => {
    const { schema, lost } = projected(
      {
        type: "object",
        properties: { a: { $ref: "#here" }, b: { $anchor: "here", type: "null" } },
      },
      "portable",
    );
    expect(schema.properties).toEqual({ a: {}, b: { type: "null" } });
    expect(lost).toEqual([{ path: "/properties/a", keyword: "$ref" }]);
  });

  it("respells names that Anthropic refuses, and spells them back", () => {
    const { schema, restore } = projected(
      {
        type: "object",
        properties: {
          $top: { type: "integer" },
          "filter[id]": { type: "string" },
          _top: { type: "null" },
          fine: {},
          ["long".repeat(20)]: {},
        },
        required: ["$top", "fine"],
      },
      "portable",
    );
    const [top, filter, , , long] = Object.keys(schema.properties as object);
    expect([top, filter]).toEqual(["_top_2c0b9429", "filter_id_"]);
    expect(long).toMatch(/^(?:long){13}lon_[0-9a-f]{8}$/);
    expect(schema).toMatchObject({ required: [top, "fine"], additionalProperties: false });
    expect(restore({ [top as string]: 1, filter_id_: "x", fine: true })).toEqual({
      $top: 1,
      "filter[id]": "x",
      fine: true,
    });
    const both = { filter_id_: "x", "filter[id]": "y" };
    expect(restore(both)).toBe(both);
    const open = projectSchema(
      { type: "object", properties: { $top: {} }, additionalProperties: {} },
      "portable",
    );
    expect(open).toMatchObject({ ok: false, reason: expect.stringContaining("does not fit") });
  });

  it("carries a property named __proto__ as any other", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    ) as SchemaObject;
    for (const target of TARGETS) {
      const { schema: shown, restore } = projected(schema, target);
      expect(Object.keys(shown.properties as object)).toEqual(["__proto__"]);
      const args = JSON.parse('{"__proto__":"x"}');
      expect(JSON.stringify(restore(args))).toBe('{"__proto__":"x"}');
    }
  });

  it("hands an MCP client the author's schema, with an object at the root and no bare booleans", () => {
    const own = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      "x-own": 1,
      properties: { a: { items: [{}] } },
    };
    expect(projected(own, "mcp").schema).toEqual(own);
    expect(projected({ properties: { a: true, b: false }, anyOf: [{}] }, "mcp").schema).toEqual({
      type: "object",
      properties: { a: {}, b: { not: {} } },
      anyOf: [{}],
    });
    expect(projectSchema(true, "mcp")).toMatchObject({ schema: { type: "object" } });
  });
});

describe("mcpOutputSchema", () => {
  it("says that a result may be cut, and keeps definitions where references find them", () => {
    const own = {
      type: "object",
      properties: { n: { $ref: "#/$defs/n" } },
      required: ["n"],
      $defs: { n: { type: "integer" } },
    };
    expect(mcpOutputSchema(own)).toEqual({
      $defs: own.$defs,
      type: "object",
      anyOf: [
        { type: "object", properties: own.properties, required: ["n"] },
        {
          type: "object",
          properties: {
            truncated: { type: "boolean" },
            output_path: { type: "string" },
            head: { type: "string" },
          },
          required: ["head"],
        },
      ],
    });
  });

  it("gives no MCP output schema for an output that is no object, or that refers to itself", () => {
    expect(mcpOutputSchema({ type: "string" })).toBeNull();
    expect(mcpOutputSchema({ type: "object", properties: { next: { $ref: "#" } } })).toBeNull();
  });
});
