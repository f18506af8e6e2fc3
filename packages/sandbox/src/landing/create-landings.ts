import { type Landing, ToolError } from "@toolplane/contract";
import { createHeldIndexes, type HeldIndexes } from "@toolplane/disk/git";
import { processName } from "@toolplane/disk/ground";
import { changeIdPrefix } from "@toolplane/disk/journal";
import { below, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { type BegunCall, beginAhead, beginCall, makeAhead } from "./begin-call.ts";
import { createOutputKeepers } from "./create-output-keepers.ts";
import { imageAt } from "./disk/image-at.ts";
import { lockRoots } from "./disk/lock-roots.ts";
import { rootName } from "./disk/placed-root.ts";
import { endView } from "./end-view.ts";
import { type CallInHand, drop } from "./keep-set.ts";
import type { LandingParts } from "./landing-parts.ts";
import { isCutAt, recoverCalls } from "./recover-calls.ts";
import { readCall, settleCall } from "./settle-call.ts";
import { createLateClearing } from "./state/clear-later.ts";
import { readState } from "./state/landing-state.ts";
import {
  type CallView,
  type DroppedSet,
  type HostLandings,
  LANDING_BOUNDS,
  type LandingsOptions,
} from "./state/landings.ts";
import { trimLanded } from "./steps/landed-journal.ts";
import { createLateSyncs } from "./steps/late-syncs.ts";
import { pathOf } from "./upper/upper-change.ts";
import { keptCalls, trimWaiting, waitingSet } from "./waiting-sets.ts";

/** Nothing is touched until the first call begins. */
export function createLandings(options: LandingsOptions): HostLandings {
  const { clock, ids, showDiff } = options;
  const parts = partsOf(options);
  const indexes = createHeldIndexes();
  const begins = { calls: parts.calls, clock, ids, indexes, reach: new Map<string, boolean>() };
  // A person who is asked about a set looks at it before it waits or lands.
  const asking = new Map<string, CallInHand>();
  let recovered: Promise<void> | null = null;
  const ownName = once(processName);
  const recover = (): Promise<void> => {
    const { userData, onNotice = () => {} } = options;
    recovered ??= recoverCalls({ ...parts, userData, onNotice });
    return recovered;
  };
  const keeperOf = createOutputKeepers({
    ...parts,
    roots: options.roots.map(toBytePath),
    nonce: () => ids.nonce(),
    reach: begins.reach,
    recover,
  });
  const waiting = (callId: string, sessionId?: string): CallInHand | null =>
    keptHere(parts, options).findLast(isCall(callId, sessionId)) ?? null;

  return {
    recover,
    async recoverAgain() {
      const { userData, onNotice = () => {} } = options;
      await recoverCalls({ ...parts, userData, onNotice });
    },
    isCut: (place) => isCutAt(place, { calls: parts.calls, userData: options.userData }),
    keeperOf,
    settled: () => Promise.all([parts.later.settled(), parts.clearing.settled()]).then(() => {}),
    async begin(call) {
      await recover();
      return makeView(() => beginCall(call, { ...begins, owner: ownName() }));
    },
    async makeAhead(call) {
      await recover();
      return makeView(() => makeAhead(call, { ...begins, owner: ownName() }));
    },
    beginAhead: (made, call) => makeView(() => beginAhead(inHand(made, indexes), call, begins)),
    discard(made) {
      const folder = toBytePath(made.folder);
      indexes.release(folder);
      parts.clearing.add({ folder, state: made });
    },
    async settle(view, how) {
      try {
        const call = inHand(view, indexes);
        asking.set(view.callId, call);
        return await endView(call, how, parts);
      } finally {
        asking.delete(view.callId);
        indexes.release(toBytePath(view.folder));
      }
    },
    async list() {
      await recover();
      parts.onKept();
      return keptHere(parts, options).map(({ state }) => waitingSet(state));
    },
    async show(callId, sessionId) {
      const call = waiting(callId, sessionId);
      return call === null ? null : (await readCall(call, parts)).set;
    },
    held: async (callId, sessionId) => waiting(callId, sessionId)?.state.kept?.held ?? null,
    async diff(callId, path) {
      const call = asking.get(callId) ?? waiting(callId);
      return call === null ? null : diffOf(call, path, { parts, showDiff });
    },
    async land(callId, judge, sessionId) {
      const call = waiting(callId, sessionId);
      if (call === null) throw notWaiting(callId);
      const read = await readCall(call, parts);
      const settled = await settleCall(call, read, { judgement: { judge, isPerson: true }, parts });
      return settled.landing as Landing;
    },
    async drop(callId, sessionId) {
      const call = waiting(callId, sessionId);
      if (call === null) throw notWaiting(callId);
      return drop({ call, read: await readCall(call, parts) }, "refused").landing as Landing;
    },
  };
}

function isCall(callId: string, sessionId?: string): (call: CallInHand) => boolean {
  return ({ state }) =>
    state.callId === callId && (sessionId === undefined || state.sessionId === sessionId);
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
  const { clock, ids, locks, store, onStep, userData } = options;
  const home = below(toBytePath(userData), "landing");
  const bounds = { ...LANDING_BOUNDS, ...options.bounds };
  const calls = below(home, "calls");
  const journals = below(home, "journal");
  const notice = options.onNotice ?? (() => {});
  return {
    calls,
    journals,
    bounds,
    untrustedChecks: options.untrustedChecks ?? [],
    store,
    onStep,
    wallMs: clock.wallMs,
    gitFolders: options.gitFolders ?? [],
    nextId: (place = "project") => ids.next(changeIdPrefix(place)),
    clearing: createLateClearing(),
    later: createLateSyncs({
      clock,
      maxWaitMs: bounds.maxLandingMs,
      onFault: (error) => notice(`What landed is not on disk yet: ${String(error)}`),
    }),
    lock: (roots, work) =>
      locks.hold(roots.map(rootName), new AbortController().signal, () =>
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
    onLanded(fault, { mayDisplace, paths, approved = [] }) {
      if (fault !== undefined)
        notice(`The changes landed, but they cannot be undone yet: ${String(fault)}`);
      const { maxJournalBytes: maxBytes } = bounds;
      const gone = trimLanded(journals, { maxBytes, nowMs: clock.wallMs(), mayDisplace });
      if (gone.length > 0)
        notice("The oldest landings can no longer be undone: the journal is full");
      options.onChanged?.(paths, approved);
    },
    onKept() {
      for (const set of trimWaiting({ calls, userData }, bounds, clock.wallMs())) {
        notice(`The changes of call ${set.callId} were dropped: ${DROPPED[set.because]}`);
        options.onDropped?.(set);
      }
    },
  };
}

const DROPPED: Readonly<Record<DroppedSet["because"], string>> = {
  age: "nobody landed them for too long",
  room: "too much waits to be landed",
};

function keptHere(
  { calls }: LandingParts,
  { roots, userData }: Pick<LandingsOptions, "roots" | "userData">,
) {
  return keptCalls(calls, userData).filter(({ state }) =>
    roots.some((root) => isWithin(rootName(state.roots[0]?.root ?? ""), root)),
  );
}

async function makeView(make: () => BegunCall | Promise<BegunCall>): Promise<CallView> {
  try {
    const { folder, state } = await make();
    return viewOf(folder, state);
  } catch (error) {
    throw new ToolError("unavailable", "The view of a command cannot be made", { cause: error });
  }
}

function viewOf(folder: string, state: CallInHand["state"]): CallView {
  const { sessionId, callId, command } = state;
  const roots = state.roots.map(({ root, upper, work, merged }) => ({
    root: rootName(root),
    upper,
    work,
    merged,
  }));
  const text = Buffer.from(folder, "latin1").toString("utf8");
  return { sessionId, callId, command, folder: text, roots };
}

function inHand(view: CallView, indexes: HeldIndexes): CallInHand {
  const folder = toBytePath(view.folder);
  const state = readState(folder);
  if (state === null) throw new ToolError("internal", "The view of this command is gone");
  return { folder, state: { ...state, indexes: indexes.of(folder) } };
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
