/**
 * Says the keywords of one schema object in 2020-12, whatever draft it was written in. Providers read 2020-12 and refuse a
 * whole request over one older tuple. The readings are those of the schema engine, so that the translated schema accepts
 * exactly what the road accepts; a test compares the two on random schemas.
 */
import { isRecord } from "@toolplane/readings";
import { ANNOTATIONS } from "./keywords.ts";
import type { SchemaObject } from "./schema-place.ts";

/** The drafts that differ in what they mean. */
export type Draft = "2020-12" | "2019-09" | "draft-07";

/** The draft that a document names; one that names none, or one unknown, is read as 2020-12. */
export function draftOf(document: SchemaObject): Draft {
  const uri = typeof document.$schema === "string" ? document.$schema : "";
  const name = /^https?:\/\/json-schema\.org\/(draft[-/][0-9-]+)\/schema#?$/.exec(uri)?.[1];
  if (name === "draft/2019-09") return "2019-09";
  return name === "draft-07" || name === "draft-06" || name === "draft-04" ? "draft-07" : "2020-12";
}

/** Translates the keywords of one schema object to 2020-12, without the schemas below them. */
export function translateDraft(schema: SchemaObject, draft: Draft): SchemaObject {
  if (draft === "2020-12" && isModern(schema)) return schema;
  // Some serialisers write null for an unset keyword; only these two mean it.
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => value !== null || keyword === "const" || keyword === "default",
  );
  const modern: Record<string, unknown> = Object.fromEntries(
    draft === "draft-07" && typeof schema.$ref === "string"
      ? entries.filter(([keyword]) => keyword === "$ref" || ANNOTATIONS.has(keyword))
      : entries,
  );
  translateArrays(modern, draft);
  translateDependencies(modern);
  translateScalars(modern);
  if (draft === "draft-07") {
    for (const keyword of ["unevaluatedItems", "unevaluatedProperties"]) delete modern[keyword];
  }
  return modern;
}

/** Most schemas need no word changed, and ten thousand of them are translated at once. */
function isModern(schema: SchemaObject): boolean {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (value === null || OLD_KEYWORDS.has(keyword)) return false;
    if (typeof value === "boolean" && OLD_AS_BOOLEAN.has(keyword)) return false;
    if (keyword === "items" && Array.isArray(value)) return false;
    if (keyword === "type" && value === "any") return false;
  }
  return true;
}

const OLD_KEYWORDS: ReadonlySet<string> = new Set(
  "dependencies nullable additionalItems prefixItems minContains maxContains".split(" "),
);
const OLD_AS_BOOLEAN: ReadonlySet<string> = new Set(
  "exclusiveMinimum exclusiveMaximum required uniqueItems".split(" "),
);

function translateArrays(modern: Record<string, unknown>, draft: Draft): void {
  if (Array.isArray(modern.items)) {
    modern.prefixItems = modern.items;
    modern.items = modern.additionalItems;
  } else if (draft !== "2020-12") {
    delete modern.prefixItems;
  }
  if (Array.isArray(modern.prefixItems) && modern.prefixItems.length === 0) {
    delete modern.prefixItems;
  }
  if (modern.contains === undefined || draft === "draft-07") {
    delete modern.minContains;
    delete modern.maxContains;
  }
}

function translateDependencies(modern: Record<string, unknown>): void {
  if (!isRecord(modern.dependencies)) return;
  const names = new Map(
    Object.entries(isRecord(modern.dependentRequired) ? modern.dependentRequired : {}),
  );
  const schemas = new Map(
    Object.entries(isRecord(modern.dependentSchemas) ? modern.dependentSchemas : {}),
  );
  for (const [name, dependency] of Object.entries(modern.dependencies)) {
    if (Array.isArray(dependency)) {
      const known = names.get(name);
      names.set(name, Array.isArray(known) ? [...new Set([...known, ...dependency])] : dependency);
    } else {
      const known = schemas.get(name);
      schemas.set(name, known === undefined ? dependency : { allOf: [known, dependency] });
    }
  }
  if (names.size > 0) modern.dependentRequired = Object.fromEntries(names);
  if (schemas.size > 0) modern.dependentSchemas = Object.fromEntries(schemas);
}

function translateScalars(modern: Record<string, unknown>): void {
  if (modern.type === "any") delete modern.type;
  if (modern.nullable === true && modern.type !== undefined) {
    const types: unknown[] = Array.isArray(modern.type) ? modern.type : [modern.type];
    modern.type = types.includes("null") ? types : [...types, "null"];
  }
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    // Draft-04: `true` sharpens the limit beside it.
    if (modern[exclusive] === true && typeof modern[plain] === "number") {
      modern[exclusive] = modern[plain];
    } else if (typeof modern[exclusive] === "boolean") {
      delete modern[exclusive];
    }
  }
  if (!Array.isArray(modern.required)) delete modern.required;
  if (modern.uniqueItems === false) delete modern.uniqueItems;
}
