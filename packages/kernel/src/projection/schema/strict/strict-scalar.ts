/** Strings, numbers and booleans in strict spelling: the keywords that OpenAI documents, combined over all parts. */
import type { JsonType } from "../shape/keywords.ts";
import type { Place, SchemaObject } from "../shape/schema-place.ts";
import { lose, type StrictContext } from "./strict-context.ts";

/** The formats that strict mode knows. */
const FORMATS: ReadonlySet<unknown> = new Set(
  "date-time time date duration email hostname ipv4 ipv6 uuid".split(" "),
);

/** Groups that look around, back references, boundaries and Unicode classes are not in every decoder's grammar. */
const HARD_PATTERN = /\(\?(?!:)|\\[1-9bBkpP]/;

/** zod and others write the limits of a double beside every integer; they say nothing. */
const SAFE_LIMIT = Number.MAX_SAFE_INTEGER;

/** The input of a step over the parts of one type. */
export interface StrictPart {
  readonly parts: readonly Place[];
  readonly context: StrictContext;
  /** Sentences for the description. */
  readonly notes: string[];
}

export function strictScalar(type: JsonType, input: StrictPart): SchemaObject {
  if (type === "string") return { type, ...stringKeywords(input) };
  if (type === "number" || type === "integer") return { type, ...numberKeywords(type, input) };
  return { type };
}

function stringKeywords({ parts, context, notes }: StrictPart): SchemaObject {
  const kept: Record<string, unknown> = {};
  for (const place of parts) {
    const { format, pattern } = place.schema;
    keepFirst("format", FORMATS.has(format));
    keepFirst("pattern", typeof pattern === "string" && !HARD_PATTERN.test(pattern));
    for (const keyword of ["minLength", "maxLength"]) {
      if (place.schema[keyword] !== undefined) lose(context, notes, { place, keyword });
    }
    function keepFirst(keyword: "format" | "pattern", isKnown: boolean): void {
      const value = place.schema[keyword];
      if (value === undefined || value === kept[keyword]) return;
      if (isKnown && kept[keyword] === undefined) kept[keyword] = value;
      else lose(context, notes, { place, keyword });
    }
  }
  return kept;
}

const TIGHTER: Readonly<Record<string, (one: number, other: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
};

function numberKeywords(type: JsonType, { parts, context, notes }: StrictPart): SchemaObject {
  const kept: Record<string, number> = {};
  for (const place of parts) {
    for (const [keyword, tighter] of Object.entries(TIGHTER)) {
      const value = place.schema[keyword];
      if (typeof value !== "number") continue;
      if (type === "integer" && Math.abs(value) === SAFE_LIMIT) {
        context.lost.push({ path: place.path, keyword });
      } else {
        kept[keyword] = tighter(kept[keyword] ?? value, value);
      }
    }
    const { multipleOf } = place.schema;
    if (typeof multipleOf !== "number" || multipleOf === kept.multipleOf) continue;
    if (kept.multipleOf === undefined) kept.multipleOf = multipleOf;
    else lose(context, notes, { place, keyword: "multipleOf" });
  }
  return kept;
}
