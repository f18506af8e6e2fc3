/**
 * Canonical JSON for rows: the same text as `canonicalJson` at a fraction of its price, because every call is written. Members
 * are put in order and the engine's own serialiser writes them. What no object can hold in that order, and what says its own
 * JSON, is left to the plain writer.
 */
import { canonicalJson } from "../digest/digest-of.ts";

const MAX_DEPTH = 100;

/** The same text as `canonicalJson`. */
export function jsonText(value: unknown): string {
  const sorted = sort(value, 0);
  return sorted === UNSORTABLE ? canonicalJson(value) : (JSON.stringify(sorted) ?? "null");
}

/** An object that is being laid out in order, member by member. */
export interface Layout {
  /** Set once a member was met that the engine's serialiser does not write canonically. */
  plain: boolean;
}

/** The same value with its members in order, itself where they are already. */
export function inOrder(value: unknown, layout: Layout): unknown {
  const sorted = sort(value, 0);
  if (sorted !== UNSORTABLE) return sorted;
  layout.plain = true;
  return value;
}

/** The canonical text of an object that was laid out in order. */
export function layoutText(value: object, layout: Layout): string {
  return layout.plain ? canonicalJson(value) : JSON.stringify(value);
}

const UNSORTABLE: unique symbol = Symbol("unsortable");

function sort(value: unknown, depth: number): unknown {
  if (typeof value === "bigint" || depth > MAX_DEPTH) return UNSORTABLE;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? sortArray(value, depth + 1) : sortObject(value, depth + 1);
}

function sortArray(values: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | null = null;
  for (let index = 0; index < values.length; index += 1) {
    const member = values[index];
    const sorted = sort(member, depth);
    if (sorted === UNSORTABLE) return UNSORTABLE;
    if (sorted === member || Number.isNaN(member)) continue;
    copy ??= values.slice();
    copy[index] = sorted;
  }
  return copy ?? values;
}

function sortObject(value: object, depth: number): unknown {
  const own = value as Readonly<Record<string, unknown>>;
  if (typeof own.toJSON === "function") return UNSORTABLE;
  const keys = Object.keys(own);
  const moved = putInOrder(keys);
  let copy: Record<string, unknown> | null = moved ? {} : null;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    // Engines keep such names first and by number; and this one is no member when it is written.
    if (isDigit(key.charCodeAt(0)) || key === "__proto__") return UNSORTABLE;
    const member = own[key];
    const sorted = sort(member, depth);
    if (sorted === UNSORTABLE) return UNSORTABLE;
    if (moved || (sorted !== member && typeof member === "object")) {
      copy ??= { ...own };
      copy[key] = sorted;
    }
  }
  return copy ?? value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Up to here putting each name in its place beats sorting. */
const FEW_KEYS = 16;

/** True when they were not in order. */
function putInOrder(keys: string[]): boolean {
  let moved = false;
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if ((keys[index - 1] as string) <= key) continue;
    moved = true;
    if (keys.length > FEW_KEYS) {
      keys.sort();
      return true;
    }
    let place = index;
    while (place > 0 && (keys[place - 1] as string) > key) {
      keys[place] = keys[place - 1] as string;
      place -= 1;
    }
    keys[place] = key;
  }
  return moved;
}
