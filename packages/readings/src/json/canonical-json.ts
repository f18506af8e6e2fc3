/**
 * Writes one text for one value. Digests, receipts and rows are compared across processes and machines, so the text they are made
 * from must not depend on the order in which the members were written.
 *
 * It is JSON without white space, members sorted by UTF-16 code unit, members without a value left out, -0 written as 0. As in
 * `JSON.stringify`, `toJSON` is honoured and a number that JSON lacks becomes null. A value that JSON cannot say at all (BigInt,
 * a value that contains itself) is a fault: a digest of something else would be a lie.
 */
import type { Reading } from "../reading.ts";
import { sortMembers } from "./sort-members.ts";

/** Deeper than any value that is let in, shallow enough never to exhaust the stack. */
const MAX_DEPTH = 512;
/** The price of one node of a value, in steps. */
const STEPS_PER_NODE = 4;

/** The canonical JSON of a value; one that JSON drops (`undefined`, a function) is `null` at the top. */
export function canonicalJson(value: unknown): Reading<string> {
  // Nearly always the engine's own serialiser may write it, at a fraction of the price.
  const sorted = sortMembers(value);
  return sorted.ok
    ? { ok: true, value: JSON.stringify(sorted.value) ?? "null" }
    : writeCanonically(value);
}

/** The same text, written step by step. `spend` gets the price of each node, and may throw to end it. */
export function writeCanonically(
  value: unknown,
  spend: (steps: number) => void = () => {},
): Reading<string> {
  const writer: Writer = { spend, fault: null };
  const text = write(value, 0, writer);
  return writer.fault === null
    ? { ok: true, value: text ?? "null" }
    : { ok: false, message: writer.fault };
}

interface Writer {
  readonly spend: (steps: number) => void;
  /** Set once nothing more is worth writing. */
  fault: string | null;
}

function write(value: unknown, depth: number, writer: Writer): string | undefined {
  writer.spend(STEPS_PER_NODE);
  switch (typeof value) {
    case "string":
      writer.spend(value.length >> 5);
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      writer.fault = "A BigInt has no JSON form";
      return undefined;
    case "object":
      return value === null ? "null" : writeObject(value, depth + 1, writer);
    default:
      return undefined;
  }
}

function writeObject(value: object, depth: number, writer: Writer): string | undefined {
  if (depth > MAX_DEPTH) {
    writer.fault = "The value contains itself or is nested too deeply for JSON";
    return undefined;
  }
  if (Array.isArray(value)) return writeArray(value, depth, writer);
  const own = value as { readonly toJSON?: unknown; readonly [key: string]: unknown };
  if (typeof own.toJSON === "function") return write(own.toJSON(), depth, writer);
  const keys = Object.keys(own);
  if (!isSorted(keys)) keys.sort();
  let text = "{";
  for (const key of keys) {
    const member = write(own[key], depth, writer);
    if (writer.fault !== null) return undefined;
    if (member === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${JSON.stringify(key)}:${member}`;
  }
  return `${text}}`;
}

function writeArray(values: readonly unknown[], depth: number, writer: Writer): string | undefined {
  let text = "[";
  for (let index = 0; index < values.length; index += 1) {
    text += `${index === 0 ? "" : ","}${write(values[index], depth, writer) ?? "null"}`;
    if (writer.fault !== null) return undefined;
  }
  return `${text}]`;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return false;
  }
  return true;
}
