/** Compares the base with the view: what was failing may stay failing, what passed may not break. */
import type { Outcome, Tally } from "./outcome.ts";

export interface Comparison {
  /** Tests that pass in the view. */
  readonly passed: number;
  /** Passed on the base, fail now. */
  readonly broke: readonly string[];
  /** Passed on the base, are skipped now. */
  readonly skipped: readonly string[];
  /** Passed on the base; no test of that name ran. */
  readonly gone: readonly string[];
  /** Unknown to the base, and failing. */
  readonly newRed: readonly string[];
  /** Failed on the base too. */
  readonly stillRed: readonly string[];
  /** Unknown to the base, and passing. */
  readonly added: number;
  /** The fault of the run as a whole; null: none. */
  readonly fault: "unread" | "end" | "empty" | null;
}

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function compareOutcomes(base: Outcome, view: Outcome): Comparison {
  const lists = {
    broke: [] as string[],
    skipped: [] as string[],
    gone: [] as string[],
    newRed: [] as string[],
    stillRed: [] as string[],
  };
  let passed = 0;
  let added = 0;
  for (const name of new Set([...base.tests.keys(), ...view.tests.keys()])) {
    const before = base.tests.get(name) ?? NOTHING;
    const now = view.tests.get(name) ?? NOTHING;
    passed += now.passed;
    if (!base.tests.has(name)) added += now.passed;
    const place = placeOf(before, now);
    if (place !== null) lists[place].push(name);
  }
  return { ...lists, passed, added, fault: faultOf(base, view) };
}

export function isRed(comparison: Comparison): boolean {
  const { broke, skipped, gone, newRed, fault } = comparison;
  return fault !== null || broke.length + skipped.length + gone.length + newRed.length > 0;
}

function placeOf(
  before: Tally,
  now: Tally,
): "broke" | "skipped" | "gone" | "newRed" | "stillRed" | null {
  const isRedder = now.failed > before.failed;
  if (now.passed < before.passed)
    return isRedder ? "broke" : now.skipped > before.skipped ? "skipped" : "gone";
  if (isRedder) return "newRed";
  return now.failed > 0 ? "stillRed" : null;
}

function faultOf(base: Outcome, view: Outcome): Comparison["fault"] {
  if (view.isUnread) return "unread";
  // The base that ended as badly may stay as it is.
  if (view.end === "bad" && base.end !== "bad") return "end";
  const ran = [...view.tests.values()].some(({ passed, failed }) => passed + failed > 0);
  return view.runner !== null && !ran && base.end === "good" ? "empty" : null;
}
