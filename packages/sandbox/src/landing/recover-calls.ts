/**
 * Recovers the calls of killed processes. A call without a plan changed nothing and is dropped, unless it waits for a person. One
 * with a plan goes forward, after the files it replaces were looked at again. Where another process changed those meanwhile, all
 * of it is taken back, and a set then waits. Folders inside roots go with their call. After the end of the machine itself, a
 * landing that was not yet on disk stays only where all of it is there.
 */
import { rmSync, unlinkSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import { bootId, isProcessRunning } from "@toolplane/disk/ground";
import { below, clearTree, parentOf, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "./disk/byte-fs.ts";
import { isPlaced, placeOf, rootFolder } from "./disk/placed-root.ts";
import { syncDisk, syncLayer } from "./disk/sync-layer.ts";
import { takeTurns } from "./disk/take-turns.ts";
import { type LandingState, readState, writeState } from "./state/landing-state.ts";
import { arrivedWhole } from "./steps/arrived-whole.ts";
import { closePlan, type FinishParts, writeDown } from "./steps/finish-plan.ts";
import { closeUppers } from "./steps/open-uppers.ts";
import { hasLanded, incomingOf, type Plan, readPlan } from "./steps/plan.ts";
import { runSteps, takeStepsBack } from "./steps/run-steps.ts";

export interface RecoverParts extends FinishParts {
  readonly calls: string;
  readonly lock: (roots: readonly string[], work: () => Promise<void>) => Promise<void>;
  readonly onNotice: (text: string) => void;
  /** The user data, in which processes have their marks. */
  readonly userData: string;
}

export async function recoverCalls(parts: RecoverParts): Promise<void> {
  if (lookAt(parts.calls) === null) return;
  // The newest first: a file that is taken back may lie where an older landing put something.
  for (const name of namesIn(parts.calls).toSorted().reverse()) {
    try {
      await recoverCall(below(parts.calls, name), parts);
    } catch (error) {
      // One that cannot be finished must not keep the others from it.
      parts.onNotice(`A landing that was cut short could not be finished: ${String(error)}`);
    }
  }
}

async function recoverCall(folder: string, parts: RecoverParts): Promise<void> {
  const plan = readPlan(folder);
  const state = readState(folder);
  const owner = plan?.owner ?? state?.owner;
  if (owner !== undefined && isProcessRunning(owner, parts.userData)) return;
  // What was to land in a view waits until that is mounted again; of one that is gone nothing is left to do.
  const places = (state?.roots ?? []).flatMap(({ root }) =>
    isPlaced(root) ? [toBytePath(root)] : [],
  );
  if (places.some((root) => lookAt(parentOf(placeOf(root))) === null)) return clearTree(folder);
  if ([...(plan?.roots ?? []), ...places].some((root) => lookAt(rootFolder(root)) === null)) return;
  if (plan !== null)
    return parts.lock(plan.roots, async () => {
      if (readPlan(folder) !== null) await goForward({ folder, plan, state }, parts);
    });
  for (const staging of state?.staging ?? []) clearTree(staging);
  if (state?.kept === undefined) clearTree(folder);
}

/** True when a call of a killed process waits for the view that is reached at this place. */
export function isCutAt(
  place: string,
  { calls, userData }: Pick<RecoverParts, "calls" | "userData">,
): boolean {
  if (lookAt(calls) === null) return false;
  return namesIn(calls).some((name) => {
    const state = readState(below(calls, name));
    return (
      state !== null &&
      state.kept === undefined &&
      state.roots.some(({ root }) => placeOf(root) === place) &&
      !isProcessRunning(state.owner, userData)
    );
  });
}

interface LeftCall {
  readonly folder: string;
  readonly plan: Plan;
  readonly state: LandingState | null;
}

async function goForward({ folder, plan, state }: LeftCall, parts: RecoverParts): Promise<void> {
  const { boot } = plan;
  const wasLost = boot !== undefined && boot !== bootId();
  if (wasLost && !arrivedWhole(plan)) {
    takeStepsBack(plan);
    parts.onNotice(
      "The machine stopped before a landing was on disk: it was taken back and waits, but may not be whole",
    );
    letWait({ folder, plan, state });
    return;
  }
  try {
    const isDone = wasLost || plan.done === true || hasLanded(folder);
    if (!isDone) await takeTurns(runSteps(plan, parts));
  } catch (error) {
    if (isToolError(error) && error.code === "internal") throw error;
    parts.onNotice(
      "A landing was cut short, and what it replaces was changed since: it was taken back and waits",
    );
    letWait({ folder, plan, state });
    return;
  }
  await writeDown(folder, plan, parts);
  // Not all of it may be on disk yet, and without the plan no later start would check again.
  if (boot !== undefined) await syncLayer(syncDisk(folder), () => incomingOf(plan));
  closePlan(folder, parts);
  parts.onNotice(`A landing that was cut short is finished: ${plan.steps.length} changes`);
}

function letWait({ folder, plan, state }: LeftCall): void {
  unlinkSync(toFsPath(`${folder}/plan.json`));
  // It may land again by another plan.
  rmSync(toFsPath(`${folder}/landed`), { force: true });
  for (const staging of plan.staging) clearTree(staging);
  if (plan.end.do === "journal") clearTree(plan.end.journal);
  if (state === null || plan.end.do !== "journal") {
    clearTree(folder);
    return;
  }
  const modes = plan.steps.filter((step) => step.do === "mode");
  closeUppers(
    state,
    modes.map(({ root, at, mode = 0 }) => ({ root, at, mode })),
  );
  const counts = { added: 0, changed: 0, removed: 0 };
  const landing = { state: "kept", why: "conflict", counts, changes: [] } as const;
  const { staging: _staging, ...rest } = state;
  writeState(folder, { ...rest, kept: state.kept ?? { landing, bytes: 0 } });
}
