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
  /** False where nobody could read what the command starts. */
  readonly isRead: boolean;
}

export async function baseOutcome(
  { base, ...run }: Omit<SideRun, "plan"> & { readonly base: string },
  effects: CheckEffects,
): Promise<BaseOutcome | StoppedRun> {
  const key = keyOf({ base, command: run.command });
  const kept = readKept(await effects.kept.get(key));
  if (kept !== null) return kept;
  const found = await measure(run, effects);
  // What could not be read may be read the next time, with a parser that this process has not loaded.
  if (!("stopped" in found) && found.isRead) await effects.kept.set(key, keptText(found));
  return found;
}

/** Keeps a view's outcome as that of the project once it has landed. What failed in it may fail by turns, and is run again. */
export async function keepLanded(
  named: { readonly base: string; readonly command: string },
  landed: Omit<BaseOutcome, "isRead">,
  { kept }: Pick<CheckEffects, "kept">,
): Promise<void> {
  if (isAllGood(landed.outcome)) await kept.set(keyOf(named), keptText(landed));
}

function keyOf({ base, command }: { readonly base: string; readonly command: string }): string {
  return digestOf({ form: 2, base, command });
}

async function measure(
  run: Omit<SideRun, "plan">,
  effects: CheckEffects,
): Promise<BaseOutcome | StoppedRun> {
  const { plan: found, isRead, missing } = await planCommand(run.command, effects);
  let plan = found !== null && isReachable(found) ? found : null;
  const onBase = () => runSide({ side: "base" }, { ...run, plan }, effects);
  let outcome = await onBase();
  // A report may be missing by chance, as on a machine that is short of everything.
  if (isUnread(outcome)) outcome = await onBase();
  if (isUnread(outcome)) {
    const fault = startFault(outcome, missing);
    if (fault !== null) return fault;
    plan = null;
    outcome = await onBase();
    // Its tests are not known, so nothing would show which of them break.
    if (!("stopped" in outcome) && outcome.end !== "good") return UNREAD;
  }
  if ("stopped" in outcome) return outcome;
  const fault = startFault(outcome, missing);
  if (fault !== null) return fault;
  if (!isAllGood(outcome)) {
    // What fails by turns passed once, and has to go on passing.
    const again = await onBase();
    if (!("stopped" in again)) outcome = bestOutcome(outcome, again);
  }
  return { outcome, plan, isRead };
}

/** The exit codes by which a shell says that it found no program, or may not start it. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/** Why the check did not even begin; null: it did. One that never begins fails on both sides alike, and shows nothing. */
function startFault(outcome: Outcome | StoppedRun, missing: string | null): StoppedRun | null {
  if ("stopped" in outcome || outcome.exitCode === 0 || outcome.tests.size > 0) return null;
  const { exitCode, output } = outcome;
  if (missing !== null)
    return { stopped: "refused", why: `package.json has no script "${missing}"` };
  if (!NOT_STARTED.includes(exitCode)) return null;
  const said = output.trim().split("\n").at(-1) ?? "";
  const why = `It cannot be started (exit code ${exitCode})${said === "" ? "" : `: ${said}`}`;
  return { stopped: "refused", why };
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

function keptText({ outcome, plan }: Omit<BaseOutcome, "isRead">): string {
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
  return { outcome, plan: value.plan as CommandPlan | null, isRead: true };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
