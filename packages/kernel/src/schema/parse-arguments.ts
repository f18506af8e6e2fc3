import {
  type ArgumentLimits,
  defaultArgumentLimits,
  type JsonObject,
  type ParsedArguments,
} from "./argument-limits.ts";
import { explainBadJson } from "./explain-bad-json.ts";

// Strict JSON at close to the price of JSON.parse. The native parser accepts duplicate names
// (the last one wins, so two readers of one text may see two calls), numbers that become Infinity,
// half surrogate pairs and an own "__proto__". Each costs one cheap look here:
// - a duplicate name leaves fewer members in the value than name separators in the text;
// - the rest is seen in the one walk over the value that freezes it.
// Only a text that fails is read again, by explain-bad-json, to say what and where.

interface Walk {
  members: number;
  readonly maxDepth: number;
  /** Strings can hold half pairs only if the text spells them as escapes. */
  readonly checkStrings: boolean;
}

/** Reads one JSON object, strictly; the value is frozen all the way down. Never throws. */
export function parseArguments(
  text: string,
  limits: ArgumentLimits = defaultArgumentLimits,
): ParsedArguments {
  if (isTooLarge(text, limits.maxBytes)) {
    return { ok: false, message: `the arguments are larger than ${limits.maxBytes} bytes` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: explainBadJson(text, limits) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: explainBadJson(text, limits) };
  }
  const walk = { members: 0, maxDepth: limits.maxDepth, checkStrings: text.includes("\\u") };
  if (text.isWellFormed() && sealObject(value, 1, walk) && hasNameCount(text, walk.members)) {
    return { ok: true, value: value as JsonObject };
  }
  return { ok: false, message: explainBadJson(text, limits) };
}

function isTooLarge(text: string, maxBytes: number): boolean {
  // One UTF-16 unit is one to three bytes, so most texts are settled without counting.
  return 3 * text.length > maxBytes && Buffer.byteLength(text) > maxBytes;
}

// The parser's own objects: every member is own data, so a bare `for in` is exact unless somebody
// has put enumerable members on Object.prototype, and then the count differs and we refuse.
function sealObject(object: object, depth: number, walk: Walk): boolean {
  if (depth > walk.maxDepth) {
    return false;
  }
  const members = object as Record<string, unknown>;
  for (const name in members) {
    if (name === "__proto__" || (walk.checkStrings && !name.isWellFormed())) {
      return false;
    }
    walk.members += 1;
    if (!sealValue(members[name], depth, walk)) {
      return false;
    }
  }
  Object.freeze(object);
  return true;
}

function sealValue(value: unknown, depth: number, walk: Walk): boolean {
  switch (typeof value) {
    case "string":
      return !walk.checkStrings || value.isWellFormed();
    case "number":
      return Number.isFinite(value);
    case "object":
      if (value === null) {
        return true;
      }
      return Array.isArray(value)
        ? sealArray(value, depth + 1, walk)
        : sealObject(value, depth + 1, walk);
    default:
      return true;
  }
}

function sealArray(items: readonly unknown[], depth: number, walk: Walk): boolean {
  if (depth > walk.maxDepth) {
    return false;
  }
  for (let index = 0; index < items.length; index += 1) {
    if (!sealValue(items[index], depth, walk)) {
      return false;
    }
  }
  Object.freeze(items);
  return true;
}

/** Whether a valid JSON text writes exactly this many member names. */
function hasNameCount(text: string, expected: number): boolean {
  // Colons inside strings only add to the count, so equality proves it without telling them apart.
  let colons = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    colons += 1;
    if (colons > expected) {
      return countNames(text) === expected;
    }
  }
  return colons === expected;
}

function countNames(text: string): number {
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3a) {
      names += 1;
    } else if (code === 0x22) {
      at = endOfString(text, at);
    }
  }
  return names;
}

function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slash = at - 1;
    while (text.charCodeAt(slash) === 0x5c) {
      slash -= 1;
    }
    if ((at - slash) % 2 === 1) {
      return at;
    }
  }
  return text.length;
}
