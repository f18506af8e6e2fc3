/** The definitions that a tool's schema reaches, nearest first, until the tool is as large as it may be; the rest accept anything. */
import type { Keywords } from "./keep-keywords.ts";
import type { SchemaReader } from "./schema-reader.ts";

export interface Definitions {
  /** Null when none is reached. */
  readonly $defs: Readonly<Record<string, Keywords>> | null;
  readonly isCut: boolean;
}

const CUT: Keywords = Object.freeze({
  description: "Not shown: too large. Any value is accepted.",
});
/** About what the entry of a definition costs beside the definition. */
const ENTRY = 8;

export function collectDefinitions(
  reader: SchemaReader,
  uses: ReadonlySet<string>,
  maxSize: number,
): Definitions {
  if (uses.size === 0) return { $defs: null, isCut: false };
  const found: Record<string, Keywords> = {};
  const waiting = [...uses];
  const seen = new Set(uses);
  let left = maxSize;
  let isCut = false;
  for (const name of waiting) {
    const { schema, size, uses: further } = reader.definition(name);
    left -= name.length + ENTRY;
    if (size > left) {
      isCut = true;
      found[name] = CUT;
      continue;
    }
    left -= size;
    found[name] = schema;
    for (const next of further) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return { $defs: found, isCut };
}
