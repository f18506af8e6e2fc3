/** Questions that wait, as rows of a table and as JSON. */
import { canAnswer, type WaitingQuestion } from "../../../approvals/list-waiting.ts";
import { tellingArgument } from "../../../ground/telling-argument.ts";
import { renderTable } from "../../terminal/lines/render-table.ts";
import type { Paint } from "../../terminal/paint.ts";
import { formatDuration } from "../../terminal/text/format-duration.ts";

export interface WaitingView {
  readonly paint: Paint;
  readonly width: number;
  readonly nowMs: number;
}

/** The lines of the list, oldest first. */
export function waitingLines(
  waiting: readonly WaitingQuestion[],
  { paint, width, nowMs }: WaitingView,
): readonly string[] {
  return renderTable({
    paint,
    width,
    indent: 2,
    columns: [
      { title: "asks" },
      { title: "what", shrink: 8 },
      { title: "since", align: "right" },
      { title: "process", drop: 1 },
      { title: "id", drop: 2 },
    ],
    rows: waiting.map((one) => ({
      cells: [
        { text: one.question.tool, mark: canAnswer(one) ? "ask" : "off" },
        whatOf(one),
        formatDuration(Math.max(0, nowMs - one.sinceMs)),
        processOf(one),
        one.question.id,
      ],
      ...(one.state === "gone" && one.question.kind === "landing"
        ? {
            notes: [
              `its process is gone, its changes are kept: toolplane land ${one.question.callId}`,
            ],
          }
        : {}),
    })),
  });
}

export function waitingJson(one: WaitingQuestion): object {
  const { question, waiter, state, sinceMs, runId } = one;
  const { id, kind, tool, origin, title, sessionId, callId, lines, questions } = question;
  return {
    ...{ id, state, runId, sinceMs, kind, tool, origin, title, sessionId, callId, lines },
    ...(questions ? { questions } : {}),
    process: { pid: waiter.pid, machine: waiter.machine },
  };
}

export function whatOf({ question }: WaitingQuestion): string {
  return question.questions?.[0]?.question ?? tellingArgument(question.arguments);
}

function processOf({ waiter, state }: WaitingQuestion): string {
  if (state === "forged") return "not ours";
  if (state === "gone" || state === "kept") return state;
  return state === "elsewhere" ? `${waiter.pid} on ${waiter.machine}` : String(waiter.pid);
}
