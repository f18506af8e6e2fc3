/** Questions that wait, as rows of a table and as JSON. */
import { tellingArgument } from "@toolplane/kernel";
import { canAnswer, type WaitingQuestion } from "@toolplane/library/rooms/approvals";
import { formatDuration } from "@toolplane/readings";
import { renderTable } from "../../terminal/lines/render-table.ts";
import type { Paint } from "../../terminal/paint.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { askedWords } from "../../terminal/words/asked-words.ts";

export interface WaitingView {
  readonly paint: Paint;
  readonly width: number;
  readonly nowMs: number;
  readonly workspace: string | null;
}

/** The lines of the list, oldest first. */
export function waitingLines(
  waiting: readonly WaitingQuestion[],
  { paint, width, nowMs, workspace }: WaitingView,
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
        whatOf(one.question),
        formatDuration(Math.max(0, nowMs - one.sinceMs)),
        processOf(one),
        one.question.id,
      ],
      notes: [
        ...noteOf(askedWords(one.question, workspace), width),
        ...(one.state === "gone" && one.question.kind === "landing"
          ? [`its process is gone, its changes are kept: toolplane land ${one.question.callId}`]
          : []),
      ],
    })),
  });
}

/** One line: the card has all of it. */
function noteOf(words: string, width: number): readonly string[] {
  return words === "" ? [] : [fitText(words, Math.max(20, width - 6))];
}

export function waitingJson(one: WaitingQuestion): object {
  const { question, waiter, state, sinceMs, runId } = one;
  const { id, kind, tool, origin, title, sessionId, callId, lines, questions } = question;
  return {
    id,
    state,
    runId,
    sinceMs,
    kind,
    tool,
    origin,
    title,
    sessionId,
    callId,
    lines,
    ...(questions ? { questions } : {}),
    process: { pid: waiter.pid, machine: waiter.machine },
  };
}

export function whatOf(question: WaitingQuestion["question"]): string {
  return question.questions?.[0]?.question ?? tellingArgument(question.arguments);
}

function processOf({ waiter, state }: WaitingQuestion): string {
  if (state === "forged") return "not ours";
  if (state === "gone" || state === "kept") return state;
  return state === "elsewhere" ? `${waiter.pid} on ${waiter.machine}` : String(waiter.pid);
}
