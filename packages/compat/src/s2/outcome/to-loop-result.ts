/** Says the end of a run as S2's loop does. What waits for a person is its `clarification_needed`. */
import type { PausedSession } from "@toolplane/contract/ports";

/** Of an outcome of a run only this is looked at. */
export interface LoopOutcomeView {
  readonly status: "done" | "stopped" | "failed" | "suspended";
  readonly text: string;
  readonly message?: string;
}

export type LoopResult =
  | { readonly status: "completed"; readonly output: string }
  | { readonly status: "failed"; readonly output: string; readonly error: string }
  | {
      readonly status: "clarification_needed";
      readonly output: string;
      /** The row that holds the state until there is an answer. */
      readonly paused_session_id: string | null;
      readonly question: string;
      readonly options: readonly string[];
    };

/** `paused`: the newest row of its conversation without an answer. */
export function toLoopResult(
  { status, text: output, message = "" }: LoopOutcomeView,
  paused: Pick<PausedSession, "id" | "question" | "options"> | null,
): LoopResult {
  if (status === "done") return { status: "completed", output };
  if (status !== "suspended") return { status: "failed", output, error: message };
  return {
    status: "clarification_needed",
    output,
    paused_session_id: paused?.id ?? null,
    question: paused?.question ?? message,
    options: paused?.options ?? [],
  };
}
