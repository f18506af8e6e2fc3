/**
 * What killed processes left. A call without a plan changed nothing and is dropped, unless it waits for a person. One with a plan
 * goes forward, after what it replaces was looked at again; where somebody changed that meanwhile, all of it is taken back,
 * and a set then waits. Folders inside roots go with their call.
 */
import { unlinkSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import { isProcessRunning } from "../ground/process-name.ts";
import { below, toFsPath } from "../paths/byte-path.ts";
import { lookAt, namesIn } from "./byte-fs.ts";
import { type CallState, readState, writeState } from "./call-state.ts";
import { clearTree } from "./clear-tree.ts";
import { type FinishParts, finishPlan } from "./finish-plan.ts";
import { closeUppers } from "./open-uppers.ts";
import { type Plan, readPlan } from "./plan.ts";
import { runSteps } from "./run-steps.ts";
import { takeTurns } from "./take-turns.ts";

export interface RecoverParts extends FinishParts {
  readonly calls: string;
  readonly lock: (roots: readonly string[], work: () => Promise<void>) => Promise<void>;
  readonly onNotice: (text: string) => void;
}

export async function recoverCalls(parts: RecoverParts): Promise<void> {
  if (lookAt(parts.calls) === null) return;
  for (const name of namesIn(parts.calls).toSorted()) {
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
  if (owner !== undefined && isProcessRunning(owner)) return;
  if (plan !== null)
    return parts.lock(plan.roots, async () => {
      if (readPlan(folder) !== null) await goForward({ folder, plan, state }, parts);
    });
  for (const staging of state?.staging ?? []) clearTree(staging);
  if (state?.kept === undefined) clearTree(folder);
}

async function goForward(
  { folder, plan, state }: { folder: string; plan: Plan; state: CallState | null },
  parts: RecoverParts,
): Promise<void> {
  try {
    if (plan.done !== true) await takeTurns(runSteps(plan, parts));
  } catch (error) {
    if (isToolError(error) && error.code === "internal") throw error;
    unlinkSync(toFsPath(`${folder}/plan.json`));
    for (const staging of plan.staging) clearTree(staging);
    if (plan.end.do === "journal") clearTree(plan.end.journal);
    parts.onNotice(
      "A landing was cut short, and what it replaces was changed since: it was taken back and waits",
    );
    if (state === null || plan.end.do === "mark") return clearTree(folder);
    const modes = plan.steps.filter((step) => step.do === "mode");
    closeUppers(
      state,
      modes.map(({ root, at, mode = 0 }) => ({ root, at, mode })),
    );
    return keepAgain(folder, state);
  }
  await finishPlan(folder, plan, parts);
  parts.onNotice(`A landing that was cut short is finished: ${plan.steps.length} changes`);
}

function keepAgain(folder: string, state: CallState): void {
  const counts = { added: 0, changed: 0, removed: 0 };
  const landing = { state: "kept", why: "conflict", counts, changes: [] } as const;
  const { staging: _staging, ...rest } = state;
  writeState(folder, { ...rest, kept: state.kept ?? { landing, bytes: 0 } });
}
