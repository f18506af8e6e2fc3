/** The types and the values that the parts of a schema leave open. */
import { assertionsOf } from "../shape/flatten-parts.ts";
import { type JsonType, TYPE_OF_KEYWORD } from "../shape/keywords.ts";
import type { Place } from "../shape/schema-place.ts";

/** The types that all parts allow; null when none names a type and none can be guessed. */
export function typesOf(parts: readonly Place[]): ReadonlySet<JsonType> | null {
  return declaredTypes(parts) ?? typesOfValues(valuesOf(parts)) ?? typesOfKeywords(parts);
}

/** The types that the parts name; null when none does. */
export function declaredTypes(parts: readonly Place[]): ReadonlySet<JsonType> | null {
  let types: Set<JsonType> | null = null;
  for (const { schema } of parts) {
    if (schema.type === undefined) continue;
    const named = new Set((Array.isArray(schema.type) ? schema.type : [schema.type]) as JsonType[]);
    if (named.has("number")) named.delete("integer");
    types = types === null ? named : intersect(types, named);
  }
  return types;
}

/** Two sets of types, an integer being a number. */
function intersect(left: ReadonlySet<JsonType>, right: ReadonlySet<JsonType>): Set<JsonType> {
  const both = new Set<JsonType>();
  for (const type of left) {
    if (right.has(type) || (type === "integer" && right.has("number"))) both.add(type);
    else if (type === "number" && right.has("integer")) both.add("integer");
  }
  return both;
}

/** The values that all parts allow, from `enum` and `const`; null when none lists any. */
export function valuesOf(parts: readonly Place[]): readonly unknown[] | null {
  let values: readonly unknown[] | null = null;
  for (const { schema } of parts) {
    const lists = [
      ...(Array.isArray(schema.enum) ? [schema.enum as readonly unknown[]] : []),
      ...(Object.hasOwn(schema, "const") ? [[schema.const]] : []),
    ];
    for (const list of lists) {
      const texts = new Set(list.map((value) => JSON.stringify(value)));
      values = (values ?? list).filter((value) => texts.has(JSON.stringify(value)));
    }
  }
  return values;
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}

function typesOfValues(values: readonly unknown[] | null): ReadonlySet<JsonType> | null {
  return values === null ? null : new Set(values.map(typeOfValue));
}

/** `{ properties }` without a type means an object to its author; to leave it open would leave nothing said. */
function typesOfKeywords(parts: readonly Place[]): ReadonlySet<JsonType> | null {
  const types = new Set<JsonType>();
  for (const { schema } of parts) {
    for (const keyword of assertionsOf(schema)) {
      const type = TYPE_OF_KEYWORD.get(keyword);
      if (type !== undefined) types.add(type);
    }
  }
  return types.size === 1 ? types : null;
}
