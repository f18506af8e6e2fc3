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
import { openModel } from "./open-model.ts";

export interface AgentGround {
  readonly source: (session: Session) => FaceSource;
  readonly openSession: (options: SessionOptions) => Session;
  readonly systemPrompt: (session: Session, instructions: string) => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What may wait to be heard: past it somebody is not listening. */
const MOST_WAITING = 100;
/** How full a model's memory may be before the beginning is said shorter. */
const FULL = 0.8;

export async function createAgent(ground: AgentGround, options: AgentOptions): Promise<Agent> {
  const model = await openModel(options.model, ground.environment);
  const inbox: LoopInput[] = [];
  const steered = (): readonly string[] =>
    takeWhere(inbox, ({ type }) => type === "steer").flatMap((one) =>
      one.type === "steer" ? [one.text] : [],
    );
  const session =
    options.session ?? ground.openSession({ ...sessionOf(options), steering: steered });
  const source = ground.source(session);
  const tools = liveProjection(source, (list) => list);
  const system = await ground.systemPrompt(session, options.instructions ?? "");
  const listeners = new Set<(event: AgentEvent) => void>();
  const tell = (event: AgentEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const unhear = session.on((event: ToolplaneEvent) => tell(event));
  const ending = new AbortController();
  let state: LoopState = options.state ?? newLoop(randomUUID(), settingsOf(options, model));
  let running: Promise<LoopState> | null = null;

  async function work(signal: AbortSignal | undefined): Promise<LoopOutcome> {
    if (running) throw new ToolError("conflict", "The agent works already. Steer it, or wait.");
    const signals = signal ? [signal, ending.signal] : [ending.signal];
    running = runLoop({
      state,
      model,
      session,
      system: () => system,
      tools: tools.now,
      clock: source.clock,
      signal: AbortSignal.any(signals),
      nonce: source.nonce,
      inbox: { take: () => inbox.splice(0) },
      on: tell,
      keep: async (next) => {
        state = next;
        await options.keep?.(next);
      },
    });
    try {
      state = await running;
    } finally {
      running = null;
    }
    return state.outcome ?? { status: "done", text: "" };
  }

  function say(type: "steer" | "follow-up", text: string): boolean {
    if (inbox.length >= MOST_WAITING) return false;
    session.said(text);
    inbox.push({ type, text });
    return true;
  }

  return {
    session,
    run(prompt, { signal } = {}) {
      if (running) return Promise.reject(new ToolError("conflict", "The agent works already."));
      session.said(prompt);
      inbox.push(filtered(prompt, options.filters ?? []));
      return work(signal);
    },
    goOn: ({ signal } = {}) => work(signal),
    steer: (text) => say("steer", text),
    followUp: (text) => say("follow-up", text),
    state: () => state,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      ending.abort("The agent was closed.");
      await running?.catch(() => undefined);
      unhear();
      if (!options.session) await session.close();
    },
  };
}

function sessionOf({ mode, strategy }: AgentOptions): SessionOptions {
  return { ...(mode ? { mode } : {}), ...(strategy ? { strategy } : {}) };
}

function settingsOf({ limits, completion }: AgentOptions, { contextTokens }: Model) {
  return loopSettings({
    ...(limits ? { limits } : {}),
    ...(completion ? { completion } : {}),
    ...(contextTokens === undefined ? {} : { compactAt: Math.floor(contextTokens * FULL) }),
  });
}

/** The first that rejects decides; what the others warn of is added to the words. */
function filtered(prompt: string, filters: readonly InputFilter[]): LoopInput {
  const warnings: string[] = [];
  for (const filter of filters) {
    const verdict = filter(prompt);
    if (verdict === "pass") continue;
    if ("reject" in verdict) return { type: "input-reject", reason: verdict.reject };
    warnings.push(verdict.warn);
  }
  return { type: "prompt", text: [prompt, ...warnings].join("\n\n") };
}

function takeWhere<T>(list: T[], isWanted: (one: T) => boolean): readonly T[] {
  const taken = list.filter(isWanted);
  const left = list.filter((one) => !isWanted(one));
  list.splice(0, list.length, ...left);
  return taken;
}
