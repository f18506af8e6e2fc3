/** Finds what a reference points to inside one document. Anchors and other documents are not looked for. */
import { isRecord } from "@toolplane/readings";
import type { SchemaObject } from "./schema-place.ts";

/** The schema that a reference points to. */
export interface Target {
  /** The steps of the pointer; none for the document itself. */
  readonly steps: readonly string[];
  readonly target: unknown;
  /** It lies inside a resource with an `$id` of its own. */
  readonly foreign: boolean;
}

/** The target of `#`, `#/…`, or the same behind the document's own `$id`; `undefined` for anything else. */
export function findTarget(reference: string, document: SchemaObject): Target | undefined {
  const steps = readPointer(fragmentOf(reference, document.$id));
  if (steps === undefined) return undefined;
  let target: unknown = document;
  let foreign = false;
  for (const step of steps) {
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, step))
      return undefined;
    target = (target as Record<string, unknown>)[step];
    if (isRecord(target) && typeof target.$id === "string" && !target.$id.startsWith("#")) {
      foreign = true;
    }
  }
  return typeof target === "boolean" || isRecord(target) ? { steps, target, foreign } : undefined;
}

function fragmentOf(reference: string, id: unknown): string | undefined {
  if (reference.startsWith("#")) return reference.slice(1);
  const own = typeof id === "string" ? id.replace(/#$/, "") : "";
  if (own === "" || !reference.startsWith(own)) return undefined;
  const rest = reference.slice(own.length);
  return rest === "" || rest.startsWith("#") ? rest.slice(1) : undefined;
}

function readPointer(fragment: string | undefined): readonly string[] | undefined {
  if (fragment === undefined || fragment === "") return fragment === undefined ? undefined : [];
  if (!fragment.startsWith("/")) return undefined;
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}
