/** A model that says again what another said in a run that was kept: the same turns, with no network and no key. */
import { summaryIn } from "../loop/compaction.ts";
import { NOTHING_SPENT } from "../loop/loop-state.ts";
import { isWholeAnswer, type Message } from "../loop/message.ts";
import type { Model, ModelRequest } from "./model.ts";

/** `said`: everything that was said, in order, also what compaction left out. Past its end the model has nothing more to say. */
export function replayModel(said: readonly Message[], id = "replay"): Model {
  const answers = said.filter(isWholeAnswer);
  const summaries = said.flatMap((message) => summaryIn(message) ?? []);
  let next: number | null = null;
  let summed = 0;
  return {
    id,
    async answer(request, { signal, onText }) {
      signal.throwIfAborted();
      // Without tools it is asked to sum up: that is no turn of the conversation.
      const isSummary = isSummaryRequest(request);
      next ??= answersIn(request);
      const { text, calls, opaque } = isSummary
        ? { text: summaries[summed] ?? "", calls: [], opaque: undefined }
        : (answers[next] ?? NOTHING);
      if (isSummary) summed += 1;
      else next += 1;
      if (text !== "") onText(text);
      const finish = calls.length > 0 ? "calls" : "stop";
      const seen = opaque === undefined ? {} : { opaque };
      return { text, calls, finish, usage: NOTHING_SPENT, ...seen };
    },
  };
}

const NOTHING = { text: "", calls: [], opaque: undefined };

/** Counts from the conversation, so that a run that another process goes on with gets the next turn and not the first. */
function answersIn({ messages }: ModelRequest): number {
  return messages.filter(isWholeAnswer).length;
}

function isSummaryRequest({ tools, messages }: ModelRequest): boolean {
  const last = messages.at(-1);
  return tools.length === 0 && last?.role === "user" && last.from === "host";
}
