import type { ToolCallText } from "@toolplane/contract";
import { add, added, end, lastText, stop, toModel, unanswered, user, worked } from "./go-on.ts";
import type { LoopInput } from "./loop-input.ts";
import type { LoopState } from "./loop-state.ts";
import type { LoopEvent, LoopStep } from "./loop-step.ts";
import { openCalls, type ToolMessage } from "./message.ts";
import { repeatOf } from "./repeat-of.ts";

/** What became of the calls. */
export function takeResults(
  before: LoopState,
  input: Extract<LoopInput, { readonly type: "results" }>,
): LoopStep {
  const { loopId } = before;
  const calls = openCalls(before.messages);
  const results = calls.map((call) => resultOf(call, input.results));
  const repeated = repeatOf(before.repeated, calls, results);
  const { repeats } = before.settings.limits;
  const state = worked(
    {
      ...add(before, results),
      repeated,
      steering: [...before.steering, ...input.steering.map((text) => user("person", text))],
    },
    input.workedMs,
  );
  const events: LoopEvent[] = results.map((message) => added(state, message));
  events.push({ type: "turn-end", loopId, turn: state.turns, spent: state.spent });
  const last = endingResult(state, results);
  if (last) {
    const message = last.flow?.message ?? textOf(last);
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

const ELSE = "Try something else, or say what keeps you from going on.";

/** Every call is answered, also one that whoever ran them forgot. */
function resultOf(call: ToolCallText, results: readonly ToolMessage[]): ToolMessage {
  return (
    results.find(({ callId }) => callId === call.id) ?? unanswered(call, "No result came back.")
  );
}

/** The result that ends the run by its tool's word, where the run goes by that. */
function endingResult(
  { settings }: LoopState,
  results: readonly ToolMessage[],
): ToolMessage | undefined {
  if (settings.completion === "model") return undefined;
  return results.find(
    ({ isError, flow }) => flow?.terminal === true || (isError && flow?.needs_followup !== true),
  );
}

function textOf({ content }: ToolMessage): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
