/**
 * One spelling for one value. Digests of arguments, footprints, covers and tool definitions are compared across processes
 * and machines, so the text they are made from must not depend on the order in which somebody wrote the members.
 *
 * The canonical text is JSON without white space, members sorted by UTF-16 code unit, members without a value left out,
 * -0 written as 0. As in `JSON.stringify`, `toJSON` is honoured and a number that JSON lacks becomes null. What JSON cannot
 * say at all (BigInt, a value that contains itself) is an `internal` ToolError: a digest of something else would be a lie.
 */
import { hash } from "node:crypto";
import { ToolError } from "@toolplane/contract";

/** Deeper than any value the road lets in (arguments stop at 64), shallow enough never to exhaust the stack. */
const MAX_DEPTH = 512;

/** SHA-256, in lower-case hex, over the canonical JSON of the value. */
export function digestOf(value: unknown): string {
  return hash("sha256", canonicalJson(value), "hex");
}

/** The canonical JSON of the value; a value that JSON drops (`undefined`, a function) is `null` at the top. */
export function canonicalJson(value: unknown): string {
  return write(value, 0) ?? "null";
}

function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      throw new ToolError("internal", "A BigInt has no JSON form");
    case "object":
      return value === null ? "null" : writeObject(value, depth + 1);
    default:
      return undefined;
  }
}

function writeObject(value: object, depth: number): string | undefined {
  if (depth > MAX_DEPTH) {
    throw new ToolError("internal", "The value contains itself or is nested too deeply for JSON");
  }
  if (Array.isArray(value)) return writeArray(value, depth);
  const own = value as { readonly toJSON?: unknown; readonly [key: string]: unknown };
  if (typeof own.toJSON === "function") return write(own.toJSON(), depth);
  const keys = Object.keys(own);
  if (!isSorted(keys)) keys.sort();
  let text = "{";
  for (const key of keys) {
    const member = write(own[key], depth);
    if (member === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${JSON.stringify(key)}:${member}`;
  }
  return `${text}}`;
}

function writeArray(values: readonly unknown[], depth: number): string {
  let text = "[";
  for (let index = 0; index < values.length; index++) {
    text += `${index === 0 ? "" : ","}${write(values[index], depth) ?? "null"}`;
  }
  return `${text}]`;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return false;
  }
  return true;
}
