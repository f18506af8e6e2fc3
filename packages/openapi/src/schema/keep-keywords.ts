/**
 * Keeps the keywords of a schema that do not depend on others, where they are what JSON Schema says they must be.
 * Descriptions found in the wild hold `required: true`, `minimum: "1"` or a pattern in another dialect; one such
 * keyword would make the whole tool unusable, and the API checks its input itself.
 */
import { createLinearPattern } from "@toolplane/kernel";
import { hasHiddenTyped, stripMarkup } from "@toolplane/readings";
import { flagIn, memberOf, type SpecObject, textIn } from "../document/spec-value.ts";

export type Keywords = Record<string, unknown>;

const MAX_DESCRIPTION = 300;
const MAX_PATTERN = 500;
const MAX_PATTERN_SIZE = 2_000;
const MAX_ENUM_VALUES = 500;
const MAX_ENUM_CHARACTERS = 8_000;
const MAX_DEFAULT_CHARACTERS = 200;
const SHOWN_VALUES = 20;
const MAX_VALUE_DEPTH = 8;

const TYPES: ReadonlySet<unknown> = new Set([
  ...["string", "number", "integer", "boolean", "array", "object", "null"],
]);
const COUNTS: readonly string[] = [
  ...["minLength", "maxLength", "minItems", "maxItems"],
  ...["minProperties", "maxProperties"],
];

/** Says whether a pattern can be run by the linear engine. Made once a document: many schemas share a pattern. */
export function createPatternCheck(): (source: string) => boolean {
  const known = new Map<string, boolean>();
  return (source) => {
    const good = known.get(source) ?? isGoodPattern(source);
    known.set(source, good);
    return good;
  };
}

function isGoodPattern(source: string): boolean {
  if (source.length > MAX_PATTERN) return false;
  const pattern = createLinearPattern(source);
  return pattern.ok && pattern.size <= MAX_PATTERN_SIZE;
}

/** Copies what can be kept of a schema's own keywords. */
export function keepKeywords(schema: SpecObject, isPattern: (source: string) => boolean): Keywords {
  const kept: Keywords = {};
  const types = readTypes(schema);
  if (types.length > 0) kept.type = types.length === 1 ? types[0] : types;
  keepTexts(schema, kept, isPattern);
  keepNumbers(schema, kept);
  keepValues(schema, kept, types);
  if (flagIn(schema, "uniqueItems")) kept.uniqueItems = true;
  return kept;
}

function readTypes(schema: SpecObject): readonly string[] {
  const given = memberOf(schema, "type");
  if (typeof given === "string" && !flagIn(schema, "nullable"))
    return TYPES.has(given) ? [given] : [];
  const types = (Array.isArray(given) ? given : [given]).filter((type) => TYPES.has(type));
  if (types.length > 0 && flagIn(schema, "nullable")) types.push("null");
  return [...new Set(types as string[])];
}

function keepTexts(
  schema: SpecObject,
  kept: Keywords,
  isPattern: (source: string) => boolean,
): void {
  const description = stripMarkup(textIn(schema, "description") ?? "", MAX_DESCRIPTION);
  if (description !== "") kept.description = description;
  const format = textIn(schema, "format");
  if (format !== null && /^[A-Za-z0-9-]{1,40}$/.test(format)) kept.format = format;
  const pattern = textIn(schema, "pattern");
  if (pattern !== null && isPattern(pattern)) kept.pattern = pattern;
}

function keepNumbers(schema: SpecObject, kept: Keywords): void {
  for (const name of COUNTS) {
    const count = memberOf(schema, name);
    if (Number.isSafeInteger(count) && (count as number) >= 0) kept[name] = count;
  }
  const step = memberOf(schema, "multipleOf");
  if (isNumber(step) && step > 0) kept.multipleOf = step;
  keepBound(schema, kept, ["minimum", "exclusiveMinimum"]);
  keepBound(schema, kept, ["maximum", "exclusiveMaximum"]);
}

/** Until 3.0 `exclusiveMinimum: true` sharpened `minimum`; since 3.1 it is a bound of its own. */
function keepBound(
  schema: SpecObject,
  kept: Keywords,
  [plain, exclusive]: readonly [string, string],
): void {
  const bound = memberOf(schema, plain);
  const sharper = memberOf(schema, exclusive);
  if (isNumber(sharper)) kept[exclusive] = sharper;
  if (isNumber(bound)) kept[sharper === true ? exclusive : plain] = bound;
}

/** YAML also has `.inf` and `.nan`, which JSON cannot say. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function keepValues(schema: SpecObject, kept: Keywords, types: readonly string[]): void {
  const fallback = memberOf(schema, "default");
  if (isShort(fallback) && isSeen(fallback)) kept.default = fallback;
  const only = memberOf(schema, "const");
  if (isShort(only) && isSeen(only)) kept.const = only;
  const given = memberOf(schema, "enum");
  if (!Array.isArray(given)) return;
  const values = fitValues(given.slice(0, MAX_ENUM_VALUES), types).filter(isSeen);
  if (values.length === 0) return;
  if (given.length <= MAX_ENUM_VALUES && sizeOf(values) <= MAX_ENUM_CHARACTERS) {
    kept.enum = flagIn(schema, "nullable") ? [...new Set([...values, null])] : values;
    return;
  }
  const shown = values.slice(0, SHOWN_VALUES).map((value) => shownValue(value).slice(0, 40));
  const said = `One of ${given.length} values: ${shown.join(", ")}, …`;
  kept.description = stripMarkup(`${said} ${kept.description ?? ""}`, MAX_DESCRIPTION * 2);
}

function isShort(value: unknown): boolean {
  return value !== undefined && sizeOf(value) <= MAX_DEFAULT_CHARACTERS;
}

/** False for a value that says something which no person sees. One too large to be looked at is not shown anyway. */
function isSeen(value: unknown): boolean {
  return sizeOf(value) > MAX_ENUM_CHARACTERS || !hasHiddenTyped(shownValue(value));
}

function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  return sizeOf(value) > MAX_ENUM_CHARACTERS ? "…" : (JSON.stringify(value) ?? "");
}

/** Unquoted in YAML, `enum: [1, 2]` of texts is a list of numbers that no text could equal. */
function fitValues(values: readonly unknown[], types: readonly string[]): readonly unknown[] {
  const wantsText =
    types.includes("string") && !types.some((type) => type !== "string" && type !== "null");
  if (!wantsText) return values;
  return values.map((value) =>
    typeof value === "number" || typeof value === "boolean" ? String(value) : value,
  );
}

/** About how many characters a value has as JSON; infinite when it is too deep to be looked at, or JSON cannot say it. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number" && !isNumber(value)) return Number.POSITIVE_INFINITY;
  if (typeof value !== "object" || value === null) return 6;
  if (depth > MAX_VALUE_DEPTH) return Number.POSITIVE_INFINITY;
  return Array.isArray(value) ? sizeOfList(value, depth) : sizeOfMembers(value, depth);
}

function sizeOfMembers(value: object, depth: number): number {
  let size = 2;
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    size += name.length + 4 + sizeOf((value as SpecObject)[name], depth + 1);
    if (size > MAX_ENUM_CHARACTERS * 2) return Number.POSITIVE_INFINITY;
  }
  return size;
}

function sizeOfList(value: readonly unknown[], depth: number): number {
  let size = 2;
  for (const member of value) {
    size += 1 + sizeOf(member, depth + 1);
    if (size > MAX_ENUM_CHARACTERS * 2) return Number.POSITIVE_INFINITY;
  }
  return size;
}
