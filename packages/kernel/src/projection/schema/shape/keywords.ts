/**
 * The keywords that a projection carries, in the order in which it writes them. One order for every schema makes the output
 * byte-stable: a server that sends the same schema with its keywords shuffled does not spoil a prompt cache. Names inside
 * `properties` keep the author's order, because models fill arguments in the order they read. Everything else that a schema
 * may hold (`x-…`, `$comment`, identifiers) says nothing to a model.
 */

/** The shape of a keyword's value: a value, a schema, a schema or a boolean, a list of schemas, a map of schemas. */
export type KeywordShape = "value" | "schema" | "either" | "list" | "map";

const ORDER: readonly (readonly [KeywordShape, string])[] = [
  ["value", "title description"],
  ["value", "$ref type enum const"],
  ["value", "format pattern minLength maxLength contentEncoding contentMediaType"],
  ["value", "minimum exclusiveMinimum maximum exclusiveMaximum multipleOf"],
  ["list", "prefixItems"],
  ["either", "items"],
  ["schema", "contains"],
  ["value", "minContains maxContains minItems maxItems uniqueItems"],
  ["either", "unevaluatedItems"],
  ["map", "properties"],
  ["value", "required"],
  ["map", "patternProperties"],
  ["either", "additionalProperties"],
  ["schema", "propertyNames"],
  ["value", "minProperties maxProperties dependentRequired"],
  ["map", "dependentSchemas"],
  ["either", "unevaluatedProperties"],
  ["list", "allOf anyOf oneOf"],
  ["schema", "not if then else"],
  ["value", "default examples deprecated readOnly writeOnly"],
  ["map", "$defs"],
];

/** Every carried keyword with its shape, in writing order. */
export const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map(
  ORDER.flatMap(([shape, names]) => names.split(" ").map((name) => [name, shape] as const)),
);

/** Keywords that never refuse a value. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType".split(
    " ",
  ),
);

/** The JSON types, `integer` being a part of `number`. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

const OF_TYPE: Readonly<Partial<Record<JsonType, string>>> = {
  string: "format pattern minLength maxLength",
  number: "minimum exclusiveMinimum maximum exclusiveMaximum multipleOf",
  array:
    "prefixItems items contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
  object:
    "properties required patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties",
};

/** The one type that a keyword looks at; a keyword that is not here looks at every value. */
export const TYPE_OF_KEYWORD: ReadonlyMap<string, JsonType> = new Map(
  Object.entries(OF_TYPE).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, type as JsonType] as const),
  ),
);

const RANKS: ReadonlyMap<string, number> = new Map(
  [...KEYWORDS.keys()].map((keyword, rank) => [keyword, rank]),
);

/** The carried keywords that a schema holds, in writing order. */
export function carriedKeywords(schema: {
  readonly [keyword: string]: unknown;
}): readonly string[] {
  const carried = Object.keys(schema).filter((keyword) => RANKS.has(keyword));
  const rank = (keyword: string): number => RANKS.get(keyword) ?? 0;
  return carried.sort((one, other) => rank(one) - rank(other));
}

/** The same schema with its keywords in writing order; those that are undefined are left out. */
export function inOrder(schema: { readonly [keyword: string]: unknown }): {
  readonly [keyword: string]: unknown;
} {
  const ordered: Record<string, unknown> = {};
  for (const keyword of carriedKeywords(schema)) {
    if (schema[keyword] !== undefined) ordered[keyword] = schema[keyword];
  }
  return ordered;
}
