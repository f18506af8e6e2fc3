/** Brings one round of a process's changes into an output: kept, planned, taken, written down. All of it or nothing. */
import { rmSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import { processName } from "@toolplane/disk/ground";
import type { OutputChange, OutputRound } from "@toolplane/disk/journal";
import { below, clearTree, parentOf, toFsPath } from "@toolplane/disk/paths";
import { folderName } from "./begin-call.ts";
import { lookAt, makeFolder } from "./disk/byte-fs.ts";
import { bytesAt } from "./disk/bytes-at.ts";
import { type Folders, openFolders } from "./disk/open-folders.ts";
import { takeAtOnce, takeTurns } from "./disk/take-turns.ts";
import type { KeeperParts, KeptOutputs } from "./keeper-parts.ts";
import { type KeptList, openKeptList } from "./kept-list.ts";
import { stagingName } from "./land-set.ts";
import { NO_CALL, writeState } from "./state/landing-state.ts";
import { finishPlan } from "./steps/finish-plan.ts";
import { slotOf } from "./steps/landed-journal.ts";
import { type OutputsEnd, type Plan, type PlanStep, writePlan } from "./steps/plan.ts";
import { idsOf } from "./steps/plan-landing.ts";
import { runSteps } from "./steps/run-steps.ts";
import { COPY, stageStep } from "./steps/stage-step.ts";

/** Resolves to the byte paths that are different now. */
export async function runRound(
  round: OutputRound,
  kept: KeptOutputs,
  parts: KeeperParts,
): Promise<readonly string[]> {
  const changes = round.changes();
  if (changes.length === 0) return [];
  const list = openKeptList(kept, parts);
  const folder = below(parts.calls, folderName(parts.wallMs(), parts.nonce()));
  const folders = openFolders(kept.root);
  const staging = list.list.renames[list.root] === true ? null : stagingName(folder);
  const job: Job = { kept, list, folder, folders, staging, parts };
  try {
    makeFolder(below(folder, "in"));
    makeFolder(below(folder, "out"));
    const inside = staging === null ? [] : [below(kept.root, staging)];
    writeState(folder, { ...NO_CALL, owner: processName(), staging: inside });
    const drafted = draft(job, changes);
    const end = endOf(job, drafted);
    const plan: Plan = {
      version: 1,
      owner: processName(),
      roots: list.list.roots,
      prunes: [],
      steps: drafted.steps,
      staging: inside,
      end,
    };
    await take(job, plan, end);
    round.brought(drafted.brought);
    await finishPlan(folder, plan, { ...parts, areNew: true });
    return drafted.brought.flatMap((change) => change.paths());
  } finally {
    folders.close();
  }
}

interface Job {
  readonly kept: KeptOutputs;
  readonly list: KeptList;
  /** The folder of this round. */
  readonly folder: string;
  readonly folders: Folders;
  /** Name of a folder in the root, where no rename reaches from ours. */
  readonly staging: string | null;
  readonly parts: KeeperParts;
}

interface Drafted {
  readonly steps: readonly PlanStep[];
  /** Steps whose path the process changes for the first time. */
  readonly fresh: readonly number[];
  readonly renews: ReadonlySet<number>;
  readonly bytes: number;
  readonly brought: readonly OutputChange[];
}

function draft(job: Job, changes: readonly OutputChange[]): Drafted {
  try {
    return draftSteps(job, changes);
  } catch (error) {
    giveUp(job);
    throw error;
  }
}

function draftSteps(job: Job, changes: readonly OutputChange[]): Drafted {
  const { list, folder, folders, kept } = job;
  const steps: PlanStep[] = [];
  const fresh: number[] = [];
  const brought: OutputChange[] = [];
  const renews = new Set<number>();
  const theirs = new Set<number>();
  let bytes = 0;
  for (const change of changes) {
    const number = steps.length;
    const at = list.at(change.path);
    const path = folders.to(at);
    const found = lookAt(path);
    const source = change.copyTo === null ? null : below(folder, `in/${number}`);
    if (source === null ? found === null : change.copyTo?.(source) !== true) continue;
    const known = list.entryOf(at);
    if (known === null) {
      bytes += found === null ? 0 : takeAtOnce(bytesAt(path));
      list.requireRoom(fresh.length + 1, bytes);
    } else if (!renews.has(known.index) && !theirs.has(known.index))
      (list.isOurs(known.entry, folders.to) ? renews : theirs).add(known.index);
    const index = list.list.entries.length + fresh.length;
    const slot = known === null ? slotOf(kept.journal, index, "before") : ownSlot(job, number);
    const staging = stagingOf(job);
    const { root } = list;
    steps.push(
      stageStep({ root, at, path, found, source, slot, staging, number, copiesLinked: true }),
    );
    if (known === null) fresh.push(number);
    brought.push(change);
  }
  return { steps, fresh, renews, bytes, brought };
}

/** The process's own, which nobody needs back. Where it is moved aside inside the root, that is enough. */
function ownSlot({ folder, staging }: Job, number: number): string | null {
  return staging === null ? below(folder, `out/${number}`) : null;
}

function stagingOf({ folders, staging, kept }: Job) {
  if (staging === null) return null;
  if (lookAt(folders.to(staging)) === null) makeFolder(folders.to(staging));
  const path = parentOf(folders.to(`${staging}/name`));
  return { path, name: below(kept.root, staging) };
}

function endOf({ kept, list, parts }: Job, { fresh, renews, bytes }: Drafted): OutputsEnd {
  const ids = idsOf(fresh.length, parts.nextId);
  const first = list.list.entries.length;
  return {
    do: "outputs",
    sessionId: kept.call.sessionId,
    callId: kept.call.callId,
    atMs: parts.wallMs(),
    journal: kept.journal,
    bytes: list.list.bytes + bytes,
    renames: list.list.renames,
    entries: fresh.map((step, place) => ({ id: ids[place] ?? "", step, index: first + place })),
    renews: [...renews],
  };
}

async function take(job: Job, plan: Plan, end: OutputsEnd): Promise<void> {
  const { folder, parts } = job;
  try {
    parts.onStep?.("write plan");
    // What the process replaces of its own is worth no wait for the disk.
    writePlan(folder, plan, { sync: end.entries.length > 0 });
    parts.onStep?.("planned");
    await takeTurns(runSteps(plan, { onStep: parts.onStep, isFresh: true, wasJustMade: true }));
  } catch (error) {
    // Not all of it could be taken back: the plan stays for the next start.
    if (isToolError(error) && error.code === "internal") throw error;
    giveUp(job);
    throw error;
  }
}

/** Takes away what was prepared: nothing else has changed. */
function giveUp({ folder, kept, list, staging }: Job): void {
  rmSync(toFsPath(`${folder}/plan.json`), { force: true });
  if (staging !== null) clearTree(below(kept.root, staging));
  clearTree(folder);
  for (let index = list.list.entries.length; ; index += 1) {
    const slot = slotOf(kept.journal, index, "before");
    if (lookAt(slot) === null && lookAt(`${slot}${COPY}`) === null) return;
    clearTree(slot);
    clearTree(`${slot}${COPY}`);
  }
}
