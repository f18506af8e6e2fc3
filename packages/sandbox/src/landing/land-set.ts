/**
 * Lands what was decided: conflicts, plan, steps, journal. Runs while the roots are locked, and comes to one of three ends: it is
 * all there; nothing of it is and everything is as before; or (a disk that fails twice) the plan stays, for the next start.
 */
import { type BigIntStats, unlinkSync } from "node:fs";
import { isToolError, type RefusedChange, ToolError } from "@toolplane/contract";
import { processName } from "@toolplane/disk/ground";
import { below, clearTree, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { errorCode, isWithin } from "@toolplane/readings";
import { type Clashes, findClashes, ownKey } from "./changes/find-clashes.ts";
import { lookAt } from "./disk/byte-fs.ts";
import { type Folders, openFolders } from "./disk/open-folders.ts";
import { rootName } from "./disk/placed-root.ts";
import { syncDisk, syncLayer } from "./disk/sync-layer.ts";
import { takeTurns } from "./disk/take-turns.ts";
import { type LandingState, writeState } from "./state/landing-state.ts";
import { lastingIndexes } from "./state/lasting-indexes.ts";
import { closePlanLater, type FinishParts, finishPlan, writeDown } from "./steps/finish-plan.ts";
import { closeLandedFolder, openLandedFolder } from "./steps/landed-journal.ts";
import type { LateSyncs } from "./steps/late-syncs.ts";
import { closeUppers, openUppers } from "./steps/open-uppers.ts";
import { incomingOf, markLanded, type Plan, writePlan } from "./steps/plan.ts";
import { type PlannedSteps, planLanding } from "./steps/plan-landing.ts";
import { runSteps } from "./steps/run-steps.ts";
import { pathOf, type UpperChange } from "./upper/upper-change.ts";

export interface LandSet extends FinishParts {
  /** The call's folder, a byte path. */
  readonly folder: string;
  readonly state: LandingState;
  readonly changes: readonly UpperChange[];
  /** Texts of paths that stay out. */
  readonly without: readonly string[];
  readonly journals: string;
  /** Bytes that the journal must keep for this set. */
  readonly beforeBytes: number;
  /** False: it is too much, and a person accepted that. */
  readonly keeps: boolean;
  readonly atMs: number;
  readonly nextId: (place: "project" | "view") => string;
  /** Resolves when the incoming files are on disk; rejects when that cannot be had. */
  readonly synced: Promise<void> | undefined;
  /** Set where it is brought to disk afterwards. */
  readonly late: LateSync | undefined;
  /** Throws when time is up or the call was cancelled. */
  readonly goOn: () => void;
}

export interface LateSync {
  /** Names this boot of the machine: what was mounted before it is gone. */
  readonly boot: string;
  readonly later: LateSyncs;
}

export type LandOutcome =
  | {
      readonly end: "landed";
      readonly landed: readonly UpperChange[];
      readonly heldBack: number;
      readonly undo: readonly string[];
      /** The fault that came after everything had landed. */
      readonly fault?: unknown;
    }
  | { readonly end: "conflict" | "failed" | "stopped"; readonly refused: readonly RefusedChange[] };

export async function landSet(set: LandSet): Promise<LandOutcome> {
  const { state } = set;
  const picked = pick(set);
  const folders: Folders[] = [];
  try {
    for (const { root } of state.roots) folders.push(openFolders(toBytePath(root)));
    const tops = picked.lands.filter(({ inside }) => !inside);
    const { clashes, standing } = await findClashes({ state, changes: tops, folders });
    if (clashes.length > 0) return { end: "conflict", refused: clashes };
    return await landPicked(set, picked, { folders, standing });
  } catch (error) {
    return outcomeOf(set, error);
  } finally {
    for (const folder of folders) folder.close();
  }
}

interface Picked {
  readonly lands: readonly UpperChange[];
  readonly leftOut: readonly UpperChange[];
  readonly heldBack: number;
}

/** Picks the changes that land. Where something stays out, nothing is removed either: the two may have belonged together. */
function pick({ changes, without, state }: LandSet): Picked {
  if (without.length === 0) return { lands: changes, leftOut: [], heldBack: 0 };
  const roots = state.roots.map(({ root }) => root);
  const isLeft = (change: UpperChange) =>
    without.some((path) => isWithin(pathOf(change, roots), path));
  const held = changes.filter(
    (change) => !isLeft(change) && (change.kind === "removed" || change.tree === true),
  );
  const leftOut = changes.filter(
    (change) =>
      isLeft(change) ||
      held.some(({ root, at }) => root === change.root && isWithin(change.at, at)),
  );
  const out = new Set(leftOut);
  return { lands: changes.filter((one) => !out.has(one)), leftOut, heldBack: held.length };
}

async function landPicked(
  set: LandSet,
  picked: Picked,
  {
    folders,
    standing,
  }: { readonly folders: readonly Folders[]; readonly standing: Clashes["standing"] },
): Promise<LandOutcome> {
  const journal = openLandedFolder(set.journals, nameOfFolder(set.folder));
  const staging = stagingOf(set);
  const closed = set.changes.filter(({ modeOnly }) => modeOnly === true);
  const found: Found[] = [];
  const made = { journal, staging, found, standing, folders, closed };
  let plan: Plan;
  let looks: PlannedSteps["looks"];
  try {
    if (staging.length > 0) {
      const indexes = lastingIndexes(set.folder, set.state.indexes, set.changes);
      writeState(set.folder, { ...set.state, indexes, staging });
    }
    openUppers(set.state, closed);
    const drafted = planLanding({
      folder: set.folder,
      state: set.state,
      folders,
      standing,
      journal,
      nextId: set.nextId,
      changes: picked.lands,
      leftOut: picked.leftOut,
      stagingName: stagingName(set.folder),
      onStep: (name) => {
        set.goOn();
        set.onStep?.(name);
      },
      onFound: (change, stat) => void found.push({ change, stat }),
    });
    const planned = await takeTurns(drafted);
    plan = planOf(set, { planned, journal, staging });
    looks = planned.looks;
    await set.synced;
    set.goOn();
    set.onStep?.("write plan");
    writePlan(set.folder, plan);
  } catch (error) {
    giveUp(set, made);
    throw error;
  }
  try {
    set.onStep?.("planned");
    const wasJustMade = set.late !== undefined;
    await takeTurns(runSteps(plan, { onStep: set.onStep, isFresh: true, wasJustMade }));
    if (plan.boot !== undefined) markLanded(set.folder);
  } catch (error) {
    if (isToolError(error) && error.code === "internal") throw error;
    unlinkSync(toFsPath(`${set.folder}/plan.json`));
    giveUp(set, made);
    throw error;
  }
  return finish({ ...set, looks, areNew: true }, plan, picked);
}

async function finish(set: LandSet, plan: Plan, picked: Picked): Promise<LandOutcome> {
  const { lands: landed, heldBack } = picked;
  try {
    if (set.late === undefined) await finishPlan(set.folder, plan, set);
    else await finishLater(set, plan, set.late);
    return { end: "landed", landed, heldBack, undo: plan.end.entries.map(({ id }) => id) };
  } catch (fault) {
    // Everything has landed. What is left to write down is done at the next start.
    return { end: "landed", landed, heldBack, undo: [], fault };
  }
}

/** Writes the undo record before it returns; the disk has it all when the plan has ended. */
async function finishLater(set: LandSet, plan: Plan, { later }: LateSync): Promise<void> {
  const { store } = set;
  await writeDown(set.folder, plan, { ...set, flushesLater: store.flush !== undefined });
  later.add({
    async sync() {
      // The answer goes first: to start a program for the disk takes this thread.
      await new Promise((resolve) => setImmediate(resolve));
      await syncLayer(syncDisk(set.folder), () => incomingOf(plan));
      // A store may lie on another disk.
      await store.flush?.();
    },
    end: () => closePlanLater(set.folder, set),
  });
}

function planOf(
  set: LandSet,
  made: {
    readonly planned: PlannedSteps;
    readonly journal: string;
    readonly staging: readonly string[];
  },
): Plan {
  const { sessionId, callId, roots } = set.state;
  const { planned, journal, staging } = made;
  return {
    version: 1,
    owner: processName(),
    roots: roots.map(({ root }) => toBytePath(root)),
    prunes: planned.prunes,
    steps: planned.steps,
    staging,
    ...(planned.refills.length === 0 ? {} : { refills: planned.refills }),
    ...(set.late === undefined ? {} : { boot: set.late.boot }),
    end: {
      do: "journal",
      sessionId,
      callId,
      atMs: set.atMs,
      journal,
      bytes: set.beforeBytes,
      entries: set.keeps ? planned.entries : [],
    },
  };
}

function nameOfFolder(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

export function stagingName(folder: string): string {
  return `.toolplane-landing-${folder.slice(-16)}`;
}

function stagingOf({ state, folder }: LandSet): readonly string[] {
  return state.roots
    .filter(({ renames }) => !renames)
    .map(({ root }) => below(toBytePath(root), stagingName(folder)));
}

interface Found {
  readonly change: UpperChange;
  readonly stat: BigIntStats;
}

/** The facts of a file or folder, but for its change time. */
function factsOf({ ino, mode, size, mtimeNs }: BigIntStats): string {
  return [ino, mode, size, mtimeNs].join(" ");
}

/**
 * Takes away what was prepared. Linking a file and moving it back changed its change time: that was us. The call remembers it,
 * so that the set can still land later.
 */
function giveUp(
  { state }: LandSet,
  made: {
    readonly journal: string;
    readonly staging: readonly string[];
    readonly found: readonly Found[];
    readonly standing: Clashes["standing"];
    readonly folders: readonly Folders[];
    readonly closed: readonly UpperChange[];
  },
): void {
  closeUppers(state, made.closed);
  closeLandedFolder(made.journal);
  for (const staging of made.staging) clearTree(staging);
  const touched = new Set(made.found.map(({ stat }) => stat.ino));
  // A change to one name of a file is a change to its other names.
  const twins = [...made.standing].filter(([, stat]) => stat.nlink > 1n && touched.has(stat.ino));
  const ours = [...made.found, ...twins.map(([change, stat]) => ({ change, stat }))];
  for (const { change, stat } of ours) {
    const now = lookAt((made.folders[change.root] as Folders).to(change.at));
    if (now !== null && factsOf(now) === factsOf(stat))
      state.own[ownKey(change)] = String(now.ctimeNs);
  }
}

function outcomeOf({ state }: LandSet, error: unknown): LandOutcome {
  if (isToolError(error) && error.code === "cancelled") return { end: "stopped", refused: [] };
  if (isToolError(error) && error.code === "conflict") {
    const { at } = (error.detail ?? {}) as { readonly at?: unknown };
    const root = rootName(state.roots[0]?.root ?? "");
    const path = typeof at === "string" ? below(root, toText(at)) : root;
    return { end: "conflict", refused: [{ path, reason: error.message }] };
  }
  return {
    end: "failed",
    refused: [{ path: rootName(state.roots[0]?.root ?? ""), reason: say(error) }],
  };
}

function say(error: unknown): string {
  if (isToolError(error)) return error.message;
  const code = errorCode(error);
  if (code === "ENOSPC") return "no space is left, so nothing was changed";
  if (code === "EDQUOT") return "the quota is used up, so nothing was changed";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return "the system does not permit it, so nothing was changed";
  if (code === undefined) throw new ToolError("internal", "The landing failed", { cause: error });
  return `the system says ${code}, so nothing was changed`;
}
