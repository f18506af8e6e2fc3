/** Gives a check's outcome on the project as it is: the one kept for the same base and command, else that of a run. */

import { digestOf } from "@toolplane/kernel";
import { isRecord } from "@toolplane/readings";
import { bestOutcome } from "./best-outcome.ts";
import type { Outcome, StoppedRun, Tally } from "./outcome.ts";
import { type CommandPlan, planCommand } from "./plan-command.ts";
import type { CheckEffects } from "./run-check.ts";
import { isReachable, runSide, type SideRun } from "./run-side.ts";

export interface BaseOutcome {
  readonly outcome: Outcome;
  /** How every run of this check reports; null: by its exit code. */
  readonly plan: CommandPlan | null;
}

export async function baseOutcome(
  { base, ...run }: Omit<SideRun, "plan"> & { readonly base: string },
  effects: CheckEffects,
): Promise<BaseOutcome | StoppedRun> {
  const key = keyOf({ base, command: run.command });
  const kept = readKept(await effects.kept.get(key));
  if (kept !== null) return kept;
  const found = await measure(run, effects);
  if (!("stopped" in found)) await effects.kept.set(key, keptText(found));
  return found;
}

/** Keeps a view's outcome as that of the project once it has landed. What failed in it may fail by turns, and is run again. */
export async function keepLanded(
  named: { readonly base: string; readonly command: string },
  landed: BaseOutcome,
  { kept }: Pick<CheckEffects, "kept">,
): Promise<void> {
  if (isAllGood(landed.outcome)) await kept.set(keyOf(named), keptText(landed));
}

function keyOf({ base, command }: { readonly base: string; readonly command: string }): string {
  return digestOf({ form: 1, base, command });
}

async function measure(
  run: Omit<SideRun, "plan">,
  effects: CheckEffects,
): Promise<BaseOutcome | StoppedRun> {
  const found = await planCommand(run.command, effects);
  let plan = found !== null && isReachable(found) ? found : null;
  const onBase = () => runSide({ side: "base" }, { ...run, plan }, effects);
  let outcome = await onBase();
  // A report may be missing by chance, as on a machine that is short of everything.
  if (isUnread(outcome)) outcome = await onBase();
  if (isUnread(outcome)) {
    plan = null;
    outcome = await onBase();
    // Its tests are not known, so nothing would show which of them break.
    if (!("stopped" in outcome) && outcome.end !== "good") return UNREAD;
  }
  if ("stopped" in outcome) return outcome;
  if (!isAllGood(outcome)) {
    // What fails by turns passed once, and has to go on passing.
    const again = await onBase();
    if (!("stopped" in again)) outcome = bestOutcome(outcome, again);
  }
  return { outcome, plan };
}

const UNREAD: StoppedRun = {
  stopped: "refused",
  why: "It fails on the project as it is, and left no report that says which tests do",
};

function isUnread(outcome: Outcome | StoppedRun): boolean {
  return !("stopped" in outcome) && outcome.isUnread;
}

function isAllGood({ end, tests }: Outcome): boolean {
  return end === "good" && [...tests.values()].every(({ failed }) => failed === 0);
}

function keptText({ outcome, plan }: BaseOutcome): string {
  const { tests, ...rest } = outcome;
  return JSON.stringify({ plan, outcome: { ...rest, failures: [], tests: [...tests] } });
}

/** Null where unreadable: it is made again. */
function readKept(text: string | null): BaseOutcome | null {
  const value = parsed(text);
  if (!isRecord(value) || !isRecord(value.outcome) || !Array.isArray(value.outcome.tests))
    return null;
  const tests = new Map(value.outcome.tests as [string, Tally][]);
  const outcome = { ...value.outcome, tests } as unknown as Outcome;
  return { outcome, plan: value.plan as CommandPlan | null };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
