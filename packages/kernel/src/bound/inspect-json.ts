/**
 * Looks once over a value that is about to become JSON: is there anything in it that JSON cannot say, and can it be large?
 *
 * The size is an upper bound that costs a walk and no text, because nearly every result is small and writing it out just to
 * count bytes would be the dearest thing on the road. Only when the bound exceeds the cap is the JSON made and measured.
 * Functions and symbols count as faults although `JSON.stringify` would quietly drop them: the model would be shown less
 * than the tool meant to give.
 */

/** Arguments stop at 64; a value deeper than this contains itself, or may as well. */
const MAX_DEPTH = 200;
/** A value that shares parts is a tree when written out, possibly an enormous one. */
const MAX_NODES = 10_000_000;
/** The longest a code unit can become: a control character as `\u001f`. */
const MAX_BYTES_PER_UNIT = 6;
/** The longest number JSON writes, `-1.7976931348623157e+308`, with a comma. */
const MAX_NUMBER_BYTES = 25;

/** The outcome of a look: why it cannot be JSON, or how many bytes it has at most. */
export type JsonInspection =
  | { readonly fault: string }
  | { readonly fault: null; readonly maxBytes: number };

interface Count {
  bytes: number;
  nodes: number;
}

export function inspectJson(value: unknown): JsonInspection {
  const count: Count = { bytes: 0, nodes: 0 };
  const fault = look(value, 0, count);
  return fault === null ? { fault, maxBytes: count.bytes } : { fault };
}

function look(value: unknown, depth: number, count: Count): string | null {
  count.nodes += 1;
  switch (typeof value) {
    case "string":
      count.bytes += value.length * MAX_BYTES_PER_UNIT + 3;
      return null;
    case "number":
      count.bytes += MAX_NUMBER_BYTES;
      return null;
    case "object":
      if (value !== null) return lookInside(value, depth + 1, count);
      count.bytes += 5;
      return null;
    case "bigint":
      return "it holds a BigInt";
    case "function":
      return "it holds a function";
    case "symbol":
      return "it holds a symbol";
    default:
      count.bytes += 6;
      return null;
  }
}

function lookInside(value: object, depth: number, count: Count): string | null {
  if (depth > MAX_DEPTH) return "it contains itself or is nested too deeply";
  if (count.nodes > MAX_NODES) return "it has too many parts";
  count.bytes += 3;
  if (Array.isArray(value)) {
    for (const item of value) {
      const fault = look(item, depth, count);
      if (fault !== null) return fault;
    }
    return null;
  }
  const own = value as { readonly toJSON?: unknown; readonly [key: string]: unknown };
  // A Date, a Buffer: its own `toJSON` counts.
  if (typeof own.toJSON === "function") return look(own.toJSON(), depth, count);
  for (const key of Object.keys(own)) {
    count.bytes += key.length * MAX_BYTES_PER_UNIT + 4;
    const fault = look(own[key], depth, count);
    if (fault !== null) return fault;
  }
  return null;
}
