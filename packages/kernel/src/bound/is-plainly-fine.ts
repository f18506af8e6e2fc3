/**
 * The quick look that nearly every result ends with: it is plain JSON, holds nothing to mask, and is far from too long. One walk
 * for all three and nothing allocated; the careful way is two walks with a memory each. "No" only says that the careful way is
 * due, so whatever is deep, odd or unreadable is a no. A small result: a third of a microsecond less, and 300 bytes.
 */
import type { ToolResult } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import { MAX_ERROR_BYTES } from "./bound-result.ts";

const MAX_DEPTH = 32;
/** The longest a code unit can become inside JSON, a control character as `\u001f`; as text it is three bytes at most. */
const MAX_JSON_BYTES_PER_UNIT = 6;
const MAX_BYTES_PER_UNIT = 3;
/** The longest number JSON writes, `-1.7976931348623157e+308`, with a comma. */
const MAX_NUMBER_BYTES = 25;

/** True when the result can be handed out as it is. Never throws. */
export function isPlainlyFine(result: ToolResult, redactor: Redactor, maxBytes: number): boolean {
  const { content, details, flow, metadata } = result;
  if (
    content !== undefined ||
    details !== undefined ||
    flow !== undefined ||
    metadata.untrusted !== undefined ||
    metadata.labels !== undefined ||
    metadata.truncated !== undefined
  ) {
    return false;
  }
  try {
    if (result.type === "output") {
      const { data } = result;
      return typeof data === "string"
        ? isFineText(data, redactor, maxBytes)
        : measure(data, redactor, 0) <= maxBytes;
    }
    return (
      result.input_required === undefined &&
      isFineText(result.error_text, redactor, MAX_ERROR_BYTES)
    );
  } catch {
    return false;
  }
}

function isFineText(text: string, redactor: Redactor, maxBytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT <= maxBytes && redactor.text(text) === text;
}

/** At most how many bytes of JSON; infinitely many when there is anything that is not plain and clean. */
function measure(value: unknown, redactor: Redactor, depth: number): number {
  switch (typeof value) {
    case "string":
      return redactor.text(value) === value
        ? value.length * MAX_JSON_BYTES_PER_UNIT + 3
        : Number.POSITIVE_INFINITY;
    case "number":
      return MAX_NUMBER_BYTES;
    case "boolean":
    case "undefined":
      return 6;
    case "object":
      return value === null ? 5 : measureInside(value, redactor, depth + 1);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Ends early: a value of many parts is left to those who count them. */
const MAX_QUICK_BYTES = 65_536;

function measureInside(value: object, redactor: Redactor, depth: number): number {
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  let bytes = 3;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && bytes < MAX_QUICK_BYTES; index += 1)
      bytes += measure(value[index], redactor, depth);
    return bytes < MAX_QUICK_BYTES ? bytes : Number.POSITIVE_INFINITY;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return Number.POSITIVE_INFINITY;
  const members = value as { readonly [key: string]: unknown };
  // Also one that is not listed: it, and not the members, is what JSON would say.
  if (members.toJSON !== undefined) return Number.POSITIVE_INFINITY;
  for (const key in members) {
    if (redactor.text(key) !== key) return Number.POSITIVE_INFINITY;
    bytes += key.length * MAX_JSON_BYTES_PER_UNIT + 4 + measure(members[key], redactor, depth);
    if (bytes >= MAX_QUICK_BYTES) return Number.POSITIVE_INFINITY;
  }
  return bytes;
}
