/** Finds where two JSON values differ: paths into them, a bounded number. */
import type { Json } from "@toolplane/contract";

const MAX_DIFFERENCES = 20;

/** One place; a side is undefined where it has nothing there. */
export interface Difference {
  /** Members and indexes, joined by dots; empty for the whole. */
  readonly path: string;
  readonly recorded: Json | undefined;
  readonly replayed: Json | undefined;
}

/** The first differences, in the order of the recorded value's members. */
export function diffJson(recorded: Json, replayed: Json): readonly Difference[] {
  const found: Difference[] = [];
  compare({ recorded, replayed, path: "" }, found);
  return found;
}

function compare(place: Difference, found: Difference[]): void {
  const { path, recorded, replayed } = place;
  if (found.length >= MAX_DIFFERENCES || recorded === replayed) return;
  if (!isNested(recorded) || !isNested(replayed) || isList(recorded) !== isList(replayed)) {
    found.push(place);
    return;
  }
  const left = recorded as Readonly<Record<string, Json>>;
  const right = replayed as Readonly<Record<string, Json>>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = path === "" ? key : `${path}.${key}`;
    compare({ path: inner, recorded: own(left, key), replayed: own(right, key) }, found);
  }
}

function own(value: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isNested(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

function isList(value: Json | undefined): boolean {
  return Array.isArray(value);
}
