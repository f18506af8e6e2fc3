/**
 * Subagents in the background that are runs of their own: where an engine drives the run that starts one, the engine is given it, and it
 * is driven wherever there is room, also when its parent waits or its machine is gone. The parent is not done before it has heard of
 * each; what it has heard stands in its state, and what there is to hear in the kept runs.
 */
import { randomUUID } from "node:crypto";
import {
  advance,
  type BackgroundBook,
  type BackgroundEnd,
  LOOP_VERSION,
  type LoopInput,
  type LoopState,
  less,
  loopSettings,
  newLoop,
  openCalls,
} from "@toolplane/agent";
import { isToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { digestOf, type Session } from "@toolplane/kernel";
import { keptTrace } from "../ground/read-trace.ts";
import { isRunOver } from "../runs/is-run-over.ts";
import type { KeptRun } from "../runs/kept-run.ts";
import type { DrivingEngine } from "./agent.ts";
import { apartOf } from "./apart-of.ts";
import type { Elsewhere, HandedCall } from "./elsewhere.ts";
import type { FamilyPurse } from "./family-purse.ts";
import type { RunsOfAgents } from "./keep-run.ts";
import { endOf, endText, strangersAfter } from "./run-child.ts";

export interface ElsewhereGround {
  readonly keeping: RunsOfAgents;
  readonly engine: DrivingEngine | null;
  /** The run that is driven here. */
  readonly kept: KeptRun;
  readonly session: Session;
  readonly background: BackgroundBook;
  readonly inbox: LoopInput[];
  readonly purse: FamilyPurse;
  /** Opens the purse, once there is somebody to share it with. */
  readonly share: () => Promise<void>;
  readonly boundsMoney: () => boolean;
  readonly state: () => LoopState;
  readonly wake: () => void;
  readonly nonce: (callId: string) => string;
  readonly clock: Pick<Clock, "setTimer">;
  /** The session shows files that are nowhere else. */
  readonly hasOwnFiles: () => boolean;
}

/** Children of one run that are looked through. */
const MOST_BELOW = 1_000;
const LOOK_MS = 1_000;
const MOST_SHOWN = 200;

export function createElsewhere(ground: ElsewhereGround): Elsewhere {
  const { keeping, engine, kept, background, inbox, state } = ground;
  const started = new Set<string>();
  const told = new Set<string>();
  const waiting = new Map<string, (end: BackgroundEnd) => void>();
  let isClosed = false;
  let stopTimer = (): void => {};
  const below = async (): Promise<readonly KeptRun[]> =>
    (await keeping.runs.list({ parentId: kept.id, limit: MOST_BELOW })).filter(
      ({ apart }) => apart !== undefined,
    );
  const cancelOne = (id: string): void => void engine?.cancel(id).catch(() => undefined);
  const watch = ({ id, sessionId, behind = "", prompt }: KeptRun): void => {
    if (waiting.has(id) || told.has(id)) return;
    const { promise: ended, resolve } = Promise.withResolvers<BackgroundEnd>();
    waiting.set(id, resolve);
    const options = { stop: () => cancelOne(id), ended, isElsewhere: true };
    background.add({ sessionId, agent: behind, prompt }, options);
    again();
  };
  const submit = async (run: KeptRun, callId: string, labels: readonly string[]): Promise<void> => {
    // Two that drive its parent, one of them gone already, hand over one.
    const key = digestOf({ run: kept.id, callId });
    const version = String(LOOP_VERSION);
    const order = { below: kept.id, key, version, labels, ...keptTrace(kept.trace) };
    const submitted = await engine?.submit(run.id, order);
    if (submitted && submitted.run !== run.id) await keeping.runs.remove(run.id);
  };
  const tell = async (run: KeptRun): Promise<void> => {
    const { sessionId, behind: name = "", callId } = run;
    const end = await endOfRun(ground, run);
    const seen = await keeping.seen(sessionId);
    const known = new Set(ground.session.labels().map(({ label, source }) => `${label} ${source}`));
    ground.session.inherit(seen.filter(({ label, source }) => !known.has(`${label} ${source}`)));
    const nonce = ground.nonce(callId ?? sessionId);
    const text = endText({ name, sessionId, end, strangers: strangersAfter(seen), nonce });
    inbox.push({ type: "note", text, run: run.id });
    waiting.get(run.id)?.(end);
    waiting.delete(run.id);
    ground.wake();
  };
  const tellOnce = async (run: KeptRun): Promise<void> => {
    told.add(run.id);
    try {
      await tell(run);
    } catch (error) {
      told.delete(run.id);
      throw error;
    }
  };
  const look = async (): Promise<boolean> => {
    const { behind = [], messages } = state();
    if (engine === null && behind.length === 0) return false;
    const found = await below();
    if (found.length === 0 && behind.length === 0) return false;
    await ground.share();
    const open = new Set(openCalls(messages).map(({ id }) => id));
    let isNews = false;
    for (const run of found) {
      if (open.has(run.callId ?? "") && !behind.includes(run.id)) started.add(run.id);
      if (told.has(run.id) || !(behind.includes(run.id) || started.has(run.id))) continue;
      if (!isRunOver(run)) watch(run);
      // Heard of before its call has come to its end, it would be waited for afterwards.
      else if (behind.includes(run.id)) {
        await tellOnce(run);
        isNews = true;
      }
    }
    for (const id of behind.filter(
      (one) => !told.has(one) && !found.some((run) => run.id === one),
    )) {
      told.add(id);
      inbox.push({ type: "note", text: "A subagent in the background was removed.", run: id });
      isNews = true;
    }
    return isNews;
  };
  const again = (): void => {
    stopTimer();
    if (isClosed || waiting.size === 0) return;
    // The store may be away: then the next look finds it, or the next worker.
    const next = (): void =>
      void look()
        .catch(() => undefined)
        .then(again);
    stopTimer = ground.clock.setTimer(LOOK_MS, next);
  };
  return {
    async handOver(call) {
      const { kind, request, callId, hasView } = call;
      // What a program brings is nowhere else.
      const mayGo = !request.agent && (kind.model === null || typeof kind.model === "string");
      const isPinned = hasView && engine?.here === undefined;
      const isNarrowed = ground.session.narrowings().length > 0 || ground.hasOwnFiles();
      if (engine === null || !mayGo || isPinned || isNarrowed) return null;
      const known = await keeping.runs.below({ runId: kept.id, callId });
      if (known !== null && known.apart === undefined) return null;
      await keeping.written();
      await ground.share();
      const run = known ?? (await keepChild(ground, call));
      try {
        await submit(run, callId, hasView && engine.here !== undefined ? [engine.here] : []);
      } catch (error) {
        await keeping.runs.remove(run.id).catch(() => undefined);
        // It needs more labels than a line has: then it works where its parent does.
        if (isToolError(error) && error.code === "invalid_input") return null;
        throw error;
      }
      const there = (await keeping.runs.below({ runId: kept.id, callId })) ?? run;
      started.add(there.id);
      watch(there);
      return { status: "running", sessionId: there.sessionId };
    },
    started: () => {
      const runs = [...started];
      started.clear();
      return runs;
    },
    look,
    async cancel() {
      const { behind = [] } = state();
      for (const id of new Set([...behind, ...started])) await engine?.cancel(id);
    },
    async close() {
      isClosed = true;
      stopTimer();
      for (const resolve of waiting.values())
        resolve({ state: "suspended", output: "It is driven elsewhere." });
    },
  };
}

/** Its worker may have died between its last word and giving back what it had taken of the family's purse. */
async function endOfRun(
  { keeping, purse }: ElsewhereGround,
  { id }: KeptRun,
): Promise<BackgroundEnd> {
  try {
    const { state } = await keeping.runs.open(id);
    const used = less(state.spent, (await keeping.runs.spentBelow(id)).apart);
    await purse.settle({ run: id, used, turns: state.turns + (state.turnsBelow ?? 0) });
    return endOf(state.outcome ?? { status: "done", text: "" });
  } catch (error) {
    if (isToolError(error) && error.code === "unavailable") throw error;
    const why = error instanceof Error ? error.message : String(error);
    return { state: "failed", output: `What it came to cannot be read: ${why}` };
  }
}

/** Keeps it as a run that nobody drives yet. */
async function keepChild(ground: ElsewhereGround, call: HandedCall): Promise<KeptRun> {
  const { keeping, kept, session, boundsMoney } = ground;
  const { kind, request, callId } = call;
  const id = randomUUID();
  const sessionId = randomUUID();
  const { completion } = ground.state().settings;
  const { timeMs } = ground.state().settings.limits;
  const limits = { ...(timeMs === undefined ? {} : { timeMs }), ...kind.limits };
  const { state } = advance(newLoop(id, loopSettings({ completion, limits })), {
    type: "prompt",
    text: request.prompt,
    from: "parent",
  });
  const driven = keeping.runs.begin({
    id,
    sessionId,
    about: {
      model: typeof kind.model === "string" ? kind.model : kept.model,
      prompt: request.prompt.slice(0, MOST_SHOWN),
      workspace: kept.workspace,
      instructions: kind.instructions,
      behind: kind.name,
      apart: apartOf(call, { kept, session, boundsMoney: boundsMoney() }),
      ...keptTrace(kept.trace),
    },
    parent: { runId: kept.id, callId },
  });
  try {
    await driven.keep(state);
    // Whoever has taken the run above either finds this one below its call, or is found here.
    await keeping.confirm(session.id);
  } finally {
    await driven.release();
  }
  return (await keeping.runs.open(id)).run;
}
