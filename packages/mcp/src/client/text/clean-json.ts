import type { Json } from "@toolplane/contract";
import { showHidden } from "@toolplane/readings";

/** A value of JSON with every text in it cleaned, names of members too. Deeper than any reader goes, it is left out. */
export function cleanJson(value: Json, depth = 0): Json {
  if (typeof value === "string") return showHidden(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (isList(value)) return value.map((item) => cleanJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [showHidden(name), cleanJson(item, depth + 1)]),
  );
}

const MAX_DEPTH = 100;

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
