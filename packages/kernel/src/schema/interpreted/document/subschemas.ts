import { isSchemaObject, type SchemaObject } from "./schema-resource.ts";

const SINGLE: readonly string[] = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const LISTS: readonly string[] = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const MAPS: readonly string[] = [
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
];

/**
 * The schemas directly inside a schema, in the places where keywords put schemas. `enum`, `const`
 * and unknown keywords may hold look-alikes; an `$id` in there names nothing.
 */
export function subschemas(schema: SchemaObject): readonly SchemaObject[] {
  const found: SchemaObject[] = [];
  for (const keyword of SINGLE) {
    add(found, own(schema, keyword));
  }
  for (const keyword of LISTS) {
    const list = own(schema, keyword);
    if (Array.isArray(list)) {
      for (const item of list) {
        add(found, item);
      }
    }
  }
  for (const keyword of MAPS) {
    const map = own(schema, keyword);
    if (isSchemaObject(map)) {
      for (const name of Object.keys(map)) {
        add(found, map[name]);
      }
    }
  }
  return found;
}

function add(found: SchemaObject[], value: unknown): void {
  if (isSchemaObject(value)) {
    found.push(value);
  }
}

/** A keyword's value; never what a prototype holds. */
export function own(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}
