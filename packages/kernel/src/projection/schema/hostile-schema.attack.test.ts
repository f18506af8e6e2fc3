import { describe, expect, it } from "vitest";
import { projectSchema, type SchemaTarget } from "./project-schema.ts";
import type { SchemaObject } from "./shape/schema-place.ts";

// Schemas that are small as text and large when written out. Each must end soon; how soon is the runner's timeout.

const TARGETS: readonly SchemaTarget[] = ["openai", "openai-strict", "portable", "mcp"];

function definitions(count: number, make: (index: number) => SchemaObject): SchemaObject {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`d${index}`, make(index)]),
  );
}

const properties = (count: number): SchemaObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: "string" }]),
  );

const wide = { type: "object", properties: properties(4000) };
const doubled = (leaf: SchemaObject): SchemaObject =>
  definitions(40, (index) =>
    index === 39
      ? leaf
      : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
  );
const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

const hostile: readonly [string, SchemaObject][] = [
  [
    "a combination that doubles at each step",
    { $ref: "#/$defs/d0", $defs: doubled({ type: "object" }) },
  ],
  ["one that doubles and says nothing", { type: "object", $ref: "#/$defs/d0", $defs: doubled({}) }],
  [
    "a doubling below a property",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/d0", minProperties: 1 } },
      $defs: doubled({ type: "object" }),
    },
  ],
  [
    "a choice that doubles",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs: definitions(40, (index) =>
        index === 39
          ? { type: "string" }
          : {
              anyOf: [
                { $ref: `#/$defs/d${index + 1}`, minLength: 1 },
                { $ref: `#/$defs/d${index + 1}`, maxLength: 9 },
              ],
            },
      ),
    },
  ],
  ["many wide forms", { anyOf: many(2000, { $ref: "#/$defs/wide" }), $defs: { wide } }],
  ["many wide parts", { allOf: many(150, { $ref: "#/$defs/wide" }), $defs: { wide } }],
  [
    "wide parts at many places",
    {
      type: "object",
      properties: Object.fromEntries(
        many(500, 0).map((_, index) => [
          `q${index}`,
          { allOf: many(20, { $ref: "#/$defs/wide" }) },
        ]),
      ),
      $defs: { wide },
    },
  ],
  [
    "references in a ring",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs: definitions(20, (index) => ({ $ref: `#/$defs/d${(index + 1) % 20}` })),
    },
  ],
  [
    "a ring that demands itself",
    { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#" }] } } },
  ],
  [
    "a ring written out",
    {
      type: "object",
      properties: { a: { $ref: "#", minProperties: 1 }, b: { $ref: "#", maxProperties: 9 } },
    },
  ],
];

describe("a schema that is larger than it looks", () => {
  it.each(hostile)("projecting a schema that is larger than it looks ends: %s", (_, schema) => {
    for (const target of TARGETS) {
      const outcome = projectSchema(schema, target);
      if (outcome.ok) expect(JSON.stringify(outcome.schema).length).toBeLessThan(2_000_000);
      else expect(outcome.reason).not.toBe("its schema is not JSON");
    }
  });
});
