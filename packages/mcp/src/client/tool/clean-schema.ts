/**
 * A schema as a model may read it. What only explains (`description`, `title`) is cleaned; a hidden character anywhere else would
 * change what the schema means when it is taken away, so it is a fault.
 */
import { hasHiddenTyped, showHidden } from "@toolplane/readings";

export type CleanSchema =
  | { readonly ok: true; readonly schema: unknown }
  | { readonly ok: false; readonly reason: string };

const EXPLAINS: ReadonlySet<string> = new Set(["description", "title", "$comment"]);
const MAX_DEPTH = 100;

export function cleanSchema(schema: unknown): CleanSchema {
  try {
    return { ok: true, schema: clean(schema, 0) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, reason: error.message };
    throw error;
  }
}

class Fault extends Error {}

function clean(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new Fault(`its schema is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value === "string") return visibleText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  const cleaned: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const isText = EXPLAINS.has(name) && typeof item === "string";
    cleaned.push([visibleText(name), isText ? showHidden(item) : clean(item, depth + 1)]);
  }
  return Object.fromEntries(cleaned);
}

function visibleText(text: string): string {
  if (hasHiddenTyped(text)) throw new Fault("its schema holds characters that cannot be seen");
  return text;
}
