/** Tells whether a path holds what a step was planned for, or became different by nothing but the plan itself. */
import type { BigIntStats } from "node:fs";
import { parentOf } from "@toolplane/disk/paths";
import { lookAt, modeOf } from "../disk/byte-fs.ts";
import { sameBytes } from "../disk/same-bytes.ts";
import { takeAtOnce } from "../disk/take-turns.ts";
import { slotOf } from "./landed-journal.ts";
import type { Plan, PlanStep } from "./plan.ts";
import { COPY } from "./stage-step.ts";

/** A step, and where a copy of what it replaces may lie when another step has another name of the same file. */
export interface TwinStep extends PlanStep {
  readonly twin?: readonly string[];
}

/** The steps as `pin` gives them; those that share a file know it. */
export function markTwins(plan: Plan, pin: (step: PlanStep) => PlanStep): readonly TwinStep[] {
  const names = new Map<string, number>();
  for (const { was } of plan.steps) if (was?.size !== undefined) count(names, was.ino);
  return plan.steps.map((step, index) => {
    const pinned = pin(step);
    if ((names.get(step.was?.ino ?? "") ?? 0) < 2) return pinned;
    const slot = slotOf(plan.end.journal, index, "before");
    return { ...pinned, twin: plan.end.do === "journal" ? [`${slot}${COPY}`, slot] : [] };
  });
}

function count(names: Map<string, number>, ino: string): void {
  names.set(ino, (names.get(ino) ?? 0) + 1);
}

/** `mayBeDone`: another process began the step. */
export function isAsPlanned(
  path: string,
  step: TwinStep,
  { mayBeDone }: { readonly mayBeDone: boolean },
): boolean {
  const stat = lookAt(path);
  if (stat === null || String(stat.ino) !== step.was?.ino) return false;
  if (String(stat.ctimeNs) === step.was.ctimeNs) return true;
  if (String(stat.size) !== step.was.size || String(stat.mtimeNs) !== step.was.mtimeNs)
    return false;
  return (mayBeDone && isHalfKept(stat, step)) || isTwin(path, stat, step);
}

/**
 * True when nothing but the link of a step that was cut short changed a file. That link was the last that came into the journal's
 * folder, so any other change to the file since is later than the change of the folder.
 */
function isHalfKept(stat: BigIntStats, { keeps, out = "" }: PlanStep): boolean {
  if (keeps !== true) return false;
  const kept = lookAt(out);
  const folder = lookAt(`${parentOf(out)}/.`);
  return kept?.ino === stat.ino && folder !== null && stat.ctimeNs <= folder.mtimeNs;
}

/**
 * A file of two names, both of which the plan changes: what is done to the one changes the time of the other. So it must hold
 * what was copied of it when the plan was made. An undo keeps the very file, and compared it by the same facts just before.
 */
function isTwin(path: string, stat: BigIntStats, { twin, wasMode }: TwinStep): boolean {
  if (twin === undefined || modeOf(stat) !== wasMode) return false;
  if (twin.length === 0) return true;
  const copy = twin.find((name) => {
    const kept = lookAt(name);
    return kept !== null && kept.ino !== stat.ino;
  });
  return copy !== undefined && takeAtOnce(sameBytes(path, copy));
}
