/**
 * May arguments of this schema hold something at this path? Asked of annotations, to find names that are misspelt.
 *
 * The answer is no only where the schema lists what there is and the name is not in it. A schema that lists nothing, or says
 * that there may be more (`additionalProperties`, `patternProperties`, a reference to elsewhere), may hold anything. A list
 * without a word about others counts as complete: its author wrote the parameters down.
 */
import type { JsonSchema } from "../schema/json-schema.ts";
import { type Fields, isRecord } from "./fields.ts";

/** Schemas looked at for one name; a schema that is larger counts as one that may hold anything. */
const MAX_SCHEMAS = 2_000;

/** `path` as annotations write it: names with dots between, `*` for every item of a list. */
export function canNameArgument(parameters: JsonSchema, path: string): boolean {
  const search: Search = { root: parameters, left: MAX_SCHEMAS };
  let level: readonly unknown[] = [parameters];
  for (const step of path.split(".")) {
    const next: unknown[] = [];
    for (const schema of level) {
      const found = step === "*" ? itemsOf(schema, search) : membersOf(schema, step, search);
      if (found === "anything") return true;
      next.push(...found);
    }
    level = next;
  }
  return level.some((schema) => schema !== false);
}

interface Search {
  readonly root: unknown;
  left: number;
}

/** Schemas of the next step's values, or `anything` when they cannot be known. */
type Found = readonly unknown[] | "anything";

function membersOf(schema: unknown, name: string, search: Search): Found {
  const parts = partsOf(schema, search);
  if (parts === "anything") return parts;
  const found: unknown[] = [];
  let lists = false;
  let closed = false;
  for (const part of parts) {
    if (!mayBe(part, "object")) continue;
    if (part.patternProperties !== undefined || isOpen(part)) return "anything";
    if (part.additionalProperties === false || part.unevaluatedProperties === false) closed = true;
    if (!isRecord(part.properties)) continue;
    lists = true;
    if (Object.hasOwn(part.properties, name)) found.push(part.properties[name]);
  }
  const saysNothing = !lists && !closed && parts.some((part) => mayBe(part, "object"));
  return saysNothing ? "anything" : found;
}

/** A value that is no list counts as its only item. */
function itemsOf(schema: unknown, search: Search): Found {
  const parts = partsOf(schema, search);
  if (parts === "anything") return parts;
  const found: unknown[] = [];
  for (const part of parts) {
    const { items, prefixItems } = part;
    if (mayBe(part, "array")) {
      if (items === undefined && prefixItems === undefined) return "anything";
      found.push(...[items, prefixItems].flat().filter((item) => item !== undefined));
    }
    if (part.type !== "array") found.push(part);
  }
  return found;
}

const TOGETHER = ["allOf", "anyOf", "oneOf"] as const;
const ALONE = ["if", "then", "else"] as const;

/** The schema and every schema beside it that is about the same value. */
function partsOf(schema: unknown, search: Search): readonly Fields[] | "anything" {
  const parts: Fields[] = [];
  const waiting: unknown[] = [schema];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (part === false || seen.has(part)) continue;
    search.left -= 1;
    if (!isRecord(part) || search.left < 0) return "anything";
    seen.add(part);
    parts.push(part);
    for (const keyword of TOGETHER)
      if (Array.isArray(part[keyword])) waiting.push(...(part[keyword] as unknown[]));
    for (const keyword of ALONE) if (part[keyword] !== undefined) waiting.push(part[keyword]);
    if (isRecord(part.dependentSchemas)) waiting.push(...Object.values(part.dependentSchemas));
    if (part.$dynamicRef !== undefined || part.$recursiveRef !== undefined) return "anything";
    if (part.$ref !== undefined) {
      const target = followReference(part.$ref, search.root);
      if (target === undefined) return "anything";
      waiting.push(target);
    }
  }
  return parts;
}

/** The target of a reference inside the document; undefined for any other. */
function followReference(reference: unknown, root: unknown): unknown {
  if (typeof reference !== "string" || (reference !== "#" && !reference.startsWith("#/")))
    return undefined;
  let at: unknown = root;
  for (const step of reference.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Fields)[name];
  }
  return at;
}

function isOpen({ additionalProperties, unevaluatedProperties }: Fields): boolean {
  const opens = (more: unknown) => more !== undefined && more !== false;
  return opens(additionalProperties) || opens(unevaluatedProperties);
}

function mayBe({ type }: Fields, wanted: string): boolean {
  if (type === undefined) return true;
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}
