/**
 * Writes arrays in strict spelling: one schema for every item. A tuple becomes an array whose items are of any of its
 * types; only the road checks which one goes where.
 */
import { isRecord } from "@toolplane/readings";
import { listOf, type Place } from "../shape/schema-place.ts";
import { strictChoice } from "./strict-choice.ts";
import { lose, REFUSED, type StrictNode } from "./strict-context.ts";
import type { StrictPart } from "./strict-scalar.ts";

/** Keywords that strict mode does not have. */
const UNKNOWN = [
  "contains",
  "minContains",
  "maxContains",
  "uniqueItems",
  "unevaluatedItems",
] as const;

export function strictArray(input: StrictPart): StrictNode {
  const { parts, context, notes } = input;
  const items: Place[] = [];
  const tuple: Place[] = [];
  const limits: { minItems?: number; maxItems?: number } = {};
  const atMost = (count: number): void => {
    limits.maxItems = Math.min(limits.maxItems ?? count, count);
  };
  for (const place of parts) {
    const { schema, path } = place;
    const least = schema.minItems;
    if (typeof least === "number") limits.minItems = Math.max(limits.minItems ?? least, least);
    if (typeof schema.maxItems === "number") atMost(schema.maxItems);
    for (const keyword of UNKNOWN) {
      if (schema[keyword] !== undefined) lose(context, notes, { place, keyword });
    }
    const rest = isRecord(schema.items) ? [{ schema: schema.items, path: `${path}/items` }] : [];
    const prefix = listOf(schema, "prefixItems");
    if (prefix.length === 0) {
      if (schema.items === false) atMost(0);
      items.push(...rest);
      continue;
    }
    lose(context, notes, { place, keyword: "prefixItems" });
    if (schema.items !== undefined) lose(context, notes, { place, keyword: "items" });
    if (schema.items === false) atMost(prefix.length);
    tuple.push(
      ...prefix.map((item, index) => ({ schema: item, path: `${path}/prefixItems/${index}` })),
      ...rest.filter(({ schema: item }) => Object.keys(item).length > 0),
    );
  }
  return writeArray(itemNode(items, tuple, input), limits);
}

function itemNode(
  items: readonly Place[],
  tuple: readonly Place[],
  { context }: StrictPart,
): StrictNode | null {
  if (items.length > 0) return context.project(items);
  if (tuple.length === 0) {
    context.refuse("takes an array of anything");
    return REFUSED;
  }
  return strictChoice(tuple.map((place) => context.project([place])));
}

/** Writes an array; one whose items cannot be anything is empty. */
function writeArray(
  item: StrictNode | null,
  limits: { readonly minItems?: number; readonly maxItems?: number },
): StrictNode {
  if (item === null) {
    return {
      schema: { type: "array", items: { type: "null" }, ...limits, maxItems: 0 },
      plan: null,
    };
  }
  return {
    schema: { type: "array", items: item.schema, ...limits },
    plan: item.plan === null ? null : { kind: "array", items: item.plan },
  };
}
