/** The landings of one host: everything of this folder meets here. */
import { rmdirSync } from "node:fs";
import { isToolError, type Landing, ToolError } from "@toolplane/contract";
import { processName } from "../ground/process-name.ts";
import { nameChanges } from "../journal/name-changes.ts";
import { below, isWithin, toBytePath, toFsPath } from "../paths/byte-path.ts";
import { beginCall, stampCall } from "./begin-call.ts";
import { namesIn } from "./byte-fs.ts";
import { readState } from "./call-state.ts";
import { clearTree } from "./clear-tree.ts";
import { imageAt } from "./image-at.ts";
import { trimLanded } from "./landed-journal.ts";
import type { LandingParts } from "./landing-parts.ts";
import {
  type CallView,
  type HostLandings,
  LANDING_BOUNDS,
  type LandingsOptions,
  type SettleCall,
  type SettledCall,
} from "./landings.ts";
import { lockRoots } from "./lock-roots.ts";
import { recoverCalls } from "./recover-calls.ts";
import { type CallInHand, type CallRead, drop, keep, readCall, settleCall } from "./settle-call.ts";
import { syncDisk, syncLayer } from "./sync-layer.ts";
import { tellLanding } from "./tell-landing.ts";
import { pathOf } from "./upper-change.ts";
import { createUpperGauge } from "./upper-gauge.ts";
import { keptCalls, trimWaiting } from "./waiting-sets.ts";

/** Nothing is touched until the first call begins. */
export function createLandings(options: LandingsOptions): HostLandings {
  const { clock, ids, showDiff } = options;
  const parts = partsOf(options);
  const begins = { calls: parts.calls, clock, ids, reach: new Map<string, boolean>() };
  const gauges = new Map<string, () => string | null>();
  // A person who is asked about a set looks at it before it waits or lands.
  const asking = new Map<string, CallInHand>();
  let recovered: Promise<void> | null = null;
  const ownName = once(processName);
  const recover = (): Promise<void> => {
    recovered ??= recoverCalls({ ...parts, onNotice: options.onNotice ?? (() => {}) });
    return recovered;
  };
  const waiting = (callId: string): CallInHand | null =>
    keptHere(parts, options.roots).findLast(({ state }) => state.callId === callId) ?? null;

  return {
    recover,
    async begin(call) {
      await recover();
      try {
        const { folder, state } = await beginCall(call, { ...begins, owner: ownName() });
        return viewOf(folder, state);
      } catch (error) {
        throw new ToolError("unavailable", "The view of a command cannot be made", {
          cause: error,
        });
      }
    },
    async restart(view) {
      const { folder, state } = inHand(view);
      await stampCall(folder, state);
    },
    overBound(view) {
      const uppers = view.roots.map(({ upper }) => upper);
      const gauge = gauges.get(view.folder) ?? createUpperGauge(uppers, parts.bounds);
      gauges.set(view.folder, gauge);
      return gauge();
    },
    async settle(view, how) {
      gauges.delete(view.folder);
      const call = inHand(view);
      asking.set(view.callId, call);
      try {
        return await settle(call, how, parts);
      } finally {
        asking.delete(view.callId);
      }
    },
    async list() {
      await recover();
      parts.onKept();
      return keptHere(parts, options.roots).map(({ state }) => {
        const { sessionId, callId, command, atMs, kept } = state;
        return { sessionId, callId, command, atMs, ...kept };
      });
    },
    async show(callId) {
      const call = waiting(callId);
      return call === null ? null : (await readCall(call, parts)).set;
    },
    async diff(callId, path) {
      const call = asking.get(callId) ?? waiting(callId);
      return call === null ? null : diffOf(call, path, { parts, showDiff });
    },
    async land(callId, judge) {
      const call = waiting(callId);
      if (call === null) throw notWaiting(callId);
      const read = await readCall(call, parts);
      const settled = await settleCall(call, read, { judgement: { judge, isPerson: true }, parts });
      return settled.landing as Landing;
    },
    async drop(callId) {
      const call = waiting(callId);
      if (call === null) throw notWaiting(callId);
      const read = await readCall(call, parts);
      return drop({ call, read }, "refused").landing as Landing;
    },
  };
}

function once(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function notWaiting(callId: string): ToolError {
  return new ToolError("not_found", `No change set of call ${callId} waits in this workspace`);
}

function partsOf(options: LandingsOptions): LandingParts {
  const { clock, ids, locks, store, onStep } = options;
  const home = below(toBytePath(options.userData), "landing");
  const bounds = { ...LANDING_BOUNDS, ...options.bounds };
  const [calls, journals] = [below(home, "calls"), below(home, "journal")];
  const notice = options.onNotice ?? (() => {});
  return {
    ...{ calls, journals, bounds, store, onStep, wallMs: clock.wallMs },
    gitFolders: options.gitFolders ?? [],
    nextId: () => ids.next("journal"),
    lock: (roots, work) =>
      locks.hold(roots, new AbortController().signal, () =>
        lockRoots(
          roots.map(toBytePath),
          { folder: below(home, "locks"), clock, maxWaitMs: bounds.maxLandingMs },
          work,
        ),
      ),
    deadline() {
      const untilMs = clock.nowMs() + bounds.maxLandingMs;
      return () => {
        if (clock.nowMs() > untilMs)
          throw new ToolError("timeout", "the landing took too long, so nothing was changed");
      };
    },
    onLanded(fault) {
      if (fault !== undefined)
        notice(`The changes landed, but they cannot be undone yet: ${String(fault)}`);
      if (trimLanded(journals, bounds.maxJournalBytes).length > 0)
        notice("The oldest landings can no longer be undone: the journal is full");
      options.onChanged?.();
    },
    onKept() {
      const gone = trimWaiting(calls, bounds, clock.wallMs());
      if (gone.length > 0) notice(`Dropped, because too much waits: ${gone.join(", ")}`);
    },
  };
}

function keptHere({ calls }: LandingParts, roots: readonly string[]) {
  return keptCalls(calls).filter(({ state }) =>
    roots.some((root) => isWithin(state.roots[0]?.root ?? "", root)),
  );
}

function viewOf(folder: string, state: CallInHand["state"]): CallView {
  const { sessionId, callId, command } = state;
  const roots = state.roots.map(({ root, upper, work, merged }) => ({ root, upper, work, merged }));
  const text = Buffer.from(folder, "latin1").toString("utf8");
  return { sessionId, callId, command, folder: text, roots };
}

function inHand(view: CallView): CallInHand {
  const folder = toBytePath(view.folder);
  const state = readState(folder);
  if (state === null) throw new ToolError("internal", "The view of this command is gone");
  return { folder, state };
}

const NOTHING: SettledCall = { changed: [], undo: [] };

async function settle(
  call: CallInHand,
  how: SettleCall,
  parts: LandingParts,
): Promise<SettledCall> {
  const masks = new Map((how.masks ?? []).map(({ root, folder }) => [root, folder]));
  takeDown(call);
  const isOver = how.stopped || how.dryRun || how.rerun === true;
  // Begun at once: it takes its time while others read and judge.
  const disk = isOver || !wroteAnything(call) ? Promise.resolve(true) : syncDisk(call.folder);
  try {
    const read = await readCall(call, parts, masks);
    if (read.changes.length === 0) {
      clearTree(call.folder);
      return NOTHING;
    }
    if (how.stopped) return drop({ call, read }, "stopped");
    if (how.dryRun) return drop({ call, read }, "dry-run");
    if (how.rerun === true) return drop({ call, read }, "rerun");
    if (how.signal.aborted) return drop({ call, read }, "stopped");
    const judgement = { judge: how.judge, isPerson: false };
    const synced = syncLayer(disk, () => filesOf(call, read));
    const isSettled = synced.catch(() => {});
    const { signal } = how;
    const settled = await settleCall(call, read, { judgement, parts, signal, synced });
    // A set that waits should outlast what happens to the machine, too; where that cannot be had, it waits all the same.
    await isSettled;
    return { ...settled, undo: settled.undo.length === 0 ? [] : [nameChanges(settled.undo)] };
  } catch (error) {
    return unreadable(call, error, how.stopped || how.dryRun, parts);
  }
}

/** A view that is mounted somewhere goes with the folder that it is mounted on. */
function takeDown({ state }: CallInHand): void {
  for (const { merged } of state.roots) {
    try {
      rmdirSync(toFsPath(toBytePath(merged)));
    } catch {
      // What is left there goes with the call's folder, or with the session.
    }
  }
}

function wroteAnything({ state }: CallInHand): boolean {
  return state.roots.some(({ upper }) => {
    try {
      return namesIn(toBytePath(upper)).length > 0;
    } catch {
      return true;
    }
  });
}

function* filesOf({ state }: CallInHand, { changes }: CallRead): Generator<string> {
  for (const { root, at, kind, type } of changes)
    if (kind !== "removed" && type === "file")
      yield below(toBytePath(state.roots[root]?.upper ?? ""), at);
}

/** What cannot be read cannot be judged, so it does not land. Past a bound it is too much to keep. */
function unreadable(
  call: CallInHand,
  error: unknown,
  isOver: boolean,
  parts: LandingParts,
): SettledCall {
  const reason = isToolError(error) ? error.message : `it cannot be read: ${String(error)}`;
  const refused = [{ path: call.state.roots[0]?.root ?? "", reason }];
  const isBound = isToolError(error) && error.code === "too_large";
  const isConflict = isToolError(error) && error.code === "conflict";
  const why = isBound ? "bound" : isConflict ? "conflict" : "failed";
  const set = { changes: [] };
  if (isBound || isOver) {
    clearTree(call.folder);
    const landing = tellLanding(set, { state: "dropped", why, refused });
    return { ...NOTHING, landing };
  }
  const read = { set, changes: [], beforeBytes: 0, keeps: true, bytes: 0 };
  return keep({ call, read, parts }, why, refused);
}

async function diffOf(
  call: CallInHand,
  path: string,
  tools: { readonly parts: LandingParts; readonly showDiff: LandingsOptions["showDiff"] },
): Promise<string | null> {
  const { changes } = await readCall(call, tools.parts);
  const roots = call.state.roots.map(({ root }) => root);
  const change = changes.find((one) => pathOf(one, roots) === path);
  const root = change === undefined ? undefined : call.state.roots[change.root];
  if (change === undefined || root === undefined) return null;
  const image = (folder: string) => imageAt(below(toBytePath(folder), change.at));
  return tools.showDiff(path, {
    before: change.replaces ? image(root.root) : null,
    after: change.kind === "removed" ? null : image(root.upper),
  });
}
