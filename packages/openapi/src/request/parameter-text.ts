/**
 * One value in one style, as RFC 6570 expands it. Members of lists and objects are scalars there; a nested one has no form that
 * the specification knows, and is written as JSON, except in `deepObject`.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import type { ParameterPlan } from "../plan/operation-plan.ts";

/** How values are written: their style, and how a piece of text is encoded. */
export interface Writing extends Pick<ParameterPlan, "name" | "style" | "explode"> {
  readonly encode: (text: string) => string;
}

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Writes one value that is alone: a segment of the path, a header. */
export function singleText(value: Json, { name, style, explode, encode }: Writing): string {
  const written = (item: Json) => encode(scalarText(item));
  if (style === "json") return encode(JSON.stringify(value));
  if (style === "text") return written(value);
  const label = encode(name);
  const items = isList(value) ? value.map(written) : null;
  const members =
    membersOf(value)?.map(([key, item]): Pair => [encode(key), written(item)]) ?? null;
  const flat = items ?? members?.flat() ?? [written(value)];
  const assigned = members?.map(([key, text]) => `${key}=${text}`);
  if (style === "matrix") {
    if (explode && assigned) return assigned.map((text) => `;${text}`).join("");
    if (explode && items) return items.map((text) => `;${label}=${text}`).join("");
    const text = flat.join(",");
    return text === "" ? `;${label}` : `;${label}=${text}`;
  }
  if (style === "label") return `.${explode ? (assigned ?? flat).join(".") : flat.join(",")}`;
  return (explode && assigned ? assigned : flat).join(",");
}

const DELIMITERS: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  tabDelimited: "%09",
};

/** The pairs of one value in a query, a form or a cookie. An empty list or object has none. */
export function valuePairs(value: Json, writing: Writing): readonly Pair[] {
  const { name, style, explode, encode } = writing;
  const label = encode(name);
  const written = (item: Json) => encode(scalarText(item));
  if (style === "json") return [[label, encode(JSON.stringify(value))]];
  if (style === "deepObject") return deepPairs(value, name, encode);
  const members = membersOf(value);
  if (!isList(value) && members === null) return [[label, written(value)]];
  const items = isList(value) ? value.map(written) : null;
  if (explode) {
    if (items) return items.map((text): Pair => [label, text]);
    return (members ?? []).map(([key, item]): Pair => [encode(key), written(item)]);
  }
  const flat = items ?? (members ?? []).flatMap(([key, item]) => [encode(key), written(item)]);
  return flat.length === 0 ? [] : [[label, flat.join(DELIMITERS[style] ?? ",")]];
}

/** `a[b][c]=1`. Lists as most servers read them: `a[]=1` for values, numbered where members follow. */
function deepPairs(value: Json, path: string, encode: Writing["encode"]): readonly Pair[] {
  if (isList(value))
    return value.flatMap((item, index) => {
      const nested = isList(item) || membersOf(item) !== null;
      return deepPairs(item, nested ? `${path}[${index}]` : `${path}[]`, encode);
    });
  const members = membersOf(value);
  if (members === null) return [[encode(path), encode(scalarText(value))]];
  return members.flatMap(([key, item]) => deepPairs(item, `${path}[${key}]`, encode));
}

export function scalarText(value: Json): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function membersOf(value: Json): readonly (readonly [string, Json])[] | null {
  if (typeof value !== "object" || value === null || isList(value)) return null;
  return Object.entries(value as JsonObject).filter(([, item]) => item !== null);
}
