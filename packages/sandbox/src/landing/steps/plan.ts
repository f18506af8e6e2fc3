/** The write-ahead list of a landing. Once it is on disk the landing happens, whatever dies. All paths are byte paths. */
import { renameSync } from "node:fs";
import { rename } from "node:fs/promises";
import { below, clearTree, toFsPath } from "@toolplane/disk/paths";
import { lookAt } from "../disk/byte-fs.ts";
import { readJson, replaceFile, writeFirst } from "../state/landing-state.ts";
import type { Refill } from "./refill.ts";

/** The file or folder at a path when the plan was made. */
export interface Identity {
  readonly ino: string;
  readonly ctimeNs: string;
  /**
   * Set for a file whose links change in the landing, its own or another name's: that changes its change time and neither of
   * these.
   */
  readonly size?: string;
  readonly mtimeNs?: string;
}

/**
 * One step. Its taken names show how far it came, so that one that was met half done can be finished:
 * - `add`: `in` goes where nothing is.
 * - `over`: the file `in` replaces a file, which `out` holds already; with `keeps` the step itself puts it there first.
 * - `swap`: the file there goes to `out`, then `in` takes its place.
 * - `take`: the file there goes to `out`.
 * - `mode`: a folder gets another mode.
 */
export interface PlanStep {
  readonly do: "add" | "over" | "swap" | "take" | "mode";
  readonly root: number;
  readonly at: string;
  readonly in?: string;
  readonly out?: string;
  readonly keeps?: true;
  /** The folder there is removed, and `out` is a copy of it: an overlay moves no folder that it has from a layer below. */
  readonly clears?: true;
  readonly was?: Identity;
  /** Inode and mode of `in`. */
  readonly ino?: string;
  readonly mode?: number;
  readonly wasMode?: number;
}

/** A journal entry for a step. */
export interface PlanEntry {
  readonly id: string;
  readonly step: number;
}

export interface Plan {
  readonly version: 1;
  readonly owner: string;
  /** Set where what lands was not on disk before the plan was: the run of the machine that wrote it. */
  readonly boot?: string;
  readonly roots: readonly string[];
  /** Moves inside the upper layers before the first step: what does not come along. */
  readonly prunes: readonly { readonly from: string; readonly to: string }[];
  /** Folders of the upper layers that are emptied into others before the first step. */
  readonly refills?: readonly Refill[];
  readonly steps: readonly PlanStep[];
  readonly end: PlanEnd;
  /** Folders inside the roots that go when all is done. */
  readonly staging: readonly string[];
  /** Every step is done; only `end` is left. */
  readonly done?: true;
}

/** The end of a plan, when every step is done. */
export type PlanEnd =
  | {
      readonly do: "journal";
      readonly sessionId: string;
      readonly callId: string;
      readonly atMs: number;
      /** Folder of the journal that holds the files from before. */
      readonly journal: string;
      readonly bytes: number;
      /** Empty: it is too much to be kept, and goes. */
      readonly entries: readonly PlanEntry[];
    }
  | {
      readonly do: "mark";
      /** A plan of an older version has none. */
      readonly sessionId?: string;
      readonly journal: string;
      readonly undone: boolean;
      /** Bytes that the journal keeps for this landing afterwards. */
      readonly bytes: number;
      readonly entries: readonly PlanEntry[];
    }
  | OutputsEnd;

/** Joins what a process that runs on changed in its outputs to what it changed before. */
export interface OutputsEnd {
  readonly do: "outputs";
  readonly sessionId: string;
  readonly callId: string;
  readonly atMs: number;
  readonly journal: string;
  /** Bytes that the journal keeps for this process afterwards. */
  readonly bytes: number;
  readonly renames: readonly boolean[];
  /** Paths that it changes for the first time, and their places in the list. */
  readonly entries: readonly (PlanEntry & { readonly index: number })[];
  /** Places of entries whose path it changes again: only how that looks now is written down. */
  readonly renews: readonly number[];
}

export function writePlan(
  folder: string,
  plan: Plan,
  { sync }: { readonly sync: boolean } = { sync: true },
): void {
  const path = `${folder}/plan.json`;
  const text = JSON.stringify(plan);
  if (lookAt(path) === null && sync) writeFirst(path, text);
  else replaceFile(path, text, { sync });
}

export function readPlan(folder: string): Plan | null {
  return readJson<Plan>(`${folder}/plan.json`);
}

/** Takes staging away when every step is done: from then on the steps must not be looked at again. */
export function clearStaging(folder: string, plan: Plan): Plan {
  if (plan.staging.length === 0) return plan;
  const done: Plan = { ...plan, done: true };
  // A process that was killed may have taken away a part of it.
  if (plan.done !== true) writePlan(folder, done);
  for (const staging of plan.staging) clearTree(staging);
  return done;
}

/** Every step is done. Said beside the plan, which is on disk already and may be large. */
export function markLanded(folder: string): void {
  replaceFile(`${folder}/landed`, "", { sync: false });
}

export function hasLanded(folder: string): boolean {
  return lookAt(`${folder}/landed`) !== null;
}

/** The files that the steps brought, where they lie now; for bringing them to disk one by one. */
export function incomingOf({ roots, steps }: Plan): readonly string[] {
  return steps
    .filter((step) => step.in !== undefined)
    .map(({ root, at }) => below(roots[root] ?? "", at))
    .filter((path) => lookAt(path) !== null);
}

/** From here on there is nothing to finish. */
export function endPlan(folder: string): void {
  renameSync(toFsPath(`${folder}/plan.json`), toFsPath(`${folder}/done.json`));
}

export async function endPlanLater(folder: string): Promise<void> {
  await rename(toFsPath(`${folder}/plan.json`), toFsPath(`${folder}/done.json`));
}
