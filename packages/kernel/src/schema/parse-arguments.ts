import {
  type ArgumentLimits,
  defaultArgumentLimits,
  type JsonObject,
  type ParsedArguments,
} from "./argument-limits.ts";
import { explainBadJson } from "./explain-bad-json.ts";
import { isPrototypePolluted } from "./names/is-prototype-polluted.ts";

// Strict JSON at close to the price of JSON.parse. The native parser accepts duplicate names
// (the last one wins, so two readers of one text may see two calls), numbers that become Infinity,
// half surrogate pairs and an own "__proto__". All are seen in the one walk over the value that
// freezes it, duplicates by what they leave behind: a text longer than its value needs, or with more
// name separators than the value has members.
// Only a text that fails is read again, by explain-bad-json, to say what and where.

interface Walk {
  members: number;
  /** The fewest characters in which the value can be written. */
  length: number;
  readonly maxDepth: number;
  /** In a well-formed text, strings can hold half pairs only if it spells them as escapes. */
  readonly checkStrings: boolean;
  readonly isPolluted: boolean;
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
  const walk: Walk = {
    members: 0,
    length: 0,
    maxDepth: limits.maxDepth,
    checkStrings: text.includes("\\"),
    isPolluted: isPrototypePolluted(),
  };
  if (text.isWellFormed() && sealObject(value, 1, walk) && isFreeOfDuplicates(text, walk)) {
    return { ok: true, value: value as JsonObject };
  }
  return { ok: false, message: explainBadJson(text, limits) };
}

function isTooLarge(text: string, maxBytes: number): boolean {
  // One UTF-16 unit is one to three bytes, so most texts are settled without counting.
  return 3 * text.length > maxBytes && Buffer.byteLength(text) > maxBytes;
}

function sealObject(object: object, depth: number, walk: Walk): boolean {
  if (depth > walk.maxDepth) {
    return false;
  }
  const members = object as Record<string, unknown>;
  for (const name in members) {
    if (walk.isPolluted && !Object.hasOwn(members, name)) {
      continue;
    }
    if (name === "__proto__" || (walk.checkStrings && !name.isWellFormed())) {
      return false;
    }
    walk.members += 1;
    walk.length += name.length + 4;
    if (!sealValue(members[name], depth, walk)) {
      return false;
    }
  }
  // Two braces, and a comma fewer than members; an empty one counts one short, which is safe.
  walk.length += 1;
  Object.freeze(object);
  return true;
}

function sealValue(value: unknown, depth: number, walk: Walk): boolean {
  switch (typeof value) {
    case "string":
      walk.length += value.length + 2;
      return !walk.checkStrings || value.isWellFormed();
    case "number":
      walk.length += shortestNumber(value);
      return Number.isFinite(value);
    case "object":
      if (value === null) {
        walk.length += 4;
        return true;
      }
      return Array.isArray(value)
        ? sealArray(value, depth + 1, walk)
        : sealObject(value, depth + 1, walk);
    default:
      walk.length += 4;
      return true;
  }
}

/** No more than the characters in which a number can be written: 1000 is also 1e3. */
function shortestNumber(value: number): number {
  if (value < 0) {
    return 2;
  }
  return value < 10 ? 1 : value < 100 ? 2 : 3;
}

function sealArray(items: readonly unknown[], depth: number, walk: Walk): boolean {
  if (depth > walk.maxDepth) {
    return false;
  }
  for (let index = 0; index < items.length; index += 1) {
    walk.length += 1;
    if (!sealValue(items[index], depth, walk)) {
      return false;
    }
  }
  walk.length += 1;
  Object.freeze(items);
  return true;
}

/** The shortest member that a later one of its name can hide: `"":0,`. */
const SHORTEST_MEMBER = 5;

/** True when a valid JSON text writes each member of its value once. */
function isFreeOfDuplicates(text: string, { members, length }: Walk): boolean {
  return text.length < length + SHORTEST_MEMBER || hasNameCount(text, members);
}

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
