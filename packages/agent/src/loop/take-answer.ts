import { add, added, atLimit, end, sum, toModel, worked } from "./go-on.ts";
import type { LoopInput } from "./loop-input.ts";
import { reachedLimit } from "./loop-limits.ts";
import type { LoopOutcome, LoopState } from "./loop-state.ts";
import type { LoopEvent, LoopStep } from "./loop-step.ts";
import { type Message, openCalls } from "./message.ts";

/** Takes the model's answer, with or without calls. */
export function takeAnswer(
  before: LoopState,
  { answer, workedMs }: Extract<LoopInput, { readonly type: "answer" }>,
): LoopStep {
  const spent = sum(before.spent, answer.usage);
  const counted = answer.usage.inputTokens + answer.usage.outputTokens;
  const message: Message = {
    role: "assistant",
    text: answer.text,
    calls: answer.calls,
    ...(answer.repaired === undefined ? {} : { repaired: answer.repaired }),
    ...(answer.opaque === undefined ? {} : { opaque: answer.opaque }),
  };
  const state = worked({ ...add(before, [message]), turns: before.turns + 1, spent }, workedMs);
  const counts = counted > 0 ? { ...state, contextTokens: counted } : state;
  const events = [added(state, message)];
  const ended: LoopEvent = {
    type: "turn-end",
    loopId: state.loopId,
    turn: state.turns,
    spent,
  };
  if (answer.calls.length > 0) return toCalls(counts, events);
  if (answer.finish === "refused") {
    const text = "The provider would not let the model answer.";
    const outcome: LoopOutcome = {
      status: "failed",
      message: text,
      text: answer.text,
      refused: true,
    };
    return end(counts, outcome, [...events, ended]);
  }
  if (counts.steering.length > 0) return toModel(counts, [...events, ended]);
  if (counts.followUps.length > 0) {
    const next = { ...counts, steering: counts.followUps, followUps: [] };
    return toModel(next, [...events, ended]);
  }
  if (answer.finish === "length") {
    const message = "The model ran into the bound of one answer.";
    const outcome: LoopOutcome = { status: "stopped", by: "tokens", message, text: answer.text };
    return end(counts, outcome, [...events, ended]);
  }
  return end(counts, { status: "done", text: answer.text }, [...events, ended]);
}

/** A bound on what may be spent stops before the calls, one on turns after them: what they did is then in the conversation. */
function toCalls(state: LoopState, events: readonly LoopEvent[]): LoopStep {
  const limit = reachedLimit(state);
  if (limit && limit.by !== "turns") return atLimit(state, limit, events);
  const calls = openCalls(state.messages);
  return { state: { ...state, phase: "calls" }, work: { do: "run-calls", calls }, events };
}
