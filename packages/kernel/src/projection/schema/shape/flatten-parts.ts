/**
 * Takes `$ref` and `allOf` apart: a schema becomes the list of plain schemas that must all hold. Then a merge is a matter of
 * looking at each keyword in turn, and whatever cannot be merged is lost at a place that has a name.
 */
import { ANNOTATIONS } from "./keywords.ts";
import type { ModernDocument } from "./modern-schema.ts";
import { isNever, listOf, type Place, type SchemaObject } from "./schema-place.ts";

/** Members of a schema that are for a reader. */
export interface Annotations {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
}

export interface Flattened {
  /** Schemas without `$ref` and `allOf`, each with something to check. */
  readonly parts: readonly Place[];
  /** The outermost ones win. */
  readonly annotations: Annotations;
  /** One of the parts refuses everything. */
  readonly never: boolean;
  /** There are more parts than are read; these are not all. */
  readonly tooMany: boolean;
}

/** Schemas looked at for one: a definition that combines two that combine two doubles at each step. */
const MAX_PARTS = 200;

/** All parts of some schemas that must hold together, in reading order. */
export function flattenParts(places: readonly Place[], document: ModernDocument): Flattened {
  const parts: Place[] = [];
  const annotations: { title?: unknown; description?: unknown; default?: unknown } = {};
  const open = new Set<SchemaObject>();
  let never = false;
  let looked = 0;
  const take = ({ schema, path }: Place): void => {
    // A part that demands itself before anything else is never done: the engine refuses every value.
    if (isNever(schema) || open.has(schema)) never = true;
    looked += 1;
    if (never || looked > MAX_PARTS) return;
    open.add(schema);
    annotations.title ??= schema.title;
    annotations.description ??= schema.description;
    annotations.default ??= schema.default;
    if (Object.keys(schema).some(isOwnAssertion)) parts.push({ schema, path });
    const target = targetOf(schema.$ref, document);
    if (target !== undefined) take({ schema: target, path: `${path}/$ref` });
    for (const [index, child] of listOf(schema, "allOf").entries()) {
      take({ schema: child, path: `${path}/allOf/${index}` });
    }
    open.delete(schema);
  };
  for (const place of places) take(place);
  return { parts, annotations, never, tooMany: looked > MAX_PARTS };
}

/** Finds the schema that a respelled reference points to. */
export function targetOf(reference: unknown, { defs }: ModernDocument): SchemaObject | undefined {
  return typeof reference === "string" ? defs.get(reference.slice("#/$defs/".length)) : undefined;
}

/** The keywords of a part that may refuse a value, `$ref` and `allOf` being parts of their own. */
export function assertionsOf(schema: SchemaObject): readonly string[] {
  return Object.keys(schema).filter(isOwnAssertion);
}

function isOwnAssertion(keyword: string): boolean {
  return keyword !== "$ref" && keyword !== "allOf" && !ANNOTATIONS.has(keyword);
}
