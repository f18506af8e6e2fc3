import { createHash } from "node:crypto";
import type { ToolCallText } from "@toolplane/contract";
import { add, added, end, lastText, stop, toModel, unanswered, user, worked } from "./go-on.ts";
import type { LoopInput } from "./loop-input.ts";
import type { LoopState } from "./loop-state.ts";
import type { LoopEvent, LoopStep } from "./loop-step.ts";
import { lastResults, type Message, openCalls, type ToolMessage } from "./message.ts";

/** Goes on to the model with one answer for each call that it made, or waits where a person has yet to decide. */
export function takeResults(
  before: LoopState,
  input: Extract<LoopInput, { readonly type: "results" }>,
): LoopStep {
  if (input.waiting && input.waiting.length > 0) return suspend(before, input, input.waiting);
  const { loopId } = before;
  const answered = openCalls(before.messages).map((call) => resultOf(call, input.results));
  const messages = inCallOrder([...before.messages, ...answered]);
  const results = lastResults(messages);
  const repeated = repeatOf(before.repeated, lastCalls(messages), results);
  const { repeats } = before.settings.limits;
  const state = worked(
    {
      ...add(before, answered),
      messages,
      repeated,
      steering: [...before.steering, ...input.steering.map((text) => user("person", text))],
    },
    input.workedMs,
  );
  const events: LoopEvent[] = answered.map((message) => added(state, message));
  events.push({ type: "turn-end", loopId, turn: state.turns, spent: state.spent });
  const last = endingResult(state, results);
  if (last) {
    const message = last.flow?.message ?? messageText(last);
    if (!last.isError) return end(state, { status: "done", text: message }, events);
    const text = lastText(state.messages);
    return end(state, { status: "stopped", by: "tool", message, text }, events);
  }
  if (repeated.times >= repeats * 2) {
    const message = `The model made the same calls ${repeated.times} times, with the same results.`;
    return stop(state, "repeats", message, events);
  }
  const hint =
    repeated.times === repeats
      ? [user("host", `You made the same calls ${repeats} times, with the same results. ${ELSE}`)]
      : [];
  return toModel({ ...state, steering: [...hint, ...state.steering] }, events);
}

/** Keeps the calls that came to an end; the others are open until their question is answered. */
function suspend(
  before: LoopState,
  input: Extract<LoopInput, { readonly type: "results" }>,
  questions: readonly string[],
): LoopStep {
  const { loopId } = before;
  const settled = openCalls(before.messages).flatMap(
    ({ id }) => input.results.find(({ callId }) => callId === id) ?? [],
  );
  const state: LoopState = {
    ...worked(add(before, settled), input.workedMs),
    phase: "suspended",
    waiting: questions,
    steering: [...before.steering, ...input.steering.map((text) => user("person", text))],
  };
  const events: LoopEvent[] = settled.map((message) => added(state, message));
  events.push({ type: "agent-suspend", loopId, questions });
  return { state, work: { do: "wait" }, events };
}

/** Calls that waited for a person are answered after others of their turn; the model sees them in their order all the same. */
function inCallOrder(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const others = messages.slice(at + 1).filter(({ role }) => role !== "tool");
  return [...messages.slice(0, at + 1), ...lastResults(messages), ...others];
}

function lastCalls(messages: readonly Message[]): readonly ToolCallText[] {
  const last = messages.findLast(({ role }) => role === "assistant");
  return last?.role === "assistant" ? last.calls : [];
}

const ELSE = "Try something else, or say what keeps you from going on.";

/** The result of a call, also of one that its runner forgot. */
function resultOf(call: ToolCallText, results: readonly ToolMessage[]): ToolMessage {
  return (
    results.find(({ callId }) => callId === call.id) ?? unanswered(call, "No result came back.")
  );
}

/** The result that ends the run by its tool's decision, where the run's setting allows that. */
function endingResult(
  { settings }: LoopState,
  results: readonly ToolMessage[],
): ToolMessage | undefined {
  if (settings.completion === "model") return undefined;
  return results.find(
    ({ isError, flow }) => flow?.terminal === true || (isError && flow?.needs_followup !== true),
  );
}

function messageText({ content }: ToolMessage): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** How often in a row the same calls brought the same results. Waiting for something looks different each time. */
function repeatOf(
  before: LoopState["repeated"],
  calls: readonly ToolCallText[],
  results: readonly ToolMessage[],
): LoopState["repeated"] {
  const seen = [
    calls.map(({ name, arguments: text }) => [name, text]),
    results.map(({ content }) => content),
  ];
  const key = createHash("sha256").update(JSON.stringify(seen)).digest("base64url");
  return { key, times: key === before.key ? before.times + 1 : 1 };
}
