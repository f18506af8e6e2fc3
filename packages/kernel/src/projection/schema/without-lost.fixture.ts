/** The original of a projection without what the projection says it lost: what it must not be wider than. */
import type { ModernDocument } from "./shape/modern-schema.ts";
import type { LostKeyword, SchemaObject } from "./shape/schema-place.ts";

export function assemble({ root, defs }: ModernDocument): SchemaObject {
  return { ...root, $defs: Object.fromEntries(defs) };
}

/** A schema without its lost keywords, and with the weakened ones weakened. */
export function withoutLost(schema: SchemaObject, lost: readonly LostKeyword[]): SchemaObject {
  const copy = structuredClone(schema) as Record<string, unknown>;
  const whole = structuredClone(schema) as { readonly $defs: Record<string, unknown> };
  const written = new Map<unknown, unknown>();
  for (const { path, keyword, as } of lost) {
    let node: unknown = copy;
    for (const step of path.split("/").slice(1)) node = below(node, step, { whole, written });
    const target = node as Record<string, unknown> | undefined;
    if (target === undefined) continue;
    if (as === "anyOf" && target.oneOf !== undefined) addPart(target, { anyOf: target.oneOf });
    delete target[keyword];
  }
  return copy;
}

/** One step down; through a reference into a copy of its target, which takes the reference's place. */
function below(
  node: unknown,
  step: string,
  {
    whole,
    written,
  }: {
    readonly whole: { readonly $defs: Record<string, unknown> };
    readonly written: Map<unknown, unknown>;
  },
): unknown {
  if (node === undefined) return undefined;
  const parent = node as Record<string, unknown>;
  if (step !== "$ref") return parent[step.replaceAll("~1", "/").replaceAll("~0", "~")];
  if (typeof parent.$ref === "string") {
    const target = structuredClone(whole.$defs[parent.$ref.slice("#/$defs/".length)]);
    written.set(parent, target);
    delete parent.$ref;
    addPart(parent, target);
  }
  return written.get(parent);
}

function addPart(schema: Record<string, unknown>, part: unknown): void {
  schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), part];
}
