/**
 * Takes the steps of a plan through pinned folders, and takes them back. Every folder is pinned before the first step: what fails
 * then has changed nothing. Each step looks once more at what it replaces, and each can be met half done.
 */
import { chmodSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { isToolError, ToolError } from "@toolplane/contract";
import { clearTree, toFsPath, toText } from "@toolplane/disk/paths";
import { errorCode, isWithin } from "@toolplane/readings";
import { lookAt, modeOf, move } from "../disk/byte-fs.ts";
import { copyTree } from "../disk/copy-tree.ts";
import { linkOrCopy } from "../disk/link-or-copy.ts";
import { type Folders, openFolders } from "../disk/open-folders.ts";
import { type Pieces, takeAtOnce } from "../disk/take-turns.ts";
import { isAsPlanned, markTwins, type TwinStep } from "./is-as-planned.ts";
import type { Plan, PlanStep } from "./plan.ts";
import { refill, unfill } from "./refill.ts";
import { changedMeanwhile } from "./stage-step.ts";

export interface StepRun {
  /** No step of this plan was taken yet: until the first one there is nothing to take back. */
  readonly isFresh?: boolean | undefined;
  /** There was no wait since the plan was made. */
  readonly wasJustMade?: boolean | undefined;
  /** Called before each step; for tests that end the process there. */
  readonly onStep?: ((name: string) => void) | undefined;
}

/** Throws what failed when everything is as before; an `internal` ToolError when not even that could be had. */
export function* runSteps(plan: Plan, run: StepRun): Pieces<void> {
  const { onStep, isFresh = false, wasJustMade = false } = run;
  const folders: Folders[] = [];
  const begunElsewhere = !isFresh;
  let begun = begunElsewhere;
  try {
    for (const root of plan.roots) folders.push(openFolders(root));
    const steps = markTwins(plan, (step) => pinned(plan, folders, step));
    // A plan that was made just now was made from the files as they are; each step looks again.
    for (const step of wasJustMade ? [] : steps) {
      requireReady(folders, step, { mayBeDone: begunElsewhere });
      yield;
    }
    begun = true;
    for (const prune of plan.prunes) if (lookAt(prune.from) !== null) move(prune.from, prune.to);
    for (const folder of plan.refills ?? []) {
      onStep?.(`refill ${folder.to}`);
      yield* refill(folder, () => onStep?.(`half refill ${folder.to}`));
    }
    for (const step of steps) {
      onStep?.(`${step.do} ${step.at}`);
      takeStep(pathOf(folders, step), step, {
        mayBeDone: begunElsewhere,
        half: () => onStep?.(`half ${step.do} ${step.at}`),
      });
      yield;
    }
  } catch (error) {
    // In a plan that another process began, later steps may be done too.
    if (begun && folders.length === plan.roots.length) takeAllBack(plan, folders, error);
    throw error;
  } finally {
    for (const folder of folders) folder.close();
  }
}

/** Takes back the steps of a plan that this or another process began. Throws as `runSteps` does. */
export function takeStepsBack(plan: Plan): void {
  const folders = plan.roots.map(openFolders);
  try {
    takeAllBack(plan, folders, null);
  } finally {
    for (const folder of folders) folder.close();
  }
}

/** Pins the folder of the step's own name, and of what is staged inside a root. */
function pinned(plan: Plan, folders: readonly Folders[], step: PlanStep): PlanStep {
  pathOf(folders, step);
  const reach = (path: string): string => {
    const root = plan.roots.findIndex((folder) => isWithin(path, folder));
    return root < 0
      ? path
      : (folders[root] as Folders).to(path.slice((plan.roots[root] ?? "").length + 1));
  };
  const from = step.in === undefined ? undefined : reach(step.in);
  const out = step.out === undefined ? undefined : reach(step.out);
  // Only what is staged in a root has another path, and a landing has thousands of steps.
  if (from === step.in && out === step.out) return step;
  return {
    ...step,
    ...(from === undefined ? {} : { in: from }),
    ...(out === undefined ? {} : { out }),
  };
}

function pathOf(folders: readonly Folders[], { root, at }: PlanStep): string {
  return (folders[root] as Folders).to(at);
}

/** Requires that a step still to do finds the file that the plan was made for. */
function requireReady(
  folders: readonly Folders[],
  step: TwinStep,
  { mayBeDone }: { readonly mayBeDone: boolean },
): void {
  const path = pathOf(folders, step);
  if (mayBeDone && isDone(step, path)) return;
  if (step.do === "mode") {
    if (lookAt(path)?.isDirectory() !== true) throw changedMeanwhile(step.at);
  } else if (step.do === "add") requireFree(path, step);
  else if (step.do !== "swap" || isStanding(path, step)) requireSame(path, step, { mayBeDone });
}

function isDone(step: PlanStep, path: string): boolean {
  if (step.do === "mode") return false;
  if (step.do === "take") return !isStanding(path, step);
  return lookAt(step.in ?? "") === null;
}

/** True when what the step takes away is still at its path. */
function isStanding(path: string, { clears, out, was }: PlanStep): boolean {
  return clears === true ? String(lookAt(path)?.ino) === was?.ino : lookAt(out ?? "") === null;
}

/** Takes away what stands at the path. */
function takeAway(path: string, { clears, out = "" }: PlanStep): void {
  if (clears === true) clearTree(path);
  else move(path, out);
}

function takeStep(
  path: string,
  step: TwinStep,
  { mayBeDone, half }: { readonly mayBeDone: boolean; readonly half: () => void },
): void {
  const { in: from = "", out = "", mode = 0 } = step;
  if (step.do === "mode") chmodSync(toFsPath(path), mode);
  else if (mayBeDone && isDone(step, path)) mendMode(step.do === "take" ? out : path, step);
  else if (step.do === "take") {
    requireSame(path, step);
    takeAway(path, step);
  } else if (step.do === "over") {
    requireSame(path, step, { mayBeDone });
    if (step.keeps === true) keepStanding(path, step, { mayBeDone, half });
    renameSync(toFsPath(from), toFsPath(path));
  } else {
    if (step.do === "swap" && isStanding(path, step)) {
      requireSame(path, step);
      takeAway(path, step);
      half();
    }
    place(path, step, half);
  }
}

/** Keeps the file at the path: an undo brings back the one that is there when this is done. */
function keepStanding(
  path: string,
  step: TwinStep,
  { mayBeDone, half }: { readonly mayBeDone: boolean; readonly half: () => void },
): void {
  const kept = linkOrCopy(path, step.out ?? "");
  if (kept === "there" && !mayBeDone)
    throw new ToolError("failed", `something lies where ${toText(step.at)} would be kept`);
  // A copy takes its time, and leaves the change time as it was.
  if (kept === "copied") requireSame(path, step);
  half();
}

/** A folder that was closed to its owner is open while it is moved, and a process can end just then. */
function mendMode(path: string, step: PlanStep): void {
  const wanted = step.do === "take" ? step.wasMode : step.mode;
  const stat = lookAt(path);
  if (wanted === undefined || stat?.isDirectory() !== true || modeOf(stat) === wanted) return;
  chmodSync(toFsPath(path), wanted);
}

/** Puts `in` where nothing is, and never over a file that was made there meanwhile: a link is made in no taken place. */
function place(path: string, step: PlanStep, half: () => void): void {
  const { in: from = "" } = step;
  try {
    linkSync(toFsPath(from), toFsPath(path));
  } catch (error) {
    // A folder has no links; a file may have one of this name already, from a step that was met half done.
    if (lookAt(from)?.isDirectory() === true) {
      placeFolder(path, step);
      return;
    }
    if (errorCode(error) !== "EEXIST") throw error;
    requireFree(path, step);
  }
  half();
  unlinkSync(toFsPath(from));
}

function placeFolder(path: string, step: PlanStep): void {
  requireFree(path, step);
  move(step.in ?? "", path);
  mendMode(path, step);
}

function requireFree(path: string, step: PlanStep): void {
  const stat = lookAt(path);
  if (stat !== null && String(stat.ino) !== step.ino) throw changedMeanwhile(step.at);
}

function requireSame(
  path: string,
  step: TwinStep,
  { mayBeDone }: { readonly mayBeDone: boolean } = { mayBeDone: false },
): void {
  if (!isAsPlanned(path, step, { mayBeDone })) throw changedMeanwhile(step.at);
}

function takeAllBack(plan: Plan, folders: readonly Folders[], error: unknown): void {
  const stuck: string[] = [];
  const attempt = (at: string, work: () => void) => {
    try {
      work();
    } catch (fault) {
      stuck.push(`${toText(at)}: ${String(fault)}`);
    }
  };
  for (const step of plan.steps.toReversed())
    attempt(step.at, () => takeBack(pathOf(folders, step), pinned(plan, folders, step)));
  for (const folder of plan.refills ?? []) attempt(folder.from, () => takeAtOnce(unfill(folder)));
  for (const { from, to } of plan.prunes)
    attempt(from, () => {
      if (lookAt(to) !== null) move(to, from);
    });
  if (stuck.length === 0) return;
  throw new ToolError("internal", "The landing failed, and not all of it could be taken back", {
    cause: error,
    detail: { stuck, error: isToolError(error) ? error.message : String(error) },
  });
}

/** Takes back the done part of a step; a file that was changed since stays as it is. */
function takeBack(path: string, step: PlanStep): void {
  const { in: from = "", out = "" } = step;
  const stat = lookAt(path);
  if (step.do === "mode") {
    if (stat !== null && step.wasMode !== undefined) chmodSync(toFsPath(path), step.wasMode);
    return;
  }
  if (step.do !== "take") {
    const ours = stat !== null && String(stat.ino) === step.ino;
    if (ours && lookAt(from) === null) bringHome(path, from, step.do === "over");
    else if (ours && step.do !== "over") unlinkSync(toFsPath(path));
  }
  if (step.do === "over") {
    const now = lookAt(path);
    // A step that was not begun has nothing to bring back: another process removed the file.
    const isGone = now === null || String(now.ino) === step.ino;
    if (isGone && lookAt(out) !== null) renameSync(toFsPath(out), toFsPath(path));
  } else if (step.clears === true) restoreFolder(path, step);
  else if (step.do !== "add" && lookAt(out) !== null && lookAt(path) === null) {
    move(out, path);
    mendMode(path, { ...step, do: "take" });
  } else if (step.do !== "add" && String(lookAt(path)?.ino) === step.was?.ino)
    mendMode(path, { ...step, do: "take" });
}

/** Removing a folder can be cut off in the middle, so all of it is put back. */
function restoreFolder(path: string, step: PlanStep): void {
  const now = lookAt(path);
  if (now !== null && String(now.ino) !== step.was?.ino) return;
  clearTree(path);
  copyTree(step.out ?? "", path);
  mendMode(path, { ...step, do: "take" });
}

function bringHome(path: string, from: string, stays: boolean): void {
  if (stays) linkSync(toFsPath(path), toFsPath(from));
  else move(path, from);
}
