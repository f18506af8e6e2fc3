/**
 * Writes down what a process that runs on changed in its outputs, when it is there. The list of a process has one entry for each
 * path that it changed: what stood there before the first change, and how the path looks after the last. So a log that grows all
 * day is kept once.
 */
import { renameSync } from "node:fs";
import type { JournalEntry } from "@toolplane/contract";
import type { OutputsOf } from "@toolplane/disk/journal";
import { below, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { lookAt } from "../disk/byte-fs.ts";
import { type Folders, openFolders } from "../disk/open-folders.ts";
import { rootName } from "../disk/placed-root.ts";
import { SIGN_BUDGET, type Signature, type SignBudget, signTree } from "../disk/sign-tree.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import type { LandingStore } from "../state/landings.ts";
import {
  type LandedEntry,
  type LandedList,
  landedAddresses,
  readLandedList,
  slotOf,
  writeLandedList,
} from "./landed-journal.ts";
import type { OutputsEnd, Plan, PlanStep } from "./plan.ts";
import { COPY } from "./stage-step.ts";

export interface NoteParts {
  readonly store: Pick<LandingStore, "journal">;
  /** The steps were taken just now, by this process. */
  readonly areNew?: boolean;
  readonly onStep?: ((name: string) => void) | undefined;
}

export async function noteOutputs(plan: Plan, end: OutputsEnd, parts: NoteParts): Promise<void> {
  const { journal, bytes, renames, sessionId, callId, atMs } = end;
  const before = readLandedList(journal)?.entries ?? [];
  for (const { index } of end.entries) settleCopy(slotOf(journal, index, "before"));
  const entries = await takeTurns(signed(before, { plan, end, isNew: parts.areNew === true }));
  const list: LandedList = { bytes, roots: plan.roots, renames, grows: true, entries };
  writeLandedList(journal, list, { sync: end.entries.length > 0 });
  parts.onStep?.("append");
  const fresh = end.entries.map(({ index }) => index);
  await appendRows(parts, { journal, list, fresh, call: { sessionId, callId }, atMs });
}

export interface FreshRows {
  readonly journal: string;
  readonly list: LandedList;
  /** Places in the list. */
  readonly fresh: readonly number[];
  readonly call: OutputsOf;
  readonly atMs: number;
}

/** Gives the store's journal the entries that it does not have yet: from then on undo can be asked for them. */
export async function appendRows(
  { store, areNew }: NoteParts,
  { journal, list, fresh, call, atMs }: FreshRows,
): Promise<void> {
  if (fresh.length === 0 || call.sessionId === "") return;
  const known =
    areNew === true ? [] : (await store.journal.list(call.sessionId)).map(({ id }) => id);
  const addressOf = landedAddresses(journal);
  const rows = fresh.map((index): JournalEntry => {
    const { id, root, at, had } = list.entries[index] as LandedEntry;
    const { sessionId, callId } = call;
    const path = toText(below(rootName(list.roots[root] ?? ""), at));
    // What the process leaves there can be another thing, or nothing, with every look: the list says which.
    const after = addressOf(index, "after");
    const before = had.before ? addressOf(index, "before") : null;
    return { id, sessionId, callId, atMs, undone: false, mode: null, path, before, after };
  });
  const missing = rows.filter(({ id }) => !known.includes(id));
  if (missing.length > 0) await store.journal.append(missing);
}

/** A file that has other links can be changed through them; then the copy is what was there. */
function settleCopy(slot: string): void {
  if (lookAt(`${slot}${COPY}`) !== null) renameSync(toFsPath(`${slot}${COPY}`), toFsPath(slot));
}

interface Signing {
  readonly plan: Plan;
  readonly end: OutputsEnd;
  readonly isNew: boolean;
}

function* signed(before: readonly LandedEntry[], signing: Signing): Pieces<readonly LandedEntry[]> {
  const { plan, end } = signing;
  const entries = [...before];
  const folders = new Map<number, Folders>();
  const to = ({ root, at }: Pick<LandedEntry, "root" | "at">): string => {
    const opened = folders.get(root) ?? openFolders(plan.roots[root] ?? "");
    folders.set(root, opened);
    return opened.to(at);
  };
  const budget: SignBudget = { ...SIGN_BUDGET };
  try {
    for (const { id, step: number, index } of end.entries) {
      const { do: what, root, at } = plan.steps[number] as PlanStep;
      const now = yield* signPath(to, { root, at }, { ...signing, budget });
      const had = { before: what !== "add", after: now !== null };
      entries[index] = { id, root, at, had, now: "after", signed: now };
    }
    for (const index of end.renews) {
      const entry = entries[index] as LandedEntry;
      const now = yield* signPath(to, entry, { ...signing, budget });
      const had = { before: entry.had.before, after: now !== null };
      entries[index] = { ...entry, had, signed: now };
    }
    return entries;
  } finally {
    for (const opened of folders.values()) opened.close();
  }
}

/** Signs nothing that is there: what somebody changed before it could be signed is theirs, and undo leaves it alone. */
const THEIRS: Signature = { stat: "theirs", content: null };

function* signPath(
  to: (place: Pick<LandedEntry, "root" | "at">) => string,
  place: Pick<LandedEntry, "root" | "at">,
  { plan, isNew, budget }: Signing & { readonly budget: SignBudget },
): Pieces<Signature | null> {
  const inside = plan.steps.filter(({ root, at }) => root === place.root && isWithin(at, place.at));
  try {
    if (!isNew && !inside.every((step) => isAsLeft(to(step), step))) return THEIRS;
    return yield* signTree(to(place), budget);
  } catch {
    // A folder above it is gone, or a link.
    return THEIRS;
  }
}

/** True when a path still holds what a step that was taken some time ago put there. */
function isAsLeft(path: string, step: PlanStep): boolean {
  const stat = lookAt(path);
  return step.in === undefined ? stat === null : String(stat?.ino) === step.ino;
}
