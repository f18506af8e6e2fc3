/** Reads the arguments that an annotation names. `edits.*.path` goes through every item of a list. */
import type { Json, JsonObject } from "@toolplane/contract";

/** Every value at the dotted path; a list at its end counts item by item. Absent members give nothing. */
export function argumentValues(args: JsonObject, path: string): readonly Json[] {
  if (!path.includes(".")) return listOf(args[path]);
  let level: readonly Json[] = [args];
  for (const step of path.split(".")) {
    level = level.flatMap((value) => (step === "*" ? listOf(value) : memberOf(value, step)));
  }
  return level.flatMap(listOf);
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function memberOf(value: Json, key: string): readonly Json[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const member = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
  return member === undefined ? [] : [member];
}
