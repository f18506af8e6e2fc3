/** Judges sets of changes by the checks that a project requires. Whoever lands asks here first. */
import { readWithin } from "../ground/read-within.ts";
import type { RequiredCheck } from "../ground/required-check.ts";
import { baseOutcome, keepLanded } from "./base-outcome.ts";
import type { CheckResult, CheckVerdict } from "./check-result.ts";
import { isRed } from "./compare-outcomes.ts";
import { countWords } from "./count-words.ts";
import { checkLines, checkText, listed } from "./describe-check.ts";
import { expandFolders, type WholeSet } from "./expand-folders.ts";
import { findTouched } from "./find-touched.ts";
import type { FunctionCheck } from "./function-check.ts";
import { type JudgedCommand, judgeCommand } from "./judge-command.ts";
import { judgeFunction } from "./judge-function.ts";
import { judgeRefs } from "./judge-refs.ts";
import { liesInGlobs } from "./matches-globs.ts";
import type { StoppedRun } from "./outcome.ts";
import { personReason } from "./person-reason.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";
import { shownByReports } from "./shown-by-reports.ts";

export interface CheckedSet {
  /** Every path that differs, relative to the workspace. */
  readonly changes: readonly CheckChange[];
  /** Digest of what the base holds: results of it are kept under this, so another content is another digest. */
  readonly base: string;
}

export interface RequiredChecks {
  /** One check after the other; the first that does not pass does not keep the others from being told. */
  judge(set: CheckedSet, signal: AbortSignal): Promise<CheckVerdict>;
  /**
   * Runs what is required on the project as it is and keeps the results under this digest, for whoever can do that only before. Says
   * what stopped one of them.
   */
  measure(base: string, signal: AbortSignal): Promise<StoppedRun | null>;
  /** Notes that what passed has landed, and the project is another now: what is known of it need not be found again. */
  landed(verdict: CheckVerdict, base: string): Promise<void>;
}

export interface RequiredChecksOptions extends CheckEffects {
  readonly checks: readonly (RequiredCheck | FunctionCheck)[];
}

const DEFAULT_WITHIN_MS = 300_000;
const MAX_TEXT_CHARS = 8_000;
const MAX_LINES = 80;

export function createRequiredChecks({
  checks,
  ...effects
}: RequiredChecksOptions): RequiredChecks {
  return {
    async judge({ base, changes }, signal) {
      const set = { base, ...(await expandFolders(changes, effects)) };
      const each: CheckResult[] = [];
      for (const check of checks) each.push(await judgeOne(check, { set, signal }, effects));
      const results = [...shownByReports(each)];
      // What the checks found on the files is no word about a commit that holds others.
      if (verdictOf(results).passes && checks.length > 0) {
        const held = await judgeRefs(changes, signal, effects);
        if (held !== null) results.push(held);
      }
      return verdictOf(results);
    },
    async landed({ results }, base) {
      for (const { run, state, judged } of results)
        if (run !== null && state === "passed" && judged !== null && judged.outcome !== null) {
          const { outcome, plan } = judged;
          await keepLanded({ base, command: run }, { outcome, plan }, effects);
        }
    },
    async measure(base, signal) {
      for (const check of checks) {
        if (!("run" in check)) continue;
        const run = { command: check.run, withinMs: withinOf(check), signal };
        const found = await baseOutcome({ base, ...run }, effects);
        if ("stopped" in found) return found;
      }
      return null;
    },
  };
}

function withinOf({ within }: RequiredCheck | FunctionCheck): number {
  return readWithin(within) ?? DEFAULT_WITHIN_MS;
}

interface Given {
  readonly set: WholeSet & Pick<CheckedSet, "base">;
  readonly signal: AbortSignal;
}

async function judgeOne(
  check: RequiredCheck | FunctionCheck,
  { set, signal }: Given,
  effects: CheckEffects,
): Promise<CheckResult> {
  const { name } = check;
  const command = "run" in check ? check.run : null;
  if (!(await isNeeded(check, set, effects)))
    return {
      name,
      run: command,
      state: "not-needed",
      by: command === null ? "code" : "exit-code",
      ms: 0,
      summary: `not run: nothing in ${listed(check.when ?? ["the project"])} changed`,
      needsPerson: null,
      judged: null,
      said: null,
    };
  const withinMs = withinOf(check);
  if (!("run" in check))
    return judgeFunction(check, { changes: set.changes, withinMs, signal }, effects);
  const begun = effects.nowMs();
  const judged = await judgeCommand(
    { ...set, keeps: check.keeps },
    { command: check.run, withinMs, signal },
    effects,
  );
  return commandResult(check, judged, effects.nowMs() - begun);
}

/** A set that touches what a check runs needs it too, whatever `when` says: it would weaken it unseen. */
async function isNeeded(
  check: RequiredCheck | FunctionCheck,
  { changes, isWhole }: WholeSet,
  effects: CheckEffects,
): Promise<boolean> {
  if (changes.length === 0) return false;
  const { when } = check;
  if (when === undefined || !isWhole) return true;
  if (changes.some(({ names }) => names.some((name) => liesInGlobs(name, when)))) return true;
  if (!("run" in check)) return false;
  const unknown = { testFiles: [], isByExitCode: false, isGood: false };
  const { parts, inseparable } = await findTouched(changes, {
    ...effects,
    ...unknown,
    command: check.run,
  });
  return parts.length + inseparable.length > 0;
}

function commandResult(
  { name, run }: RequiredCheck,
  judged: JudgedCommand,
  ms: number,
): CheckResult {
  const { comparison, stopped, outcome } = judged;
  const isBroken = stopped !== null || comparison === null || isRed(comparison);
  const needsPerson = personReason(judged);
  return {
    name,
    run,
    state: isBroken ? "broken" : needsPerson === null ? "passed" : "held",
    by: outcome !== null && outcome.runner === null ? "exit-code" : "report",
    ms,
    summary: countWords(judged),
    needsPerson,
    judged,
    said: null,
  };
}

function verdictOf(results: readonly CheckResult[]): CheckVerdict {
  const passes = results.every(({ state }) => state === "passed" || state === "not-needed");
  const reason = results.find(({ needsPerson }) => needsPerson !== null)?.needsPerson;
  const text = results
    .map(checkText)
    .filter((part) => part !== "")
    .join("\n");
  return {
    passes,
    ...(reason ? { needsPerson: reason } : {}),
    results,
    text: text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : text,
    card: results.flatMap(checkLines).slice(0, MAX_LINES),
  };
}
