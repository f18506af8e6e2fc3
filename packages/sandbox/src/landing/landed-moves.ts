/**
 * Takes entries of a landing back, or makes them again: the file at each path and the one in the journal change places. Planned
 * write-ahead as a landing is, so that a process that is killed leaves all of them moved, or none. Nothing is removed that was
 * changed since.
 */
import { chmodSync } from "node:fs";
import type { JournalEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { FileStep } from "@toolplane/disk/files";
import { systemFault } from "@toolplane/disk/files";
import { processName } from "@toolplane/disk/ground";
import { below, clearTree, parentOf, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { folderName } from "./begin-call.ts";
import { lookAt, makeFolder, modeOf } from "./disk/byte-fs.ts";
import { bytesAt } from "./disk/bytes-at.ts";
import { lockRoots } from "./disk/lock-roots.ts";
import { type Folders, openFolders } from "./disk/open-folders.ts";
import { isSigned } from "./disk/sign-tree.ts";
import { syncDisk } from "./disk/sync-layer.ts";
import { type Pieces, takeAtOnce, takeTurns } from "./disk/take-turns.ts";
import { stagingName } from "./land-set.ts";
import { NO_CALL, writeState } from "./state/landing-state.ts";
import { LANDING_BOUNDS } from "./state/landings.ts";
import { signMoved } from "./steps/finish-plan.ts";
import {
  type LandedEntry,
  type LandedList,
  listedNs,
  readLandedAddress,
  readLandedList,
  slotOf,
} from "./steps/landed-journal.ts";
import { partEntries } from "./steps/part-entries.ts";
import {
  clearStaging,
  endPlan,
  type Plan,
  type PlanStep,
  readPlan,
  writePlan,
} from "./steps/plan.ts";
import { runSteps } from "./steps/run-steps.ts";
import { stageStep } from "./steps/stage-step.ts";

export interface LandedMovesOptions {
  readonly userData: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called before each step; for tests that end the process there. */
  readonly onStep?: ((name: string) => void) | undefined;
}

export interface LandedMoves {
  /** The landing that an entry belongs to; null for one that a door made. */
  landingOf(entry: JournalEntry): string | null;
  /** Moves entries of one landing, in this order. Throws `conflict` for what was changed since, and then nothing has moved. */
  move(
    entries: readonly JournalEntry[],
    to: "before" | "after",
    how?: LandedMoveOptions,
  ): Promise<FileStep>;
}

interface LandedMoveOptions {
  /** Throws when it was cancelled; asked until the first step is taken. */
  readonly goOn?: () => void;
  /** Told after every step how many were taken. */
  readonly onMoved?: (count: number) => void;
}

type Side = "before" | "after";

export function createLandedMoves(options: LandedMovesOptions): LandedMoves {
  const { clock, ids, onStep } = options;
  const home = below(toBytePath(options.userData), "landing");
  const landingOf = (entry: JournalEntry) =>
    readLandedAddress(entry.before ?? entry.after)?.landing ?? null;
  const folderOf = (landing: string) => below(below(home, "journal"), landing);
  return {
    landingOf,
    async move(entries, to, how = {}) {
      const first = entries[0] as JournalEntry;
      const journal = folderOf(landingOf(first) ?? "");
      const list = readLandedList(journal);
      if (list === null)
        throw new ToolError("unavailable", `What ${first.id} needs is no longer kept`);
      const jobOf = (part: readonly JournalEntry[]): Job => {
        const name = folderName(clock.wallMs(), ids.nonce());
        return { journal, call: below(below(home, "calls"), name), entries: part, onStep, how };
      };
      const lock = {
        folder: below(home, "locks"),
        clock,
        maxWaitMs: LANDING_BOUNDS.maxLandingMs,
      };
      // Until what landed is on disk its plan is there; an undo would be on disk before it.
      const isLate = readPlan(below(below(home, "calls"), landingOf(first) ?? "")) !== null;
      if (isLate) await syncDisk(journal);
      const work = async () => runParts(partEntries(list, entries).map(jobOf), to);
      return lockRoots(list.roots, lock, work);
    },
  };
}

/** One after the other: all of them or none. */
async function runParts(jobs: readonly Job[], to: Side): Promise<FileStep> {
  const done: FileStep[] = [];
  const takeBack = () => {
    for (const step of done.toReversed()) step.takeBack();
  };
  try {
    for (const job of jobs) {
      await takeTurns(runMove(job, to));
      done.push(stepOf(job, to));
    }
  } catch (error) {
    takeBack();
    throw error;
  }
  const settle = () => {
    for (const step of done) step.settle();
  };
  return { changes: [], created: false, bytes: 0, settle, takeBack };
}

interface Job {
  readonly journal: string;
  /** The folder that holds the plan of this move. */
  readonly call: string;
  readonly entries: readonly JournalEntry[];
  readonly onStep: LandedMovesOptions["onStep"];
  readonly how: LandedMoveOptions;
}

function stepOf(job: Job, to: Side): FileStep {
  const end = () => {
    endPlan(job.call);
    clearTree(job.call);
  };
  return {
    changes: [],
    created: false,
    bytes: 0,
    settle: end,
    takeBack() {
      const back = { ...job, entries: job.entries.toReversed(), how: {} };
      takeAtOnce(runMove(back, to === "before" ? "after" : "before"));
      end();
    },
  };
}

function* runMove(job: Job, to: Side): Pieces<void> {
  const { journal, call, entries, onStep, how } = job;
  const list = readLandedList(journal);
  if (list === null) throw new ToolError("unavailable", "The journal of this landing is gone");
  const staging = list.roots
    .filter((_root, index) => list.renames[index] !== true)
    .map((root) => below(root, stagingName(call)));
  const folders: Folders[] = [];
  const opened: Item[] = [];
  let plan: Plan;
  try {
    for (const root of list.roots) folders.push(openFolders(root));
    makeFolder(call);
    // Without a plan a later process knows from this what to take away.
    if (staging.length > 0) writeState(call, { ...NO_CALL, owner: processName(), staging });
    const items = yield* itemsOf(job, { list, folders, to, opened });
    plan = yield* planOf(job, { list, items, folders, to, staging });
    how.goOn?.();
    onStep?.("write plan");
    writePlan(call, plan);
    onStep?.("planned");
    yield* takeMoves(plan, job);
    opened.length = 0;
    if (plan.end.do === "mark") yield* signMoved(plan, plan.end);
    onStep?.("unstage");
    clearStaging(call, plan);
  } catch (error) {
    for (const { path, entry } of opened.toReversed())
      chmodSync(toFsPath(path), entry.mode?.[entry.now] ?? 0o700);
    for (const folder of staging) clearTree(folder);
    clearTree(call);
    throw systemFault(error, entries[0]?.path ?? "");
  } finally {
    for (const folder of folders) folder.close();
  }
}

function* takeMoves(plan: Plan, { onStep, how }: Job): Pieces<void> {
  // Everything is looked at once before the first step.
  let moved = -plan.steps.length;
  for (const _piece of runSteps(plan, { onStep, isFresh: true })) {
    moved += 1;
    if (moved > 0) how.onMoved?.(moved);
    yield;
  }
}

interface Item {
  readonly entry: LandedEntry;
  readonly index: number;
  readonly path: string;
}

/** Opens a folder that was closed to its owner: its contents can only be planned while it is open. */
function openClosed({ path, entry: { mode, now } }: Item): boolean {
  if (mode === undefined || (mode[now] & 0o500) === 0o500) return false;
  chmodSync(toFsPath(path), mode[now] | 0o700);
  return true;
}

/** The items of a job. Folders that were closed to their owner are open then, and listed. */
function* itemsOf(
  { journal, entries, how }: Job,
  given: {
    readonly list: LandedList;
    readonly folders: readonly Folders[];
    readonly to: Side;
    readonly opened: Item[];
  },
): Pieces<readonly Item[]> {
  const { list, folders, to, opened } = given;
  const sinceNs = listedNs(journal);
  const items: Item[] = [];
  const changed: JournalEntry[] = [];
  for (const entry of entries) {
    const item = itemOf(list, entry, { folders, to, sinceNs });
    if (item === null) changed.push(entry);
    else {
      if (openClosed(item)) opened.push(item);
      items.push(item);
    }
    how.goOn?.();
    yield;
  }
  if (changed.length > 0) throw changedSince(changed);
  return items;
}

const MOST_NAMED = 20;

/** All of them are named, so that nobody finds them one after the other. */
function changedSince(entries: readonly JournalEntry[]): ToolError {
  const named = entries.slice(0, MOST_NAMED).map(({ path }) => path);
  const more = entries.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  const [first] = entries;
  return new ToolError(
    "conflict",
    entries.length === 1
      ? `${first?.path} was changed since, so ${first?.id} stays as it is`
      : `${entries.length} files were changed since, so nothing was moved: ${named.join(", ")}${rest}`,
  );
}

/** Makes the item of an entry: its path must hold what the last move left. Null where it was changed since. */
function itemOf(
  list: LandedList,
  entry: JournalEntry,
  how: {
    readonly folders: readonly Folders[];
    readonly to: Side;
    /** When it was written down what the last move left. */
    readonly sinceNs: bigint | undefined;
  },
): Item | null {
  const { folders, to, sinceNs } = how;
  const index = readLandedAddress(entry.before ?? entry.after)?.index ?? -1;
  const item = list.entries[index];
  if (item === undefined || item.id !== entry.id)
    throw new ToolError("unavailable", `What ${entry.id} needs is no longer kept`);
  const path = (folders[item.root] as Folders).to(item.at);
  const stands =
    item.mode === undefined
      ? isSigned(path, item.signed, sinceNs)
      : modeOf(lookAt(path)) === item.mode[item.now];
  if (item.now === to || !stands) return null;
  return { entry: item, index, path };
}

function* planOf(
  { journal, entries: [first] }: Job,
  made: {
    readonly list: LandedList;
    readonly items: readonly Item[];
    readonly folders: readonly Folders[];
    readonly to: Side;
    readonly staging: readonly string[];
  },
): Pieces<Plan> {
  const { list, items, folders, to, staging } = made;
  let bytes = list.bytes;
  const stepFor = ({ entry, index, path }: Item, number: number): PlanStep => {
    const { root, at, mode, had, now } = entry;
    if (mode !== undefined) return { do: "mode", root, at, mode: mode[to], wasMode: mode[now] };
    const slot = slotOf(journal, index, now);
    const source = had[to] ? slotOf(journal, index, to) : null;
    clearTree(slot);
    bytes += heldAt(path) - (source === null ? 0 : heldAt(source));
    const inside = staging.find((folder) => parentOf(folder) === list.roots[root]);
    return stageStep({
      root,
      at,
      path,
      source,
      number,
      found: lookAt(path),
      slot: had[now] ? slot : null,
      staging: inside === undefined ? null : pinStaging(folders[root] as Folders, inside),
      copiesLinked: false,
    });
  };
  const steps: PlanStep[] = [];
  for (const item of items) {
    steps.push(stepFor(item, steps.length));
    yield;
  }
  return {
    version: 1,
    owner: processName(),
    roots: list.roots,
    prunes: [],
    steps,
    staging,
    end: {
      do: "mark",
      sessionId: first?.sessionId ?? "",
      journal,
      undone: to === "before",
      bytes,
      entries: items.map(({ entry }, step) => ({ id: entry.id, step })),
    },
  };
}

function heldAt(path: string): number {
  return takeAtOnce(bytesAt(path));
}

function pinStaging(folders: Folders, staging: string) {
  const name = staging.slice(staging.lastIndexOf("/") + 1);
  if (lookAt(folders.to(name)) === null) makeFolder(folders.to(name));
  return { path: parentOf(folders.to(`${name}/name`)), name: staging };
}
