import {
  type ArgumentLimits,
  defaultArgumentLimits,
  type JsonObject,
  type JsonValue,
  type ParsedArguments,
} from "./argument-limits.ts";
import { isPrototypePolluted } from "./names/is-prototype-polluted.ts";
import { showName } from "./names/show-name.ts";

// Callers in the same process may hand us a live object. It is copied once, reading every member exactly once, and from
// then on schema, judge, person and tool see the copy: what was checked is what runs, whatever a getter or another
// holder of the object does later. Only plain data passes: `undefined` members are dropped, everything else that is not
// JSON is refused, because a silent conversion would make the call that runs differ from the call that was written. A
// proxy is data like any other: it is read once, and that value is kept. The price is two thirds of what JSON.parse
// takes for the same value.

interface Copying {
  readonly limits: ArgumentLimits;
  /** Characters of JSON, counted low; it bounds nodes too, so a cycle or a fan of aliases ends. */
  size: number;
  refusal: string;
  readonly isPolluted: boolean;
}

/** A frozen plain copy of the arguments, or why they are not plain JSON. Never throws. */
export function freezeArguments(
  value: unknown,
  limits: ArgumentLimits = defaultArgumentLimits,
): ParsedArguments {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: "the arguments must be one object" };
  }
  const state: Copying = { limits, size: 0, refusal: "", isPolluted: isPrototypePolluted() };
  let copy: JsonObject | undefined;
  try {
    copy = copyObject(value as Record<string, unknown>, "", 1, state);
  } catch {
    // A getter threw, or the stack ended. Its own text is not repeated: it may hold anything.
    return { ok: false, message: "a member of the arguments could not be read" };
  }
  if (copy === undefined) {
    return { ok: false, message: state.refusal };
  }
  if (3 * state.size > limits.maxBytes && isTooLarge(copy, limits)) {
    return { ok: false, message: tooLarge(limits) };
  }
  return { ok: true, value: copy };
}

function isTooLarge(copy: JsonObject, limits: ArgumentLimits): boolean {
  return Buffer.byteLength(JSON.stringify(copy)) > limits.maxBytes;
}

function tooLarge(limits: ArgumentLimits): string {
  return `the arguments are larger than ${limits.maxBytes} bytes`;
}

function refuse(state: Copying, name: string, what: string): undefined {
  state.refusal = `${name === "" ? "the arguments object" : showName(name)} ${what}`;
  return undefined;
}

function deny(state: Copying, name: string, what: string): false {
  refuse(state, name, what);
  return false;
}

/**
 * `undefined` means refused, with the reason in the state: no JSON value is `undefined`. The members that hold nothing are
 * judged in the loop, and kept where the spread put them: a call and a store for each would cost a third of the copy.
 */
function copyObject(
  source: Readonly<Record<string, unknown>>,
  name: string,
  depth: number,
  state: Copying,
): JsonObject | undefined {
  const prototype: unknown = Object.getPrototypeOf(source);
  if (prototype !== Object.prototype && prototype !== null) {
    return refuse(state, name, "is an instance of a class; pass plain data");
  }
  // Spread reads every own member once, getters and proxies too; from here on only the copy is looked at.
  const copy: Record<string, unknown> = { ...source };
  if (Object.getOwnPropertySymbols(copy).length > 0) {
    return refuse(state, name, "has a member named by a symbol; pass plain data");
  }
  for (const key in copy) {
    if (state.isPolluted && !Object.hasOwn(copy, key)) {
      continue;
    }
    const member = copy[key];
    if (member === undefined) {
      delete copy[key];
      continue;
    }
    if (key === "__proto__" || !key.isWellFormed()) {
      return refuse(state, name, `has a property name that is not allowed: ${showName(key)}`);
    }
    state.size += key.length + 4;
    if (typeof member === "object" && member !== null) {
      const copied = copyInner(member, key, depth + 1, state);
      if (copied === undefined) {
        return undefined;
      }
      copy[key] = copied;
    } else if (!isJsonScalar(member, key, state)) {
      return undefined;
    }
  }
  return Object.freeze(copy) as JsonObject;
}

/** True when a value that holds no others is JSON. */
function isJsonScalar(value: unknown, name: string, state: Copying): value is JsonValue {
  switch (typeof value) {
    case "string":
      state.size += value.length;
      return value.isWellFormed() || deny(state, name, "holds half of a surrogate pair");
    case "number":
      return Number.isFinite(value) || deny(state, name, "is not a finite number");
    case "boolean":
      return true;
    case "object":
      return value === null;
    default:
      return deny(state, name, `is ${typeof value}; arguments must be plain JSON`);
  }
}

function copyInner(
  value: object,
  name: string,
  depth: number,
  state: Copying,
): JsonValue | undefined {
  if (state.size > state.limits.maxBytes) {
    state.refusal = tooLarge(state.limits);
    return undefined;
  }
  if (depth > state.limits.maxDepth) {
    return refuse(state, name, `is nested deeper than ${state.limits.maxDepth} levels`);
  }
  return Array.isArray(value)
    ? copyArray(value, name, depth, state)
    : copyObject(value as Record<string, unknown>, name, depth, state);
}

function copyArray(
  source: readonly unknown[],
  name: string,
  depth: number,
  state: Copying,
): JsonValue | undefined {
  if (Object.getPrototypeOf(source) !== Array.prototype) {
    return refuse(state, name, "is not a plain array");
  }
  // By index and not by iterator or slice(): both can be replaced on the array itself.
  const length = source.length;
  const copy: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    state.size += 1;
    if (state.size > state.limits.maxBytes) {
      state.refusal = tooLarge(state.limits);
      return undefined;
    }
    const item = source[index];
    if (item === undefined) {
      return refuse(state, name, `has no value at index ${index}`);
    }
    if (typeof item === "object" && item !== null) {
      const copied = copyInner(item, name, depth + 1, state);
      if (copied === undefined) {
        return undefined;
      }
      copy.push(copied);
    } else if (isJsonScalar(item, name, state)) {
      copy.push(item);
    } else {
      return undefined;
    }
  }
  return Object.freeze(copy);
}
