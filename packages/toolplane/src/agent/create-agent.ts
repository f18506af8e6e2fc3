/** Puts a model, a session and the loop together. */
import { randomUUID } from "node:crypto";
import {
  type LoopInput,
  type LoopOutcome,
  type LoopState,
  loopSettings,
  type Model,
  newLoop,
  runLoop,
} from "@toolplane/agent";
import { ToolError, type ToolplaneEvent } from "@toolplane/contract";
import type { Session, SessionOptions } from "@toolplane/kernel";
import { type FaceSource, liveProjection } from "../faces/session-tools.ts";
import type { Agent, AgentEvent, AgentOptions, InputFilter } from "./agent.ts";
import {
  openAgentRun,
  outcomeOf,
  type RunParent,
  type RunSessionOptions,
  type RunsOfAgents,
} from "./keep-run.ts";
import { openModel } from "./open-model.ts";

export interface AgentGround {
  readonly source: (session: Session) => FaceSource;
  readonly openSession: (options: SessionOptions) => Session;
  readonly systemPrompt: (session: Session, instructions: string) => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: no run is kept. */
  readonly keeping: RunsOfAgents | null;
  /** The call that started this agent. */
  readonly parent?: RunParent;
}

/** What may wait to be heard: past it somebody is not listening. */
const MOST_WAITING = 100;
/** How full a model's memory may be before the beginning is said shorter. */
const FULL = 0.8;

export async function createAgent(ground: AgentGround, options: AgentOptions): Promise<Agent> {
  const model = await openModel(options.model, ground.environment);
  const run = await openAgentRun(ground.keeping, options, ground.parent);
  const inbox: LoopInput[] = [];
  const given = { ...sessionOf(options), steering: () => takeSteering(inbox) };
  const session = options.session ?? (await run.openSession(ground.openSession, given));
  const source = ground.source(session);
  const tools = liveProjection(source, (list) => list);
  const system = await ground.systemPrompt(session, run.instructions ?? "");
  const { on, tell } = createListeners();
  const unhear = session.on((event: ToolplaneEvent) => tell(event));
  const ending = new AbortController();
  let state = options.state ?? run.state ?? beginning(options, model, run.messages);
  let running: Promise<LoopState> | null = null;

  async function work(signal: AbortSignal | undefined): Promise<LoopOutcome> {
    if (running) throw new ToolError("conflict", "The agent works already. Steer it, or wait.");
    const loop = {
      state,
      earlier: run.earlier(state, session),
      model,
      session,
      system: () => system,
      tools: tools.now,
      clock: source.clock,
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
      nonce: source.nonce,
      inbox: { take: () => inbox.splice(0) },
      on: tell,
      keep: async (next: LoopState) => {
        state = next;
        await run.keep(next, { session, model });
        await options.keep?.(next);
      },
    };
    running = run.hold().then(() => runLoop(loop));
    try {
      state = await running;
    } finally {
      running = null;
      await run.release();
    }
    return outcomeOf(state);
  }

  function goOn(signal: AbortSignal | undefined): Promise<LoopOutcome> {
    inbox.unshift({ type: "resume" });
    return work(signal);
  }

  function say(type: "steer" | "follow-up", text: string): boolean {
    if (inbox.length >= MOST_WAITING) return false;
    session.said(text);
    inbox.push({ type, text });
    return true;
  }

  return {
    session,
    run(prompt, { signal, context } = {}) {
      if (running) return Promise.reject(new ToolError("conflict", "The agent works already."));
      if (run.isAgain) return goOn(signal);
      session.said(prompt);
      inbox.push(filtered(prompt, options.filters ?? [], context));
      return work(signal);
    },
    goOn: ({ signal } = {}) => goOn(signal),
    steer: (text) => say("steer", text),
    followUp: (text) => say("follow-up", text),
    state: () => state,
    on,
    async close() {
      ending.abort("The agent was closed.");
      await running?.catch(() => undefined);
      unhear();
      await run.release();
      if (!options.session) await session.close();
    },
  };
}

function sessionOf({ mode, strategy }: AgentOptions): RunSessionOptions {
  return { ...(mode ? { mode } : {}), ...(strategy ? { strategy } : {}) };
}

function beginning(options: AgentOptions, model: Model, said: LoopState["messages"]): LoopState {
  return newLoop(randomUUID(), settingsOf(options, model), said);
}

function settingsOf({ limits, completion }: AgentOptions, { contextTokens }: Model) {
  return loopSettings({
    ...(limits ? { limits } : {}),
    ...(completion ? { completion } : {}),
    ...(contextTokens === undefined ? {} : { compactAt: Math.floor(contextTokens * FULL) }),
  });
}

/** The first that rejects decides; what the others warn of is added to the words. */
function filtered(
  prompt: string,
  filters: readonly InputFilter[],
  context: string | undefined,
): LoopInput {
  const warnings: string[] = [];
  for (const filter of filters) {
    const verdict = filter(prompt);
    if (verdict === "pass") continue;
    if ("reject" in verdict) return { type: "input-reject", reason: verdict.reject };
    warnings.push(verdict.warn);
  }
  const whole = [prompt, ...warnings, ...(context === undefined ? [] : [context])];
  return { type: "prompt", text: whole.join("\n\n") };
}

/** What a person said for now, taken out of what waits to be heard. */
function takeSteering(inbox: LoopInput[]): readonly string[] {
  const taken = inbox.flatMap((one) => (one.type === "steer" ? [one.text] : []));
  const left = inbox.filter(({ type }) => type !== "steer");
  inbox.splice(0, inbox.length, ...left);
  return taken;
}

function createListeners(): Pick<Agent, "on"> & { readonly tell: (event: AgentEvent) => void } {
  const listeners = new Set<(event: AgentEvent) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
