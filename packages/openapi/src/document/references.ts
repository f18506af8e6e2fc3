/**
 * Follows `$ref`, one at a time and only at its first use: a description of 13 MB written out whole would be six times
 * that. Only places in the same document are followed. A file or another host that a stranger names is never opened; a
 * note reports it.
 */
import type { OpenApiDocument } from "./read-document.ts";
import { isSpecObject, memberOf, textIn } from "./spec-value.ts";
import { isOfAnswers } from "./without-answers.ts";

/** Where a reference led. `pointer` is null for what stood there itself. */
export type Resolved =
  | { readonly ok: true; readonly value: unknown; readonly pointer: string | null }
  | { readonly ok: false; readonly reason: string };

export type Resolve = (value: unknown) => Resolved;

const MAX_HOPS = 32;

/** Makes the resolver of one document. Each place is looked up once. */
export function createResolver({ root, whole }: Pick<OpenApiDocument, "root" | "whole">): Resolve {
  const places = new Map<string, unknown>();
  const find = (pointer: string): unknown => {
    const steps = stepsOf(pointer);
    return walk(isOfAnswers(steps) ? whole() : root, steps);
  };
  const lookUp = (pointer: string): unknown => {
    if (!places.has(pointer)) places.set(pointer, find(pointer));
    return places.get(pointer);
  };
  return (value) => {
    let at = value;
    let pointer: string | null = null;
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const reference = isSpecObject(at) ? textIn(at, "$ref") : null;
      if (reference === null) return { ok: true, value: at, pointer };
      if (reference !== "#" && !reference.startsWith("#/"))
        return {
          ok: false,
          reason: `it refers to ${show(reference)}, which is not in this document`,
        };
      at = lookUp(reference);
      if (at === undefined)
        return { ok: false, reason: `it refers to ${show(reference)}, which is not there` };
      pointer = reference;
    }
    return { ok: false, reason: `${show(textIn(value, "$ref") ?? "")} refers to itself` };
  };
}

function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => decodeStep(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function walk(root: unknown, steps: readonly string[]): unknown {
  let at = root;
  for (const name of steps) {
    at = Array.isArray(at) ? at[Number(name)] : memberOf(at, name);
    if (at === undefined) return undefined;
  }
  return at;
}

function decodeStep(step: string): string {
  if (!step.includes("%")) return step;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function show(reference: string): string {
  return JSON.stringify(reference.slice(0, 120));
}
