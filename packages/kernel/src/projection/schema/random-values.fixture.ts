/** Random JSON values, and values that a given schema is likely to accept. */
import type { Json } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import fc from "fast-check";
import type { SchemaObject } from "./shape/schema-place.ts";

/** Names of properties, among them some that need care. */
export const names: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "b",
  "c",
  "x-y",
  "$top",
  "__proto__",
);
export const scalars: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  2,
  0.5,
  -1,
  "",
  "a",
  "ab",
  "abc",
  "2024-02-29",
);

export const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Values that a schema of the common keywords is likely to accept. */
export function valuesFor(schema: SchemaObject, root: SchemaObject, depth = 0): fc.Arbitrary<Json> {
  if (depth > 6) return scalars;
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  if ("const" in schema) return fc.constant(schema.const as Json);
  const reference = schema.$ref;
  if (reference === "#") return valuesFor(root, root, depth + 1);
  if (typeof reference === "string") {
    const defs = isRecord(root.$defs) ? root.$defs : {};
    const target = defs[reference.slice("#/$defs/".length)];
    return isRecord(target) ? valuesFor(target, root, depth + 1) : values;
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const forms = schema[keyword];
    if (Array.isArray(forms) && forms.length > 0) {
      return fc.oneof(
        ...forms.map((form) => (isRecord(form) ? valuesFor(form, root, depth + 1) : values)),
      );
    }
  }
  return fc.oneof(
    ...[schema.type ?? "object"].flat().map((type) => valueOfType(type, { schema, root, depth })),
  );
}

function valueOfType(
  type: unknown,
  {
    schema,
    root,
    depth,
  }: { readonly schema: SchemaObject; readonly root: SchemaObject; readonly depth: number },
): fc.Arbitrary<Json> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: -1, max: 3 });
    case "number":
      return fc.constantFrom(0, 1, 2, 0.5, -1);
    case "string":
      return fc.constantFrom("", "a", "ab", "abc", "2024-02-29", "1");
    case "array":
      return fc.array(isRecord(schema.items) ? valuesFor(schema.items, root, depth + 1) : values, {
        maxLength: 2,
      });
    default:
      return objectOf(schema, root, depth);
  }
}

function objectOf(schema: SchemaObject, root: SchemaObject, depth: number): fc.Arbitrary<Json> {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = properties.map(([name, member]) => {
    const value = isRecord(member) ? valuesFor(member, root, depth + 1) : values;
    return fc
      .tuple(required.includes(name) ? fc.constant(true) : fc.boolean(), value)
      .map(([present, given]) => (present ? [[name, given] as const] : []));
  });
  const extra =
    schema.additionalProperties === false
      ? fc.constant([])
      : fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(fc.tuple(names, values)) },
        );
  return fc
    .tuple(extra, ...members)
    .map((all) => Object.fromEntries(all.flat() as [string, Json][]));
}
