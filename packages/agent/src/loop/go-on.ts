/** Ends a step: the model is asked, its calls are run, or the run is over. */
import type { ToolCallText } from "@toolplane/contract";
import { compactionCut } from "./compaction.ts";
import { reachedLimit } from "./loop-limits.ts";
import type { LoopOutcome, LoopState, ReachedLimit, Spent } from "./loop-state.ts";
import type { LoopEvent, LoopStep, LoopWork } from "./loop-step.ts";
import {
  type Message,
  openCalls,
  saidIn,
  stoppedAnswer,
  type ToolMessage,
  type UserMessage,
} from "./message.ts";
import { messageTokens } from "./message-tokens.ts";

/** Brings in what was said meanwhile, then asks the model, unless a bound or the length of the conversation comes first. */
export function toModel(before: LoopState, told: readonly LoopEvent[]): LoopStep {
  const { isToShorten = false, ...kept } = before;
  const state: LoopState = { ...add(kept, kept.steering), steering: [] };
  const events = [...told, ...before.steering.map((message) => added(state, message))];
  const limit = reachedLimit(state);
  if (limit) return atLimit(state, limit, events);
  const { compactAt } = state.settings;
  const isLong = compactAt !== undefined && state.contextTokens >= compactAt;
  const cut = isLong || isToShorten ? cutOf(state) : 0;
  if (cut === 0) return askModel(state, events);
  const { loopId } = state;
  const start: LoopEvent = { type: "compaction-start", loopId, messages: cut };
  const work: LoopWork = { do: "compact", before: cut };
  return { state: { ...state, phase: "compact" }, work, events: [...events, start] };
}

export function askModel(state: LoopState, events: readonly LoopEvent[]): LoopStep {
  const { loopId, turns } = state;
  return {
    state: { ...state, phase: "model" },
    work: { do: "ask-model" },
    events: [...events, { type: "turn-start", loopId, turn: turns + 1 }],
  };
}

/** Money can be raised by a person; every other bound ends the run. */
export function atLimit(
  state: LoopState,
  limit: ReachedLimit,
  events: readonly LoopEvent[] = [],
): LoopStep {
  if (limit.by !== "cost") return stop(state, limit.by, limit.message, events);
  const paused: LoopState = { ...state, phase: "suspended", waiting: [], pausedAt: limit };
  return { state: paused, work: workOf(paused), events };
}

/** Ends a run that could go on. Its open calls are answered, so that the next prompt finds a whole conversation. */
export function stop(
  before: LoopState,
  by: Extract<LoopOutcome, { readonly status: "stopped" }>["by"],
  message: string,
  events: readonly LoopEvent[] = [],
): LoopStep {
  const { state, told } = withCallsAnswered(before, message);
  const outcome: LoopOutcome = { status: "stopped", by, message, text: lastText(state.messages) };
  return end(state, outcome, [...events, ...told]);
}

/** Ends a run that a person stopped. What the model had said until then stays: it has to know what the person has read. */
export function cancel(before: LoopState, message: string, said = ""): LoopStep {
  const { state, told } = withCallsAnswered(before, message);
  const isAnswered = state.messages.at(-1)?.role === "assistant";
  const answers = isAnswered ? [] : [stoppedAnswer(said)];
  const text = said.trim() === "" ? lastText(state.messages) : said.trimEnd();
  const outcome: LoopOutcome = { status: "stopped", by: "cancel", message, text };
  const events = [...told, ...answers.map((answer) => added(state, answer))];
  return end(add(state, answers), outcome, events);
}

function withCallsAnswered(
  before: LoopState,
  message: string,
): { readonly state: LoopState; readonly told: readonly LoopEvent[] } {
  const answers = openCalls(before.messages).map((call) => unanswered(call, `Not run. ${message}`));
  const state = add(before, answers);
  return { state, told: answers.map((answer) => added(state, answer)) };
}

/** One that has nothing more to do, and whose subagents others drive, waits for those: so nothing of it is missed. */
export function end(
  { pausedAt: _, ...state }: LoopState,
  outcome: LoopOutcome,
  events: readonly LoopEvent[] = [],
): LoopStep {
  if (outcome.status === "done" && state.behind !== undefined) {
    const asked: LoopEvent = { type: "agent-suspend", loopId: state.loopId, questions: [] };
    const waits: LoopState = { ...state, phase: "suspended", waiting: [], outcome: null };
    return { state: waits, work: { do: "wait" }, events: [...events, asked] };
  }
  return {
    state: { ...state, phase: "over", waiting: [], outcome },
    work: { do: "wait" },
    events: [...events, { type: "agent-end", loopId: state.loopId, outcome }],
  };
}

export function add(state: LoopState, messages: readonly Message[]): LoopState {
  if (messages.length === 0) return state;
  return {
    ...state,
    messages: [...state.messages, ...messages],
    contextTokens: state.contextTokens + messageTokens(messages),
  };
}

export function worked(state: LoopState, ms: number): LoopState {
  return { ...state, workedMs: state.workedMs + ms };
}

export function added({ loopId }: LoopState, message: Message): LoopEvent {
  return { type: "message-add", loopId, message };
}

export function sum(one: Spent, other: Spent): Spent {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costMicros: one.costMicros + other.costMicros,
  };
}

/** Subtracts what the other used; never below nothing. */
export function less(one: Spent, other: Spent): Spent {
  return {
    inputTokens: Math.max(0, one.inputTokens - other.inputTokens),
    outputTokens: Math.max(0, one.outputTokens - other.outputTokens),
    costMicros: Math.max(0, one.costMicros - other.costMicros),
  };
}

export function lastText(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "assistant");
  return last?.role === "assistant" ? saidIn(last) : "";
}

export function unanswered({ id, name }: ToolCallText, text: string): ToolMessage {
  const content = [{ type: "text" as const, text: `Error: ${text}` }];
  return { role: "tool", callId: id, tool: name, content, isError: true };
}

/** Finds the work that a kept state is waiting for: so a run goes on in another process. */
export function workOf(state: LoopState): LoopWork {
  if (state.phase === "model") return { do: "ask-model" };
  if (state.phase === "calls") return { do: "run-calls", calls: openCalls(state.messages) };
  const { pausedAt } = state;
  if (state.phase === "suspended" && pausedAt && state.waiting.length === 0)
    return { do: "raise", limit: pausedAt };
  if (state.phase === "compact") return { do: "compact", before: cutOf(state) };
  return { do: "wait" };
}

export function cutOf({ messages, settings }: LoopState): number {
  return compactionCut(messages, settings.keepTokens);
}

export function user(from: UserMessage["from"], text: string): UserMessage {
  return { role: "user", from, text };
}
