import type { Json, JsonObject } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInterpretedEngine } from "../../schema/interpreted/interpreted-engine.ts";
import { projectSchema, type SchemaTarget } from "./project-schema.ts";
import { usualSchemas, wildSchemas } from "./random-schema.fixture.ts";
import { values, valuesFor } from "./random-values.fixture.ts";
import { modernSchema } from "./shape/modern-schema.ts";
import type { SchemaObject } from "./shape/schema-place.ts";
import { assemble, withoutLost } from "./without-lost.fixture.ts";

const engine = createInterpretedEngine();

function acceptor(schema: SchemaObject): ((value: unknown) => boolean) | null {
  const compiled = engine.compile(schema);
  return compiled.ok ? (value) => compiled.schema.validate(value) === null : null;
}

const drafts = ["2020-12", "draft-07"] as const;

describe("modernSchema", () => {
  it.each(drafts)("accepts what the original accepts, written in %s", (draft) => {
    let compared = 0;
    fc.assert(
      fc.property(
        wildSchemas(draft),
        fc.array(values, { minLength: 4, maxLength: 8 }),
        (schema, tried) => {
          const original = acceptor(schema);
          if (original === null) return;
          const modern = modernSchema(schema);
          if (modern.lost.length > 0) return;
          const respelled = acceptor(assemble(modern));
          expect(tried.map((value) => respelled?.(value))).toEqual(
            tried.map((value) => original(value)),
          );
          compared += 1;
        },
      ),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});

interface Tally {
  accepted: number;
  exact: number;
  strict: number;
}

/** The promise of every projection, on values that the projected schema is likely to accept. */
function keepsPromise(schema: SchemaObject, target: SchemaTarget, tally: Tally): void {
  const projected = projectSchema(schema, target);
  if (!projected.ok) return;
  const accepts = acceptor(projected.schema);
  expect(accepts).not.toBeNull();
  const withoutTheLost = acceptor(withoutLost(assemble(modernSchema(schema)), projected.lost));
  const original = acceptor(schema);
  tally.strict += projected.strict ? 1 : 0;
  fc.assert(
    fc.property(fc.oneof(valuesFor(projected.schema, projected.schema), values), (value: Json) => {
      if (!isRecord(value) || !accepts?.(value)) return;
      const restored = projected.restore(value as JsonObject);
      tally.accepted += 1;
      expect({ value, restored, accepted: withoutTheLost?.(restored) }).toEqual({
        value,
        restored,
        accepted: true,
      });
      if (projected.lost.length > 0) return;
      tally.exact += 1;
      expect(original?.(restored)).toBe(true);
    }),
    { numRuns: 12 },
  );
}

const targets: readonly SchemaTarget[] = ["openai", "openai-strict", "portable", "mcp"];

describe.each(targets)("projectSchema for %s", (target) => {
  it.each(drafts)(
    "accepts, in %s, only what the original without its lost keywords accepts",
    (draft) => {
      const tally: Tally = { accepted: 0, exact: 0, strict: 0 };
      fc.assert(
        fc.property(wildSchemas(draft), (schema) => keepsPromise(schema, target, tally)),
        { numRuns: 80 },
      );
      expect(tally.accepted).toBeGreaterThan(60);
    },
  );

  it("accepts only what a schema of the usual sort accepts", () => {
    const tally: Tally = { accepted: 0, exact: 0, strict: 0 };
    fc.assert(
      fc.property(usualSchemas({ seasoned: false }), (schema) =>
        keepsPromise(schema, target, tally),
      ),
      { numRuns: 60 },
    );
    expect(tally.exact).toBeGreaterThan(25);
    if (target === "openai-strict") expect(tally.strict).toBeGreaterThan(12);
  });

  it("loses nothing unnoticed from a schema with more to say", () => {
    const tally: Tally = { accepted: 0, exact: 0, strict: 0 };
    fc.assert(
      fc.property(usualSchemas({ seasoned: true }), (schema) =>
        keepsPromise(schema, target, tally),
      ),
      { numRuns: 80 },
    );
    expect(tally.accepted).toBeGreaterThan(15);
    if (target === "openai-strict") expect(tally.strict).toBeGreaterThan(5);
  });
});

describe("projectSchema", () => {
  it("still lets a model say for openai whatever the original accepts, a choice at the root aside", () => {
    let said = 0;
    const lets = (schema: SchemaObject): void => {
      const projected = projectSchema(schema, "openai");
      const original = acceptor(schema);
      const choice =
        projected.ok && projected.lost.some(({ keyword }) => /^(?:any|one)Of$/.test(keyword));
      if (!projected.ok || original === null || choice) return;
      const accepts = acceptor(projected.schema);
      fc.assert(
        fc.property(fc.oneof(values, valuesFor(schema, schema)), (value) => {
          if (!isRecord(value) || !original(value)) return;
          said += 1;
          expect({ value, accepted: accepts?.(value) }).toEqual({ value, accepted: true });
        }),
        { numRuns: 10 },
      );
    };
    const schemas = fc.oneof(
      wildSchemas("2020-12"),
      wildSchemas("draft-07"),
      usualSchemas({ seasoned: true }),
    );
    fc.assert(fc.property(schemas, lets), { numRuns: 150 });
    expect(said).toBeGreaterThan(40);
  });

  it("lets a model say in strict mode whatever a schema of the usual sort accepts of its own properties", () => {
    let said = 0;
    const lets = (schema: SchemaObject): void => {
      const projected = projectSchema(schema, "openai-strict");
      const original = acceptor(schema);
      if (!projected.ok || !projected.strict || original === null) return;
      fc.assert(
        fc.property(valuesFor(schema, schema), (value) => {
          if (!isRecord(value) || !original(value)) return;
          const filled = fill(value as Json, projected.schema, projected.schema);
          if (filled === undefined) return;
          said += 1;
          expect(projected.restore(filled as JsonObject)).toEqual(value);
        }),
        { numRuns: 10 },
      );
    };
    fc.assert(fc.property(usualSchemas({ seasoned: false }), lets), { numRuns: 100 });
    expect(said).toBeGreaterThan(40);
  });
});

/** The value as a strict decoder would have written it; `undefined` when it holds a name that no form declares. */
function fill(value: Json, schema: SchemaObject, root: SchemaObject): Json | undefined {
  const target = targetOf(schema, root);
  if (Array.isArray(target.anyOf)) {
    const choices = target.anyOf.map((form) => form as SchemaObject);
    // Null under a name that only some forms declare: the others take it as a name of nobody's, which is not what is said here.
    if (isRecord(value))
      for (const [name, member] of Object.entries(value))
        if (member === null && !declares(target, name, root)) return undefined;
    const forms = choices.map((form) => fill(value, form, root));
    return forms.find((form) => form !== undefined);
  }
  const { items, properties } = target;
  let filled: Json | undefined = value;
  if (Array.isArray(value) && isRecord(items)) {
    const all = value.map((item: Json) => fill(item, items, root));
    filled = all.includes(undefined) ? undefined : (all as Json[]);
  } else if (isRecord(value) && isRecord(properties)) {
    if (Object.keys(value).some((name) => !Object.hasOwn(properties, name))) return undefined;
    const all = Object.entries(properties).map(([name, member]) => [
      name,
      Object.hasOwn(value, name) ? fill(value[name] as Json, member as SchemaObject, root) : null,
    ]);
    filled = all.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(all);
  }
  return acceptor({ ...target, $defs: root.$defs ?? {} })?.(filled) ? filled : undefined;
}

/** True when every object that the schema takes has a property of that name. */
function declares(schema: SchemaObject, name: string, root: SchemaObject): boolean {
  const { anyOf, properties } = targetOf(schema, root);
  if (Array.isArray(anyOf))
    return anyOf.every((form) => declares(form as SchemaObject, name, root));
  return !isRecord(properties) || Object.hasOwn(properties, name);
}

function targetOf(schema: SchemaObject, root: SchemaObject): SchemaObject {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return (root.$defs as Record<string, SchemaObject>)[
    $ref.slice("#/$defs/".length)
  ] as SchemaObject;
}
