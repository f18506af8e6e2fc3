/**
 * The end of a call: its change set is read, judged and landed, or it waits, or it is dropped. Whatever goes wrong before the
 * plan is on disk, nothing has changed. A set waits rather than being dropped wherever a person could still want it.
 */
import {
  type ChangeSet,
  isToolError,
  type Landing,
  type LandingDecision,
  type RefusedChange,
  ToolError,
} from "@toolplane/contract";
import type { HeldResultOf } from "@toolplane/contract/ports";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { contentsOf } from "./changes/contents-of.ts";
import { findClashes } from "./changes/find-clashes.ts";
import { withoutTheirModes } from "./changes/kept-modes.ts";
import { markInert } from "./changes/mark-inert.ts";
import { markUnkept } from "./changes/mark-unkept.ts";
import { openFolders } from "./disk/open-folders.ts";
import { rootName } from "./disk/placed-root.ts";
import { type Asked, type CallInHand, type CallRead, drop, keep, modesOf } from "./keep-set.ts";
import { type LandOutcome, type LateSync, landSet } from "./land-set.ts";
import type { LandingParts } from "./landing-parts.ts";
import type { LandingState } from "./state/landing-state.ts";
import { writeState } from "./state/landing-state.ts";
import type { EndedRun, LandingJudgement, SettledCall } from "./state/landings.ts";
import { lastingIndexes } from "./state/lasting-indexes.ts";
import { hasRoomFor } from "./steps/landed-journal.ts";
import { tellLanding } from "./tell-landing.ts";
import { readUpper, type UpperRoot } from "./upper/read-upper.ts";
import type { RunProgram } from "./upper/run-program.ts";
import { changeSetOf, pathOf, type UpperChange } from "./upper/upper-change.ts";

/** Reads the upper layers; throws `too_large` past a bound. */
export async function readCall(
  { state }: CallInHand,
  parts: LandingParts,
  {
    masks = new Map(),
    run,
  }: {
    readonly masks?: ReadonlyMap<string, string>;
    readonly run?: RunProgram | undefined;
  } = {},
): Promise<CallRead> {
  const roots = state.roots.map(
    ({ root, upper }): UpperRoot => ({ root, upper, mask: masks.get(rootName(root)) }),
  );
  const read = await readUpper(roots, parts.bounds, run);
  const { maxJournalBytes } = parts.bounds;
  const hasRoom = (bytes: number) =>
    parts.store.room?.has(read.changes.length) !== false &&
    hasRoomFor(parts.journals, { bytes, maxBytes: maxJournalBytes, nowMs: parts.wallMs() });
  const marked = markInert(withoutTheirModes(state, read.changes), state);
  const weighed = await markUnkept(marked, { state, maxJournalBytes, hasRoom });
  const set = changeSetOf(
    weighed.changes,
    roots.map(({ root }) => root),
  );
  const names = new Set(roots.map(({ root }) => rootName(root)));
  const gitFolders = parts.gitFolders.filter((folder) => names.has(folder));
  const told = gitFolders.length === 0 ? set : { ...set, gitFolders };
  return { ...weighed, set: told, bytes: read.bytes };
}

/** Judges and lands what was read. */
export async function settleCall(
  call: CallInHand,
  read: CallRead,
  how: {
    readonly judgement: LandingJudgement;
    readonly parts: LandingParts;
    /** Until the plan of the landing is written, nothing of it happens once this is aborted. */
    readonly signal?: AbortSignal;
    /** Resolves when the files that the command wrote are on disk; rejects when that cannot be had. */
    readonly synced?: Promise<void> | undefined;
    readonly late?: LateSync | undefined;
    readonly ended?: EndedRun | undefined;
    /** Asked while the roots are locked. */
    readonly isStill?: (() => Promise<boolean>) | undefined;
  },
): Promise<SettledCall> {
  const { judgement, parts, signal, synced, late, ended, isStill } = how;
  const asked = { call, read, parts };
  const { judge, isPerson } = judgement;
  const never = neverOf(call.state, read.changes);
  // No person is asked about a set that cannot land anyway; a person who lands it may leave just that out.
  if (!isPerson && never.length > 0) return keep(asked, "refused", never);
  const clashes = await clashesOf(call.state, read.changes);
  if (!isPerson && clashes.length > 0) return keep(asked, "conflict", clashes);
  if (judge === undefined) return keep(asked, "refused", []);
  let held: string | null = null;
  const hold = async (resultOf?: HeldResultOf): Promise<string> => {
    held ??= await contentsOf(call.state, read.changes);
    if (!isPerson) await letAsk(asked, ended, resultOf);
    return held;
  };
  let decision: LandingDecision;
  try {
    decision = await judge(read.set, hold);
  } catch (error) {
    return keep(asked, "failed", [
      {
        path: rootName(call.state.roots[0]?.root ?? ""),
        reason: `nobody decided: ${textOf(error)}`,
      },
    ]);
  }
  if (decision.land === "none")
    return decision.drop
      ? drop(asked, "refused", decision.refused)
      : keep(asked, "refused", decision.refused);
  if (held !== null && held !== (await contentsOf(call.state, read.changes).catch(() => null)))
    return keep(asked, "refused", [
      { path: read.set.changes[0]?.path ?? "", reason: "what is kept is not what was shown" },
    ]);
  return land({ ...asked, signal, synced, late, isStill }, decision);
}

/** Asks a person, possibly for days: a process that is killed meanwhile leaves the set to the process that has the answer. */
async function letAsk(
  { call, read }: Asked,
  ended: EndedRun | undefined,
  resultOf: HeldResultOf | undefined,
): Promise<void> {
  const landing = tellLanding(read.set, { state: "kept", why: "refused", refused: [] });
  // Without it a person can still be asked: then what was printed is lost with this process.
  const held = ended && resultOf ? await ended(landing).then(resultOf, () => null) : null;
  const modes = modesOf(call, read);
  const kept = { landing, bytes: read.bytes, ...modes, ...(held ? { held } : {}) };
  const indexes = lastingIndexes(call.folder, call.state.indexes, read.changes);
  writeState(call.folder, { ...call.state, indexes, kept: { ...kept, asking: true } });
}

async function land(
  asked: Asked & {
    readonly signal: AbortSignal | undefined;
    readonly synced: Promise<void> | undefined;
    readonly late: LateSync | undefined;
    readonly isStill: (() => Promise<boolean>) | undefined;
  },
  decision: Exclude<LandingDecision, { readonly land: "none" }>,
): Promise<SettledCall> {
  const { call, read, parts, signal, synced, late, isStill = STILL } = asked;
  const without = decision.land === "some" ? decision.without : [];
  const roots = call.state.roots.map(({ root }) => root);
  const lands =
    without.length === 0
      ? read.changes
      : read.changes.filter(
          (change) => !without.some((path) => isWithin(pathOf(change, roots), path)),
        );
  const never = neverOf(call.state, lands);
  if (never.length > 0) return keep(asked, "refused", never);
  const unkept = without.length > 0 ? [] : lands.filter((change) => change.unkept === true);
  if (unkept.length > 0 && decision.unkept !== "accepted")
    return keep(asked, "refused", unkeptOf(unkept, roots));
  // It was asked about then, and the person who answered saw what it costs.
  if (displaces(lands)) parts.store.room?.make(lands.length);
  await parts.later.room();
  const outcome = await parts.lock(roots, async (): Promise<LandOutcome> => {
    if (!(await isStill())) return { end: "conflict", refused: [] };
    return landSet({
      folder: call.folder,
      state: call.state,
      changes: read.changes,
      without,
      journals: parts.journals,
      beforeBytes: read.beforeBytes,
      keeps: read.keeps,
      store: parts.store,
      onStep: parts.onStep,
      nextId: parts.nextId,
      atMs: parts.wallMs(),
      goOn: goOn(parts.deadline(), signal),
      synced,
      late,
    });
  });
  if (outcome.end === "stopped") return drop(asked, "stopped");
  if (outcome.end !== "landed") return keep(asked, outcome.end, outcome.refused);
  const paths = outcome.landed.map((one) => pathOf(one, roots));
  const approved = paths.filter((path) => decision.asked?.includes(path));
  parts.onLanded(outcome.fault, { mayDisplace: displaces(lands), paths, approved });
  return {
    landing: tellLanded(read.set, { ...outcome, without, roots }, parts.untrustedChecks),
    changed: outcome.landed.filter(({ inside }) => !inside).map((one) => pathOf(one, roots)),
    undo: outcome.undo,
  };
}

const STILL = async (): Promise<boolean> => true;

function displaces(changes: readonly UpperChange[]): boolean {
  return changes.some((change) => change.displaces === true);
}

/** Counts the landed changes; changes that were left out are named apart, so that they do not look landed. */
function tellLanded(
  set: ChangeSet,
  end: {
    readonly landed: readonly UpperChange[];
    readonly heldBack: number;
    readonly without: readonly string[];
    readonly roots: readonly string[];
  },
  unchecked: readonly string[],
): Landing {
  const { landed, heldBack, without, roots } = end;
  const by = unchecked.length === 0 ? {} : { unchecked };
  if (without.length === 0) return { ...tellLanding(set, { state: "landed" }), ...by };
  const paths = new Set(landed.map((change) => pathOf(change, roots)));
  const refused = set.changes
    .filter(({ path }) => without.some((one) => isWithin(path, one)))
    .map(({ path }) => ({ path, reason: "It was left out." }));
  const changes = set.changes.filter(({ path }) => paths.has(path));
  return { ...tellLanding({ ...set, changes }, { state: "landed", refused, heldBack }), ...by };
}

function goOn(inTime: () => void, signal: AbortSignal | undefined): () => void {
  return () => {
    inTime();
    if (signal?.aborted === true) throw new ToolError("cancelled", "the call was cancelled");
  };
}

function neverOf(state: LandingState, changes: readonly UpperChange[]): readonly RefusedChange[] {
  const roots = state.roots.map(({ root }) => root);
  return changes.flatMap((change) =>
    change.never === undefined ? [] : [{ path: pathOf(change, roots), reason: change.never }],
  );
}

function unkeptOf(
  changes: readonly UpperChange[],
  roots: readonly string[],
): readonly RefusedChange[] {
  return changes.map((change) => ({
    path: pathOf(change, roots),
    reason: "it is larger than the journal keeps, so it could not be undone",
  }));
}

async function clashesOf(
  state: LandingState,
  changes: readonly UpperChange[],
): Promise<readonly RefusedChange[]> {
  const folders = state.roots.map(({ root }) => openFolders(toBytePath(root)));
  try {
    const tops = changes.filter(({ inside }) => !inside);
    return (await findClashes({ state, changes: tops, folders, asRead: true })).clashes;
  } finally {
    for (const folder of folders) folder.close();
  }
}

function textOf(error: unknown): string {
  return isToolError(error) ? error.message : "the judge failed";
}
