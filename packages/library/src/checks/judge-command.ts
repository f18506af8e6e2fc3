/**
 * Judges a set by one command: against the base, again where something broke, and once more with the base's versions of what the
 * check runs where the set touches that.
 */
import { baseOutcome } from "./base-outcome.ts";
import { bestOutcome } from "./best-outcome.ts";
import { type Comparison, compareOutcomes, isRed } from "./compare-outcomes.ts";
import type { SetChange } from "./expand-folders.ts";
import { findTouched, type Touched } from "./find-touched.ts";
import { findUnshown, MOST_HELPERS, type Unshown } from "./find-unshown.ts";
import type { Outcome, StoppedRun } from "./outcome.ts";
import type { CommandPlan } from "./plan-command.ts";
import type { CheckEffects } from "./run-check.ts";
import { runSide, type Side, type SideRun } from "./run-side.ts";

export interface JudgedCommand {
  /** The outcome that the set was compared with, and how it did; null where a run was stopped. */
  readonly comparison: Comparison | null;
  /** The outcome of the view behind the comparison. */
  readonly outcome: Outcome | null;
  /** How its runs reported; null: by their exit code. */
  readonly plan: CommandPlan | null;
  /** Files that held its tests on the base, where a report told: nothing of the set wrote that one. */
  readonly testFiles: readonly string[];
  /** Tests that failed once and passed once. */
  readonly unsteady: readonly string[];
  /** The parts of the check that the set touches. */
  readonly touched: Touched;
  /** The comparison is of a run with the base's versions of these. */
  readonly isRestored: boolean;
  /** Their paths; none where it is of the view as it is. */
  readonly restored: readonly string[];
  readonly stopped: (StoppedRun & { readonly on: "base" | "view" | "restored" }) | null;
  /** Why it cannot be shown that the check still checks what it did; null: it can. */
  readonly unshown: Unshown | null;
}

export interface CommandSet {
  readonly changes: readonly SetChange[];
  readonly base: string;
  readonly keeps?: readonly string[] | undefined;
}

const UNTOUCHED: Touched = { parts: [], inseparable: [] };

export async function judgeCommand(
  { changes, base, keeps }: CommandSet,
  given: Omit<SideRun, "plan">,
  effects: CheckEffects,
): Promise<JudgedCommand> {
  const nothing = {
    comparison: null,
    outcome: null,
    plan: null,
    testFiles: [],
    unsteady: [],
    isRestored: false,
    restored: [],
  };
  const known = await baseOutcome({ base, ...given }, effects);
  if ("stopped" in known) {
    const stopped = { ...known, on: "base" } as const;
    return { ...nothing, touched: UNTOUCHED, stopped, unshown: null };
  }
  const run = { ...given, plan: known.plan };
  const { outcome } = known;
  const touched = await findTouched(changes, {
    ...effects,
    command: given.command,
    testFiles: outcome.files,
    isByExitCode: outcome.runner === null,
    isGood: outcome.end === "good",
  });
  const first = await compareSide(
    { side: "view", ...(keeps ? { keeps } : {}) },
    { base: outcome, run },
    effects,
  );
  const unshown = findUnshown(touched, known);
  if ("stopped" in first)
    return { ...nothing, touched, stopped: { ...first, on: "view" }, unshown };
  const { plan } = known;
  let judged: JudgedCommand = {
    ...first,
    plan,
    testFiles: outcome.files,
    touched,
    isRestored: false,
    restored: [],
    stopped: null,
    unshown,
  };
  if (isRed(first.comparison)) return judged;
  for (const restore of restoredSets(touched, changes)) {
    const again = await compareSide({ side: "view", restore }, { base: outcome, run }, effects);
    if ("stopped" in again) return { ...judged, stopped: { ...again, on: "restored" } };
    const unsteady = [...new Set([...judged.unsteady, ...again.unsteady])];
    judged = { ...judged, unsteady };
    if (isRed(again.comparison))
      return { ...judged, ...again, unsteady, isRestored: true, restored: restore };
  }
  return judged;
}

/**
 * What is put back in each further run: all that the set touches, and the same but for one file that may be a helper of tests or what
 * they test. With everything put back it would be the base.
 */
function restoredSets(
  { parts }: Touched,
  changes: readonly SetChange[],
): readonly (readonly string[])[] {
  const all = parts.map(({ path }) => path);
  const helpers = parts.filter(({ role }) => role === "helper").slice(0, MOST_HELPERS);
  const sets = [all, ...helpers.map((one) => all.filter((path) => path !== one.path))];
  return sets.filter((set) => set.length > 0 && !changes.every(({ path }) => isIn(path, set)));
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

interface Compared {
  readonly comparison: Comparison;
  readonly outcome: Outcome;
  readonly unsteady: readonly string[];
}

async function compareSide(
  side: Side,
  { base, run }: { readonly base: Outcome; readonly run: SideRun },
  effects: CheckEffects,
): Promise<Compared | StoppedRun> {
  const first = await runSide(side, run, effects);
  if ("stopped" in first) return first;
  const comparison = compareOutcomes(base, first);
  const found = { comparison, outcome: first, unsteady: [] };
  if (!isRed(comparison) || isSettled(comparison)) return found;
  const again = await runSide({ ...side, keeps: [] }, run, effects);
  if ("stopped" in again) return again;
  const outcome = bestOutcome(first, again);
  const twice = compareOutcomes(base, outcome);
  const recovered = [...comparison.broke, ...comparison.newRed].filter(
    (name) => !twice.broke.includes(name) && !twice.newRed.includes(name),
  );
  if (twice.broke.length === 0) return { comparison: twice, outcome, unsteady: recovered };
  return withBaseAgain({ comparison: twice, outcome, unsteady: recovered }, { base, run }, effects);
}

/** True when tests are only gone or skipped: that is so in every run. */
function isSettled({ broke, newRed, fault, gone, skipped }: Comparison): boolean {
  return broke.length + newRed.length === 0 && fault === null && gone.length + skipped.length > 0;
}

/** A test that passed on the base once and fails there now was never steady. Where the base cannot be run again, it counts as steady. */
async function withBaseAgain(
  found: Compared,
  { base, run }: { readonly base: Outcome; readonly run: SideRun },
  effects: CheckEffects,
): Promise<Compared> {
  const again = await runSide({ side: "base" }, run, effects);
  if ("stopped" in again || again.isUnread) return found;
  const isSteady = (name: string): boolean =>
    (again.tests.get(name)?.passed ?? 0) >= (base.tests.get(name)?.passed ?? 0);
  const { broke } = found.comparison;
  const steady = broke.filter(isSteady);
  const turning = broke.filter((name) => !isSteady(name));
  return {
    ...found,
    comparison: { ...found.comparison, broke: steady },
    unsteady: [...found.unsteady, ...turning],
  };
}
