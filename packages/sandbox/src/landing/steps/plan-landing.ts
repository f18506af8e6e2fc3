/**
 * Makes the plan of a landing from what a command changed: folders and files that are new, then what is replaced, then what goes.
 * A new folder moves as one. A folder that becomes writable does so first, one that becomes closed last.
 */
import type { BigIntStats } from "node:fs";
import { below, parentOf, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { lookAt, makeFolder, modeOf } from "../disk/byte-fs.ts";
import type { Folders } from "../disk/open-folders.ts";
import { isPlaced } from "../disk/placed-root.ts";
import type { Pieces } from "../disk/take-turns.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";
import { slotOf } from "./landed-journal.ts";
import type { PlanEntry, PlanStep } from "./plan.ts";
import { prepareRefill, type Refill } from "./refill.ts";
import { stageStep } from "./stage-step.ts";

export interface LandingDraft {
  readonly folder: string;
  readonly state: LandingState;
  readonly folders: readonly Folders[];
  /** The file or folder at each path that will change, as the search for conflicts saw it. */
  readonly standing: ReadonlyMap<UpperChange, BigIntStats>;
  readonly changes: readonly UpperChange[];
  /** Changes that stay out although the new folder that holds them lands. */
  readonly leftOut: readonly UpperChange[];
  /** The journal's folder for this landing. */
  readonly journal: string;
  readonly nextId: (place: "project" | "view") => string;
  /** Name of the staging folder in a root that no rename reaches. */
  readonly stagingName: string;
  /** Called before each thing that takes time; throws to give up. */
  readonly onStep: (name: string) => void;
  /** Called with the file or folder that will change, before anything is done to it. */
  readonly onFound: (change: UpperChange, found: BigIntStats) => void;
}

export interface PlannedSteps {
  readonly steps: readonly PlanStep[];
  /** By step: how what it brings looks, where it comes as it is. */
  readonly looks: ReadonlyMap<number, BigIntStats>;
  readonly entries: readonly PlanEntry[];
  readonly refills: readonly Refill[];
  readonly prunes: readonly { readonly from: string; readonly to: string }[];
}

/** Stages everything; throws what the system throws, and then only staging, journal folder and change times are different. */
export function* planLanding(draft: LandingDraft): Pieces<PlannedSteps> {
  const tops = draft.changes.filter(({ inside }) => !inside).toSorted(byOrder(draft));
  const steps: PlanStep[] = [];
  const looks = new Map<number, BigIntStats>();
  const refills: Refill[] = [];
  for (const change of tops) {
    draft.onStep(`plan ${change.at}`);
    const step =
      change.modeOnly === true ? modeStep(draft, change) : contentStep(draft, change, steps.length);
    const comesAsItIs = draft.state.roots[change.root]?.renames === true;
    if (step !== null && comesAsItIs && change.seen !== undefined && change.type === "file")
      looks.set(steps.length, change.seen.upper);
    const fresh = comesAsItIs && change.isMarked === true ? refillOf(draft, step, refills) : null;
    if (fresh !== null) refills.push(fresh.refill);
    if (step !== null) steps.push(fresh?.step ?? step);
    yield;
  }
  return {
    steps,
    looks,
    refills,
    entries: idsOf(steps.length, () => draft.nextId(placeOf(draft))).map((id, step) => ({
      id,
      step,
    })),
    prunes: prunesOf(draft),
  };
}

function placeOf({ state }: LandingDraft): "project" | "view" {
  return isPlaced(state.roots[0]?.root ?? "") ? "view" : "project";
}

/** Ids that sort as they are, of which only the first is drawn: to draw one costs as much as a look at a file. */
export function idsOf(count: number, nextId: () => string): readonly string[] {
  if (count === 0) return [];
  const first = nextId();
  const digits = String(count).length;
  return Array.from({ length: count }, (_none, index) =>
    index === 0 ? first : `${first}-${String(index).padStart(digits, "0")}`,
  );
}

function byOrder(draft: LandingDraft): (a: UpperChange, b: UpperChange) => number {
  const rank = (change: UpperChange): number => {
    if (change.modeOnly === true) return opens(draft, change) ? 0 : 6;
    if (change.kind === "added") return change.type === "directory" ? 1 : 2;
    return change.kind === "removed" ? 5 : 4;
  };
  return (a, b) => {
    const order = rank(a) - rank(b);
    if (order !== 0) return order;
    // Deepest first for what closes, so that what lies in it is still reached.
    return (a.at < b.at ? -1 : 1) * (rank(a) === 6 ? -1 : 1);
  };
}

function opens({ folders }: LandingDraft, { root, at, mode }: UpperChange): boolean {
  const now = modeOf(lookAt((folders[root] as Folders).to(at)));
  return (mode & ~now & 0o300) !== 0;
}

function modeStep({ folders, onFound }: LandingDraft, change: UpperChange): PlanStep | null {
  const { root, at, mode } = change;
  const now = lookAt((folders[root] as Folders).to(at));
  if (now === null) return null;
  onFound(change, now);
  return { do: "mode", root, at, mode, wasMode: modeOf(now) };
}

function contentStep(draft: LandingDraft, change: UpperChange, number: number): PlanStep | null {
  const { state, folders, leftOut, journal } = draft;
  const { root, at, kind } = change;
  const path = (folders[root] as Folders).to(at);
  const found = draft.standing.get(change) ?? null;
  // Another process removed it too.
  if (kind === "removed" && found === null) return null;
  if (found !== null) draft.onFound(change, found);
  const upper = toBytePath(state.roots[root]?.upper ?? "");
  return stageStep({
    root,
    at,
    path,
    found,
    number,
    onStep: draft.onStep,
    source: kind === "removed" ? null : below(upper, at),
    coming: change.seen?.upper,
    slot: slotOf(journal, number, "before"),
    staging: stagingOf(draft, root),
    copiesLinked: true,
    copiesFolders: isPlaced(state.roots[root]?.root ?? ""),
    skips: (source) => leftOut.some((out) => out.root === root && below(upper, out.at) === source),
  });
}

function stagingOf(
  { state, folders, stagingName }: LandingDraft,
  root: number,
): { readonly path: string; readonly name: string } | null {
  const at = state.roots[root];
  if (at === undefined || at.renames) return null;
  const pinned = folders[root] as Folders;
  if (lookAt(pinned.to(stagingName)) === null) makeFolder(pinned.to(stagingName));
  const path = parentOf(pinned.to(`${stagingName}/name`));
  return { path, name: below(toBytePath(at.root), stagingName) };
}

/** The step brings another folder, which has what the marked one holds. */
function refillOf(
  { folder }: LandingDraft,
  step: PlanStep | null,
  before: readonly Refill[],
): { readonly refill: Refill; readonly step: PlanStep } | null {
  if (step?.in === undefined) return null;
  const was = lookAt(step.in);
  const to = below(folder, `fresh/${before.length}`);
  const made = was === null ? null : prepareRefill(step.in, to, was);
  return made && { refill: made, step: { ...step, in: to, ino: String(lookAt(to)?.ino) } };
}

/** Moves left-out changes of a new folder aside first; where the folder is copied, they are just not copied. */
function prunesOf({ folder, state, leftOut, changes }: LandingDraft): PlannedSteps["prunes"] {
  const tops = leftOut.filter(
    ({ root, at, inside }) =>
      inside &&
      state.roots[root]?.renames === true &&
      !leftOut.some((other) => other.root === root && other.at !== at && isWithin(at, other.at)) &&
      changes.some((other) => other.root === root && isWithin(at, other.at)),
  );
  if (tops.length > 0) makeFolder(below(folder, "left"));
  return tops.map(({ root, at }, index) => ({
    from: below(toBytePath(state.roots[root]?.upper ?? ""), at),
    to: below(folder, `left/${index}`),
  }));
}
