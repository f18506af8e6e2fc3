/**
 * A value whose members stand in order, so that the engine's own serialiser writes it canonically, at a fraction of what our
 * writer costs.
 */
import type { Reading } from "../reading.ts";

/** Deeper values are left to the writer, which says what is wrong with them. */
const MAX_DEPTH = 100;

const NOT_SORTABLE = { ok: false, message: "no object holds its members in order" } as const;

/**
 * The same value with its members in order, itself where they are already. Names that engines order themselves, values that say
 * their own JSON, and what JSON cannot say are a fault.
 */
export function sortMembers(value: unknown): Reading<unknown> {
  const sorted = sort(value, 0);
  return sorted === UNSORTABLE ? NOT_SORTABLE : { ok: true, value: sorted };
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
