/** Finishes a plan whose steps are all done: the journal gets its entries, or their marks, and everything of ours goes. */
import { type BigIntStats, renameSync } from "node:fs";
import type { JournalEntry } from "@toolplane/contract";
import { below, clearTree, clearTreeLater, toFsPath, toText } from "@toolplane/disk/paths";
import { isBelow } from "@toolplane/readings";
import { namesIn } from "../disk/byte-fs.ts";
import { openFolders } from "../disk/open-folders.ts";
import { rootName } from "../disk/placed-root.ts";
import { SIGN_BUDGET, type SignBudget, signTree } from "../disk/sign-tree.ts";
import { type Pieces, takeAtOnce, takeTurns } from "../disk/take-turns.ts";
import type { LandingStore } from "../state/landings.ts";
import type { Draft } from "../upper/upper-change.ts";
import {
  type LandedEntry,
  landedAddresses,
  readLandedList,
  writeLandedList,
} from "./landed-journal.ts";
import { noteOutputs } from "./note-outputs.ts";
import {
  clearStaging,
  endPlan,
  endPlanLater,
  type Plan,
  type PlanEnd,
  type PlanEntry,
} from "./plan.ts";
import { COPY } from "./stage-step.ts";

export interface FinishParts {
  /** By step: how the files look that it brought, where that is known; the others are looked at. */
  readonly looks?: ReadonlyMap<number, BigIntStats>;
  /** No earlier run can have written these entries down. */
  readonly areNew?: boolean;
  readonly store: LandingStore;
  /** The entries are brought to disk afterwards, before the plan ends: until then it can write them down again. */
  readonly flushesLater?: boolean;
  /** Called before each part; for tests that end the process there. */
  readonly onStep?: ((name: string) => void) | undefined;
}

/** Throws when the store does: then the plan stays, and is finished at the next start. */
export async function finishPlan(folder: string, plan: Plan, parts: FinishParts): Promise<void> {
  await writeDown(folder, plan, parts);
  closePlan(folder, parts);
}

/** Writes down entries, or their marks: from now on undo can ask for them. */
export async function writeDown(folder: string, plan: Plan, parts: FinishParts): Promise<void> {
  const { onStep } = parts;
  onStep?.("unstage");
  clearStaging(folder, plan);
  onStep?.("sign");
  if (plan.end.do === "journal") await keepEntries(plan, plan.end, parts);
  else if (plan.end.do === "outputs") await noteOutputs(plan, plan.end, parts);
  else await markEntries(plan, plan.end, parts);
}

export function closePlan(folder: string, { onStep }: Pick<FinishParts, "onStep">): void {
  onStep?.("end");
  endPlan(folder);
  onStep?.("ended");
  clearTree(folder);
}

/** The same after the answer: this thread is others' then, and whatever is changed just after a sync waits for the disk. */
export async function closePlanLater(
  folder: string,
  { onStep }: Pick<FinishParts, "onStep">,
): Promise<void> {
  onStep?.("end");
  await endPlanLater(folder);
  onStep?.("ended");
  await clearTreeLater(folder);
}

type Journalled = Extract<PlanEnd, { readonly do: "journal" }>;
type Marked = Extract<PlanEnd, { readonly do: "mark" }>;

async function keepEntries(plan: Plan, end: Journalled, parts: FinishParts): Promise<void> {
  const { journal, entries, sessionId, callId, atMs } = end;
  if (entries.length === 0) return clearTree(journal);
  if (readLandedList(journal) === null) {
    settleSlots(journal);
    const signed = await takeTurns(signAll(plan, entries, parts.looks));
    const list = { bytes: end.bytes, roots: plan.roots, renames: renamesOf(plan), entries: signed };
    writeLandedList(journal, list, { sync: plan.boot === undefined });
  }
  parts.onStep?.("append");
  const known = parts.areNew === true ? new Set() : await idsOf(parts.store, sessionId);
  const addressOf = landedAddresses(journal);
  const rows = entries.map((entry, index): JournalEntry => {
    const step = plan.steps[entry.step];
    const root = rootName(plan.roots[step?.root ?? 0] ?? "");
    return {
      id: entry.id,
      sessionId,
      callId,
      atMs,
      undone: false,
      mode: step?.mode ?? null,
      path: toText(step?.at ? below(root, step.at) : root),
      before: step?.do === "add" ? null : addressOf(index, "before"),
      after: step?.do === "take" ? null : addressOf(index, "after"),
    };
  });
  const fresh = rows.filter(({ id }) => !known.has(id));
  const durable = parts.flushesLater !== true;
  if (fresh.length > 0) await parts.store.journal.append(fresh, { durable });
}

/** Ids of the entries in the journal: a landing that was cut short may have written some already. */
async function idsOf(
  { journal }: FinishParts["store"],
  sessionId: string,
): Promise<ReadonlySet<string>> {
  return new Set((await journal.list(sessionId)).map(({ id }) => id));
}

/** A file that has other links can be changed through them; then the copy is what was there. */
function settleSlots(journal: string): void {
  for (const name of namesIn(journal)) {
    if (!name.endsWith(COPY)) continue;
    const slot = below(journal, name.slice(0, -COPY.length));
    renameSync(toFsPath(`${slot}${COPY}`), toFsPath(slot));
  }
}

function renamesOf(plan: Plan): readonly boolean[] {
  return plan.roots.map((root) => !plan.staging.some((staging) => isBelow(staging, root)));
}

function* signAll(
  plan: Plan,
  entries: readonly PlanEntry[],
  looks?: FinishParts["looks"],
): Pieces<readonly LandedEntry[]> {
  // Of a set that is too large for it no part is read: it is undone as a whole.
  const { files: most, bytes } = SIGN_BUDGET;
  const budget: SignBudget = { files: entries.length > most ? 0 : most, bytes };
  const folders = plan.roots.map(openFolders);
  const signed: LandedEntry[] = [];
  try {
    for (const { id, step: number } of entries) {
      const step = plan.steps[number];
      const root = step?.root ?? 0;
      const at = step?.at ?? "";
      const isMode = step?.do === "mode";
      const entry: Draft<LandedEntry> = {
        id,
        root,
        at,
        now: "after",
        had: { before: step?.do !== "add", after: step?.do !== "take" },
        signed: isMode
          ? null
          : yield* signTree(folders[root]?.to(at) ?? "", budget, looks?.get(number)),
      };
      if (isMode) entry.mode = { before: step.wasMode ?? 0, after: step.mode ?? 0 };
      signed.push(entry);
      yield;
    }
    return signed;
  } finally {
    for (const folder of folders) folder.close();
  }
}

const MARKS_AT_ONCE = 10_000;

async function markEntries(plan: Plan, end: Marked, { store }: FinishParts): Promise<void> {
  takeAtOnce(signMoved(plan, end));
  const { sessionId = "", undone } = end;
  // Those that are handed over together are one write.
  for (let from = 0; from < end.entries.length; from += MARKS_AT_ONCE) {
    const group = end.entries.slice(from, from + MARKS_AT_ONCE);
    await Promise.all(group.map(({ id }) => store.journal.mark({ id, sessionId }, undone)));
  }
}

/** Signs the paths of a move as they are now. */
export function* signMoved(plan: Plan, { journal, entries, undone, bytes }: Marked): Pieces<void> {
  const list = readLandedList(journal);
  if (list === null) return;
  const now = new Map((yield* signAll(plan, entries)).map((entry) => [entry.id, entry.signed]));
  const moved = list.entries.map(
    (entry): LandedEntry =>
      now.has(entry.id)
        ? { ...entry, now: undone ? "before" : "after", signed: now.get(entry.id) ?? null }
        : entry,
  );
  writeLandedList(journal, { ...list, bytes, entries: moved }, { sync: true });
}
