/**
 * Runs the agent's loop as one pure function: an event goes in, the next state and the next work come out. No clock, no
 * network, no waiting: its driver may be a function in this process, a queue on another machine, or a test.
 */
import { compacted } from "./compaction.ts";
import {
  askModel,
  atLimit,
  cancel,
  cutOf,
  end,
  lastText,
  stop,
  sum,
  toModel,
  user,
  worked,
  workOf,
} from "./go-on.ts";
import type { LoopInput } from "./loop-input.ts";
import { reachedLimit } from "./loop-limits.ts";
import { type LoopOutcome, type LoopState, NOTHING_SPENT } from "./loop-state.ts";
import type { LoopEvent, LoopStep, LoopTrigger } from "./loop-step.ts";
import { openCalls, type UserMessage } from "./message.ts";
import { messageTokens } from "./message-tokens.ts";
import { takeAnswer } from "./take-answer.ts";
import { takeResults } from "./take-results.ts";

/** Takes one step. Never throws: what does not fit the phase it comes in changes nothing. */
export function advance(state: LoopState, input: LoopInput): LoopStep {
  switch (input.type) {
    case "prompt":
      return hear(noted(state, input.notes), promptOf(input), "followUps");
    case "follow-up":
      return hear(state, user("person", input.text), "followUps");
    case "steer":
      return hear(state, user("person", input.text), "steering");
    case "note":
      return hear(heardOf(state, input.run), user("host", input.text), "steering");
    case "answer":
      return state.phase === "model" ? takeAnswer(state, input) : stay(state);
    case "model-failure":
      return state.phase === "model" ? takeFailure(state, input) : stay(state);
    case "results":
      return state.phase === "calls"
        ? takeResults(startedBehind(state, input.behind), input)
        : stay(state);
    case "await":
      return awaitOthers(state, input.questions);
    case "resume":
      return resume(state);
    case "compacted":
      return state.phase === "compact" ? takeCompaction(state, input) : stay(state);
    case "shorten":
      return stay({ ...state, isToShorten: true });
    case "spend":
      return takeSpending(state, input);
    case "limit":
      return isIdle(state) ? stay(state) : stop(state, input.limit.by, input.limit.message);
    case "pause":
      return isIdle(state) ? stay(state) : atLimit(state, input.limit);
    case "raise":
      return raise(state, input);
    case "input-reject":
      return isIdle(state) ? rejectInput(state, input.reason) : stay(state);
    case "cancel":
      return isIdle(state) ? stay(state) : cancel(state, input.reason, input.said);
  }
}

function startedBehind(state: LoopState, runs: readonly string[] = []): LoopState {
  const { behind = [] } = state;
  return runs.length === 0 ? state : { ...state, behind: [...new Set([...behind, ...runs])] };
}

function heardOf(state: LoopState, run: string | undefined): LoopState {
  const { behind = [], ...rest } = state;
  const left = behind.filter((one) => one !== run);
  if (left.length === behind.length) return state;
  return left.length === 0 ? rest : { ...rest, behind: left };
}

function promptOf(input: Extract<LoopInput, { readonly type: "prompt" }>): UserMessage {
  const { text, from, pictures = [] } = input;
  const said = user(from ?? "person", text);
  return pictures.length === 0 ? said : { ...said, pictures };
}

/** Notes wait beside what was said for now: the model reads them before the words that come with them. */
function noted(state: LoopState, notes: readonly string[] = []): LoopState {
  const messages = notes.map((text) => user("host", text));
  return messages.length === 0 ? state : { ...state, steering: [...state.steering, ...messages] };
}

function isIdle({ phase }: LoopState): boolean {
  return phase === "ready" || phase === "over";
}

/** The state as it is, with what is still to be done. */
function stay(state: LoopState): LoopStep {
  return { state, work: workOf(state), events: [] };
}

/** Words to an idle run begin it; to one that works they wait for their moment. */
function hear(state: LoopState, message: UserMessage, queue: "steering" | "followUps"): LoopStep {
  if (!isIdle(state)) return stay({ ...state, [queue]: [...state[queue], message] });
  const { loopId } = state;
  const begun: LoopState = {
    ...state,
    // A note of the host is no new beginning: a run that its own children wake again and again has its bounds too.
    ...(message.from === "host" ? {} : FRESH),
    outcome: null,
    steering: [...state.steering, message],
  };
  return toModel(begun, [{ type: "agent-start", loopId, trigger: TRIGGERS[message.from] }]);
}

const FRESH = { turns: 0, turnsBelow: 0, workedMs: 0, repeated: { key: "", times: 0 } } as const;

const TRIGGERS: Readonly<Record<UserMessage["from"], LoopTrigger>> = {
  person: "prompt",
  parent: "parent",
  host: "note",
};

/** Counts what was used below as used here; it may be the last that there was. */
function takeSpending(
  before: LoopState,
  { spent, turns = 0 }: Extract<LoopInput, { readonly type: "spend" }>,
): LoopStep {
  const state: LoopState = {
    ...before,
    spent: sum(before.spent, spent),
    spentBelow: sum(before.spentBelow ?? NOTHING_SPENT, spent),
    turnsBelow: (before.turnsBelow ?? 0) + turns,
  };
  const limit = state.phase === "model" ? reachedLimit(state) : null;
  return limit ? atLimit(state, limit) : stay(state);
}

/** Goes on with what waited, or with a conversation that its model has not answered. */
function resume(before: LoopState): LoopStep {
  const last = before.messages.at(-1);
  const hasFailed = before.phase === "over" && before.outcome?.status === "failed";
  if ((before.phase === "ready" || hasFailed) && last && last.role !== "assistant") {
    const { loopId } = before;
    const again = { ...before, ...FRESH, outcome: null };
    return toModel(again, [{ type: "agent-start", loopId, trigger: "prompt" }]);
  }
  if (before.phase !== "suspended") return stay(before);
  // What the person said is looked for by asking the same again.
  if (before.pausedAt) return stay({ ...before, waiting: [] });
  const state: LoopState = { ...before, phase: "calls", waiting: [] };
  const events: LoopEvent[] = [{ type: "agent-resume", loopId: state.loopId }];
  if (openCalls(state.messages).length > 0) return { state, work: workOf(state), events };
  // It had come to its end, and waited for others.
  if (state.steering.length > 0) return toModel(state, events);
  return end(state, { status: "done", text: lastText(state.messages) }, events);
}

/** Goes on from a pause for money: with the calls that had not begun, or with the model. */
function raise(
  { settings, ...before }: LoopState,
  { costMicros }: Extract<LoopInput, { readonly type: "raise" }>,
): LoopStep {
  const { limits, firstCostMicros = limits.costMicros } = settings;
  const raised =
    costMicros === undefined
      ? settings
      : {
          ...settings,
          limits: { ...limits, costMicros },
          ...(firstCostMicros === undefined ? {} : { firstCostMicros }),
        };
  const { pausedAt, ...state } = { ...before, settings: raised };
  if (!pausedAt) return stay(state);
  const events: LoopEvent[] = [{ type: "agent-resume", loopId: state.loopId }];
  const going: LoopState = { ...state, phase: "calls", waiting: [] };
  if (openCalls(state.messages).length === 0) return toModel(going, events);
  return { state: going, work: workOf(going), events };
}

function takeFailure(
  state: LoopState,
  { type: _, workedMs, ...failure }: Extract<LoopInput, { readonly type: "model-failure" }>,
): LoopStep {
  const text = lastText(state.messages);
  return end(worked(state, workedMs), { status: "failed", ...failure, text });
}

function awaitOthers(before: LoopState, questions: readonly string[]): LoopStep {
  const { loopId, phase, outcome, pausedAt } = before;
  const asked: LoopEvent[] = [{ type: "agent-suspend", loopId, questions }];
  if (pausedAt && questions.length > 0)
    return { state: { ...before, waiting: questions }, work: { do: "wait" }, events: asked };
  if (phase !== "over" || outcome?.status !== "done" || questions.length === 0) return stay(before);
  const state: LoopState = { ...before, phase: "suspended", outcome: null, waiting: questions };
  return { state, work: { do: "wait" }, events: asked };
}

function rejectInput(state: LoopState, reason: string): LoopStep {
  const { loopId } = state;
  const outcome: LoopOutcome = { status: "stopped", by: "input", message: reason, text: "" };
  return {
    state: { ...state, phase: "over", outcome },
    work: { do: "wait" },
    events: [
      { type: "input-reject", loopId, reason },
      { type: "agent-end", loopId, outcome },
    ],
  };
}

function takeCompaction(
  before: LoopState,
  input: Extract<LoopInput, { readonly type: "compacted" }>,
): LoopStep {
  const cut = cutOf(before);
  const messages = compacted(before.messages, cut, input.summary);
  const { loopId } = before;
  const state: LoopState = {
    ...before,
    messages,
    spent: sum(before.spent, input.spent),
    contextTokens: messageTokens(messages),
  };
  const event: LoopEvent = {
    type: "compaction-end",
    loopId,
    messages: messages.length,
    isSummary: input.summary !== null,
  };
  return askModel(state, [event]);
}
