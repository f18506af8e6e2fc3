/** Comparing what a store gave back, in words. The order of members does not matter, the order of rows does. */
import { isToolError } from "@toolplane/contract";

const SHOWN_CHARS = 300;

/** Null when both are the same, else what is wrong with `actual`. */
export function differs(what: string, actual: unknown, expected: unknown): string | null {
  return isSameValue(actual, expected)
    ? null
    : `${what} gave ${show(actual)} instead of ${show(expected)}`;
}

export function firstProblem(...problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}

/** The problem when the promise does not reject with a ToolError of this code. */
export async function rejectsWith(
  what: string,
  code: string,
  started: () => Promise<unknown>,
): Promise<string | null> {
  let promise: Promise<unknown>;
  try {
    promise = started();
  } catch {
    return `${what} threw instead of rejecting`;
  }
  try {
    const value = await promise;
    return `${what} gave ${show(value)} instead of rejecting`;
  } catch (error) {
    if (isToolError(error) && error.code === code) return null;
    return `${what} rejected with ${isToolError(error) ? error.code : show(error)} instead of a ToolError of code ${code}`;
  }
}

function isSameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  if (left === null || right === null) return false;
  if (left instanceof Uint8Array || right instanceof Uint8Array) return isSameBytes(left, right);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const one = membersOf(left);
  const other = membersOf(right);
  return (
    one.size === other.size &&
    [...one].every(([key, member]) => other.has(key) && isSameValue(member, other.get(key)))
  );
}

function isSameBytes(left: unknown, right: unknown): boolean {
  if (!(left instanceof Uint8Array) || !(right instanceof Uint8Array)) return false;
  if (left.length !== right.length) return false;
  // A plain loop: the payloads of a check are millions of bytes.
  for (let index = 0; index < left.length; index += 1) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}

function membersOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
