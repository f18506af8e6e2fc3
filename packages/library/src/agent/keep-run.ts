/** Keeps an agent's run in the store, and finds the one that it goes on with. */
import {
  type EarlierCalls,
  type LoopOutcome,
  type LoopState,
  lastText,
  less,
  type Message,
  type Model,
  NOTHING_SPENT,
  type Spent,
  sum,
  type UserMessage,
} from "@toolplane/agent";
import { isToolError, type SeenLabel, type ToolCallText, ToolError } from "@toolplane/contract";
import type { Broker, Store } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import { keptTrace } from "../ground/read-trace.ts";
import type { Runs } from "../runs/create-runs.ts";
import type { DrivenRun } from "../runs/drive-run.ts";
import type { KeptRun, RunAbout } from "../runs/kept-run.ts";
import type { AgentOptions } from "./agent.ts";

/** Options for the session of a run, whether it is new or goes on. */
type RunSessionOptions = Pick<SessionOptions, "mode" | "strategy" | "steering" | "broker">;

/** The parts that keep runs; null where nothing is kept. */
export interface RunsOfAgents {
  readonly runs: Runs;
  /** Where what a family may spend is kept. */
  readonly slots: Pick<Store["slots"], "get" | "replace">;
  readonly resumeSession: (id: string, options: RunSessionOptions) => Promise<Session>;
  /** Opens the session of a subagent whose parent is open elsewhere, new or not; `family` is the session at the top. */
  readonly openBelow: (
    family: string,
    options: SessionOptions & Required<Pick<SessionOptions, "id" | "below">>,
  ) => Promise<Session>;
  /** Labels of a session that may be open elsewhere, as the record knows them. */
  readonly seen: (sessionId: string) => Promise<readonly SeenLabel[]>;
  /** True when the record has rows of a session beside claims of its run. */
  readonly isRecorded: (sessionId: string) => Promise<boolean>;
  /** Looks up in the session's record the calls that a run has open. Settles changes that waited for an answer. */
  readonly earlier: (
    sessionId: string,
    calls: readonly ToolCallText[],
    options: { readonly suspends: boolean },
  ) => Promise<EarlierCalls>;
  /** Resolves when the record holds every call that has settled. */
  readonly written: () => Promise<void>;
  /** Rejects with a ToolError `conflict` where another worker has taken the run of this session. */
  readonly confirm: (sessionId: string) => Promise<void>;
  /**
   * Asks no person: the question stays in the store, and the run is suspended. `questions`: that of a tool only; another goes to
   * the broker that is there anyway.
   */
  readonly suspending: (which?: "questions") => Broker;
  /** A broker is there anyway. */
  readonly hasBroker: boolean;
}

/** The call of another run that started this one. */
export interface RunParent {
  readonly runId: string;
  readonly callId: string;
  /** Kind of the subagent it started, where it did not wait for it. */
  readonly behind?: string;
}

/** The run of one agent, which no other process drives while it is held. */
export interface AgentRun {
  /** The state it goes on with; null for a new one. */
  readonly state: LoopState | null;
  /** The use of those below it when their process ended, which it had not counted yet; it has now. */
  readonly lateSpent: Spent | null;
  /** The share of what it has used that runs used which others drive. */
  readonly spentApart: Spent;
  /** As it was kept; null for a new one. */
  readonly kept: KeptRun | null;
  /** The messages before a new one. */
  readonly messages: readonly Message[];
  readonly instructions: string | undefined;
  /** Words of a person that its session has not heard, because it is a new one. */
  readonly unheard: readonly string[];
  /** It was started by a call that is made again: it goes on, and what it was asked for is not said a second time. */
  readonly isAgain: boolean;
  /** The session that it had, or a new one. */
  openSession(open: (options: SessionOptions) => Session, given: SessionOptions): Promise<Session>;
  /** Ends of the calls that a state has open; undefined where none can have begun. */
  earlier(
    state: LoopState,
    session: Session,
  ): ((calls: readonly ToolCallText[]) => Promise<EarlierCalls>) | undefined;
  hold(): Promise<void>;
  keep(state: LoopState, of: { readonly session: Session; readonly model: Model }): Promise<void>;
  release(): Promise<void>;
}

/** Rejects with a ToolError where the run cannot be gone on with. */
export async function openAgentRun(
  ground: RunsOfAgents | null,
  options: AgentOptions,
  parent?: RunParent,
): Promise<AgentRun> {
  const { run: id, suspends, fork, model: named } = options;
  const instructions = options.instructions ?? fork?.instructions;
  if (id !== undefined && !ground)
    throw new ToolError("unavailable", "No record is kept, so no run can go on.");
  const again = id === undefined && ground && parent ? await ground.runs.below(parent) : null;
  const runId = id ?? again?.id;
  const kept = runId === undefined || !ground ? null : await ground.runs.drive(runId);
  const { late: lateSpent, apart: spentApart } =
    kept && ground ? await lateOf(ground.runs, kept) : { late: null, apart: NOTHING_SPENT };
  let driven: DrivenRun | null = kept;
  let phase = kept?.state.phase ?? "ready";
  let isNew = false;
  return {
    get unheard() {
      // A model's text is no person's word.
      const said = (kept?.said ?? []).filter(isAskedFor).filter(({ from }) => from === "person");
      return isNew ? said.map(({ text }) => text) : [];
    },
    state: kept ? counted(kept.state, lateSpent) : null,
    lateSpent,
    spentApart,
    kept: kept?.run ?? null,
    messages: fork?.messages ?? [],
    isAgain: again !== null,
    instructions: instructions ?? kept?.run.instructions,
    async openSession(open, given) {
      // Answers to what it asked before lie in the store.
      const asksStore = suspends || (kept !== null && !ground?.hasBroker);
      const which = suspends === "questions" ? suspends : undefined;
      const all = asksStore && ground ? { ...given, broker: ground.suspending(which) } : given;
      const apart = kept?.run.apart;
      if (kept && ground && apart)
        return heldOrReleased(kept, () => ground.openBelow(apart.family, belowOf(kept.run, all)));
      // Below another it is bounded by that one; its record is read all the same.
      if (kept && all.parent) return open({ ...all, id: kept.run.sessionId });
      if (!kept || !ground) return open(fork ? { ...all, flow: fork.flow } : all);
      try {
        return await ground.resumeSession(kept.run.sessionId, ofToday(all));
      } catch (error) {
        // One that was left for a worker to begin, or whose process ended before its first call: the record has no row of it.
        const isUnknown = isToolError(error) && error.code === "not_found";
        if (isUnknown && !(await ground.isRecorded(kept.run.sessionId))) {
          isNew = true;
          const { mode } = kept.run;
          return open({ ...all, ...(mode === undefined ? {} : { mode }), id: kept.run.sessionId });
        }
        await kept.release();
        throw error;
      }
    },
    earlier({ phase }, { id: sessionId }) {
      const mayBe = ground !== null && (phase === "calls" || phase === "suspended");
      return mayBe
        ? (calls) => ground.earlier(sessionId, calls, { suspends: suspends === true })
        : undefined;
    },
    hold: async () => driven?.hold(),
    async keep(state, { session, model }) {
      // A state that the caller keeps is the caller's.
      if (!ground || (options.state && !driven)) return;
      const isFirst = driven === null;
      driven ??= ground.runs.begin({
        id: state.loopId,
        sessionId: session.id,
        about: {
          ...aboutOf(state, session, typeof named === "string" ? named : model.id),
          ...(instructions ? { instructions } : {}),
          ...(fork ? { forkOf: fork.of } : {}),
          ...keptTrace(options.trace),
          ...(parent?.behind === undefined ? {} : { behind: parent.behind }),
        },
        ...(parent ? { parent } : {}),
      });
      // A result that the conversation holds is in the record too: reads may wait there a little.
      if (phase === "calls") await ground.written();
      ({ phase } = state);
      await driven.keep(state);
      const { parentSessionId } = session.manifest;
      // Whoever has taken the run above either finds this one below its call, or is found here: both write before they look.
      if (isFirst && parentSessionId !== undefined) await ground.confirm(parentSessionId);
    },
    release: async () => driven?.release(),
  };
}

/** Its own rules and bounds come with it: nothing else bounds it. */
function belowOf(
  { sessionId, apart, behind }: KeptRun,
  { broker, steering, strategy }: SessionOptions,
): SessionOptions & Required<Pick<SessionOptions, "id" | "below">> {
  if (!apart) throw new ToolError("internal", "It is no run that others drive.");
  return {
    ...(broker ? { broker } : {}),
    ...(steering ? { steering } : {}),
    ...(strategy ? { strategy } : {}),
    ...apart.session,
    ...(behind === undefined ? {} : { agent: behind }),
    id: sessionId,
    below: apart.above,
  };
}

async function heldOrReleased<T>({ release }: DrivenRun, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * A subagent's answers are kept with its own run at once, and with the run above when that takes its next step. Where a process ended
 * in between, the store knows of more than the run above does.
 */
async function lateOf(
  runs: Pick<Runs, "spentBelow">,
  { id, state, release }: DrivenRun & { readonly state: LoopState },
): Promise<{ readonly late: Spent | null; readonly apart: Spent }> {
  const { spentBelow: known } = state;
  // Of one that an older version kept, what came from below is not told apart.
  if (known === undefined) return { late: null, apart: NOTHING_SPENT };
  try {
    const { all: below, apart } = await runs.spentBelow(id);
    const late = less(below, known);
    const isNone = late.inputTokens + late.outputTokens + late.costMicros === 0;
    return { late: isNone ? null : late, apart };
  } catch (error) {
    await release();
    throw error;
  }
}

function counted(state: LoopState, late: Spent | null): LoopState {
  if (late === null) return state;
  const { spent, spentBelow = NOTHING_SPENT } = state;
  return { ...state, spent: sum(spent, late), spentBelow: sum(spentBelow, late) };
}

/** Picks the options that may be given again to a session that goes on. */
function ofToday({ mode, strategy, steering, broker }: SessionOptions): RunSessionOptions {
  return {
    ...(mode ? { mode } : {}),
    ...(strategy ? { strategy } : {}),
    ...(steering ? { steering } : {}),
    ...(broker ? { broker } : {}),
  };
}

/** Of a prompt, in a list of runs. */
const MOST_SHOWN = 200;

function aboutOf(
  { messages, steering }: LoopState,
  { manifest }: Session,
  model: string,
): RunAbout {
  const said = [...messages, ...steering].find(isAskedFor);
  const prompt = said?.text.slice(0, MOST_SHOWN) ?? "";
  const workspace = manifest.variables?.workspace?.[0] ?? null;
  return { model, prompt, workspace, mode: manifest.mode };
}

function isAskedFor(message: Message): message is UserMessage {
  return message.role === "user" && message.from !== "host";
}

/** Tells the waiting caller how work on a state ended. */
export function outcomeOf({
  outcome,
  phase,
  waiting,
  messages,
  behind = [],
}: LoopState): LoopOutcome {
  if (phase !== "suspended") return outcome ?? { status: "done", text: "" };
  const message =
    waiting.length === 0 && behind.length > 0
      ? "It waits for subagents that others drive, and goes on with what they find."
      : "It waits for a person's answer, and goes on with it.";
  return { status: "suspended", questions: waiting, message, text: lastText(messages) };
}
