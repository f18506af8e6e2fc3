/** Drives the loop of one agent: one run at a time, paid from its purse, over when nothing that it started works any more. */
import { randomUUID } from "node:crypto";
import {
  type BackgroundBook,
  createBackgroundBook,
  createPurse,
  type LoopInput,
  type LoopOutcome,
  type LoopState,
  loopSettings,
  type Model,
  newLoop,
  type Purse,
  type PurseShare,
  payingModel,
  type RunEvent,
  runLoop,
} from "@toolplane/agent";
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { keepAlive } from "@toolplane/disk/ground";
import { type FaceSource, liveProjection } from "../faces/session-tools.ts";
import type { AgentOptions } from "./agent.ts";
import type { ChildPlace } from "./child-place.ts";
import { createMoney, type Money } from "./create-money.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { type AgentRun, outcomeOf } from "./keep-run.ts";
import { createToldTools } from "./told-tools.ts";

export interface DriverOptions {
  readonly source: FaceSource;
  /** Counts work: it stops while a person is asked. */
  readonly clock: Clock;
  readonly model: Model;
  readonly system: string;
  readonly inbox: LoopInput[];
  readonly options: AgentOptions;
  readonly child: ChildPlace | null;
  readonly run: AgentRun;
  readonly tell: (event: RunEvent) => void;
  /** The purse that it shares with runs that others drive; null as long as there are none. */
  readonly share: () => PurseShare | null;
  /** Null where nothing is handed over. */
  readonly elsewhere: () => Elsewhere | null;
  /** Called when a turn is over; words make the model go on, null ends the run. */
  readonly endTurn?: ((signal: AbortSignal) => Promise<string | null>) | undefined;
}

export interface AgentDriver {
  readonly purse: Purse;
  readonly background: BackgroundBook;
  readonly money: Money;
  /** Rejects with a ToolError `conflict` while it works already. */
  work(signal: AbortSignal | undefined, leaving?: AbortSignal): Promise<LoopOutcome>;
  isWorking(): boolean;
  /** Makes the loop hear new input now, not when the background runs have ended. */
  wake(): void;
  state(): LoopState;
  /** Stops what works, and settles when nothing does. */
  end(): Promise<void>;
}

/** Share of a model's memory that may be full before the beginning is said shorter. */
const FULL = 0.8;

export function createDriver(given: DriverOptions): AgentDriver {
  const { source, clock, inbox, options, child, run, tell } = given;
  const { session, nonce } = source;
  const tools = liveProjection(source, (list) => list);
  const told = createToldTools(source.kernel);
  const ending = new AbortController();
  const background = createBackgroundBook();
  const { anySignal, wake } = createWaker();
  let state: LoopState = options.state ?? keptState(given) ?? firstState(given);
  let running: Promise<LoopState> | null = null;
  let steppedAtMs = 0;
  let isUnkept = false;
  const purse = createPurse({
    limits: state.settings.limits,
    above: child?.above.purse ?? null,
    spent: state.spent,
    turns: state.turns,
    turnsBelow: state.turnsBelow ?? 0,
    workedMs: () => state.workedMs + (running ? clock.nowMs() - steppedAtMs : 0),
    onBelow: (spent) => inbox.push({ type: "spend", spent, turns: 1 }),
    share: given.share,
  });
  const model = payingModel(given.model, purse);
  const money = createMoney({
    purse,
    session,
    inbox,
    above: child?.above.money ?? null,
    state: () => state,
  });

  function step(signal: AbortSignal, leaving?: AbortSignal): Promise<LoopState> {
    steppedAtMs = clock.nowMs();
    const agent = child?.agent ?? (run.kept?.apart ? run.kept.behind : undefined);
    return runLoop({
      state,
      model,
      session,
      signal,
      clock,
      nonce,
      on: tell,
      earlier: run.earlier(state, session),
      ...(options.reasoning ? { reasoning: options.reasoning } : {}),
      ...(agent === undefined ? {} : { agent }),
      bound: (work) => {
        const limit = child?.above.purse.reached() ?? null;
        // What calls cost is not known before; an answer is what is paid for.
        return limit !== null || work.do === "run-calls" ? limit : purse.reserve(signal);
      },
      behind: () => given.elsewhere()?.started() ?? [],
      // What works behind it would be stopped with it, and not let go of.
      leaves: () => leaving?.aborted === true && background.running() === 0,
      raise: money.raise,
      system: () => given.system,
      tools: () => told.hold(tools.now()),
      inbox: { take: () => inbox.splice(0) },
      keep: async (next) => {
        state = next;
        steppedAtMs = clock.nowMs();
        // Whoever finds the run over finds there what it changed, too.
        const landsFirst = given.endTurn !== undefined && background.running() === 0;
        isUnkept = landsFirst && afterStep(next, signal) === "end";
        if (!isUnkept) await keep();
      },
    });
  }

  async function keep(): Promise<void> {
    isUnkept = false;
    await run.keep(state, { session, model });
    await options.keep?.(state);
  }

  /** Waits for background runs too, because one may find what was asked for; where one waits for a person, so does this run. */
  async function untilOver(signal: AbortSignal, leaving?: AbortSignal): Promise<LoopState> {
    for (;;) {
      state = await step(signal, leaving);
      const next = afterStep(state, signal);
      if (next === "stay") return state;
      if (next === "stop") break;
      if (inbox.length > 0) continue;
      if (next === "wait" && (await hearsMore())) continue;
      if (background.running() > 0) await background.nextEnd(anySignal(signal));
      else if (next === "end" && (await goesOn(signal))) continue;
      else if (next === "wait" || background.questions().length === 0) return state;
      else inbox.push({ type: "await", questions: background.questions() });
    }
    if (isUnkept) await keep();
    background.stopAll();
    // Where that cannot be said now, the engine says it to those below a run that is cancelled; others come to their own end.
    await given
      .elsewhere()
      ?.cancel()
      .catch(() => undefined);
    await background.settled();
    return state;
  }

  /** True when there is more to hear: what ended while nobody listened would wake nobody any more. */
  async function hearsMore(): Promise<boolean> {
    if ((await given.elsewhere()?.look()) !== true) return false;
    if (state.waiting.length === 0 && !state.pausedAt) inbox.push({ type: "resume" });
    return true;
  }

  /** Lands what the turn changed in a view of its own; where that cannot be, the model hears why and goes on. */
  async function goesOn(signal: AbortSignal): Promise<boolean> {
    if (given.endTurn === undefined) return false;
    let text: string | null = null;
    try {
      text = await given.endTurn(signal);
    } finally {
      if (text === null) await keep();
    }
    if (text === null) return false;
    inbox.push({ type: "note", text });
    return true;
  }

  return {
    purse,
    background,
    money,
    wake,
    async work(signal, leaving) {
      if (running) throw new ToolError("conflict", "The agent works already. Steer it, or wait.");
      const signals = signal ? [signal, ending.signal] : [ending.signal];
      running = run.hold().then(() => untilOver(AbortSignal.any(signals), leaving));
      // A model that is asked again a little later is waited for by a timer, and those keep no process.
      const letGo = keepAlive();
      try {
        state = await running;
      } finally {
        letGo();
        running = null;
        told.release();
        await run.release();
      }
      return outcomeOf(state);
    },
    isWorking: () => running !== null,
    state: () => state,
    async end() {
      ending.abort("The agent was closed.");
      background.stopAll();
      await running?.catch(() => undefined);
      await background.settled();
    },
  };
}

interface Waker {
  /** Fires with the given signal, or on `wake`. */
  anySignal(signal: AbortSignal): AbortSignal;
  wake(): void;
}

function createWaker(): Waker {
  let waking = new AbortController();
  return {
    anySignal(signal) {
      waking = new AbortController();
      return AbortSignal.any([signal, waking.signal]);
    },
    wake: () => waking.abort(),
  };
}

/** A budget in money that is given again holds from now on; every other bound is the run's own. */
function keptState(given: DriverOptions): LoopState | null {
  const state = knownState(given);
  const costMicros = given.options.limits?.costMicros;
  if (state === null || costMicros === undefined) return state;
  const { settings } = state;
  return { ...state, settings: { ...settings, limits: { ...settings.limits, costMicros } } };
}

/** One that was left for a worker to begin knew no model yet, and so not what it can hold. */
function knownState({ run: { state }, options, model }: DriverOptions): LoopState | null {
  if (state === null || state.turns > 0 || state.settings.compactAt !== undefined) return state;
  const { compactAt, keepTokens } = settingsOf(options, model);
  return compactAt === undefined
    ? state
    : { ...state, settings: { ...state.settings, compactAt, keepTokens } };
}

function firstState({ options, model, run }: DriverOptions): LoopState {
  return newLoop(randomUUID(), settingsOf(options, model), run.messages);
}

/** `end` and `wait`: it is done or waits for a person, and those that it started are still to be heard. */
function afterStep(
  { outcome, phase }: LoopState,
  { aborted }: AbortSignal,
): "end" | "wait" | "stay" | "stop" {
  if (outcome === null && phase !== "suspended") return "stay";
  if (aborted || (outcome !== null && outcome.status !== "done")) return "stop";
  return outcome === null ? "wait" : "end";
}

function settingsOf({ limits, completion }: AgentOptions, { contextTokens }: Model) {
  return loopSettings({
    ...(limits ? { limits } : {}),
    ...(completion ? { completion } : {}),
    ...(contextTokens === undefined ? {} : { compactAt: Math.floor(contextTokens * FULL) }),
  });
}
