/**
 * Takes a strict projection back in the arguments: where a property was optional, `null` meant "left out", and is. The plan is
 * made with the schema. In a choice the first form that accepts the value says what to do with it, so what comes back is what
 * that form's original accepts; a value that no form accepts is left alone, for the road to refuse.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import type { SchemaObject } from "./schema-place.ts";

/** How to take back one schema; null where there is nothing to do. */
export type RestorePlan =
  | {
      readonly kind: "object";
      readonly optional: ReadonlySet<string>;
      readonly members: ReadonlyMap<string, RestorePlan>;
    }
  | { readonly kind: "array"; readonly items: RestorePlan }
  | {
      readonly kind: "choice";
      readonly forms: readonly {
        readonly schema: SchemaObject;
        readonly plan: RestorePlan | null;
      }[];
    }
  | { readonly kind: "reference"; readonly name: string };

/** Definitions that a restoration may look up. */
export interface RestoreLookup {
  readonly plans: ReadonlyMap<string, RestorePlan | null>;
  /** True when a projected schema accepts a value. */
  readonly accepts: (schema: SchemaObject, value: Json) => boolean;
}

/** The value as the original schema wants it; the same object when nothing had to change. */
export function restoreArguments(
  value: Json,
  plan: RestorePlan | null | undefined,
  lookup: RestoreLookup,
): Json {
  if (!plan || typeof value !== "object" || value === null) return value;
  switch (plan.kind) {
    case "reference":
      return restoreArguments(value, lookup.plans.get(plan.name), lookup);
    case "choice": {
      const form = plan.forms.find(({ schema }) => lookup.accepts(schema, value));
      return restoreArguments(value, form?.plan, lookup);
    }
    case "array":
      return Array.isArray(value)
        ? value.map((item: Json) => restoreArguments(item, plan.items, lookup))
        : value;
    case "object":
      return Array.isArray(value) ? value : restoreObject(value as JsonObject, plan, lookup);
  }
}

function restoreObject(
  value: JsonObject,
  plan: RestorePlan & { readonly kind: "object" },
  lookup: RestoreLookup,
): JsonObject {
  const members = Object.entries(value).filter(
    ([name, member]) => member !== null || !plan.optional.has(name),
  );
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      restoreArguments(member, plan.members.get(name), lookup),
    ]),
  );
}
