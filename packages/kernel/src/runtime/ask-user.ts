/** A tool's own question to the user (S1's `question`). Nobody to ask is a tool error with a fixed text; nothing is invented. */
import { ToolError, type ToolQuestion } from "@toolplane/contract";
import { renderQuestion } from "../approval/render-question.ts";
import { callStamp } from "../call/call-stamp.ts";
import { type CallState, keepAnswer } from "../call/call-state.ts";
import { signalOf } from "../session/running-calls.ts";
import { emit } from "../session/session-state.ts";

/** What a headless host answers every question with. */
export const HEADLESS_QUESTION =
  "No user is available to answer questions here. Go on with your best judgement.";

/** Asks; the deadline stands still meanwhile. */
export async function askUser(
  call: CallState,
  questions: readonly ToolQuestion[],
): Promise<readonly (readonly string[])[]> {
  const { session, tool } = call;
  if (!session.questions || !tool) throw new ToolError("unavailable", HEADLESS_QUESTION);
  const question = renderQuestion(
    {
      id: session.ids.next("qst"),
      kind: "tool",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: tool.entry.tool.id,
      origin: tool.entry.origin,
      reasons: [],
      footprint: { resources: [] },
      arguments: {},
      cover: null,
      questions: session.redactor.value(questions),
    },
    { mask: session.redactor.text },
  );
  emit(session, {
    type: "approval-request",
    ...callStamp(call),
    question: session.redactor.value(question),
  });
  call.session.running.pause(call);
  try {
    const answer = await session.questions.ask(session.redactor.value(question), signalOf(call));
    emit(session, {
      type: "approval-answer",
      ...callStamp(call),
      questionId: question.id,
      choice: answer.choice,
    });
    keepAnswer(call, { questionId: question.id, choice: answer.choice });
    if (answer.choice === "answers") return answer.answers;
    throw new ToolError("approval_rejected", "The user did not answer.");
  } finally {
    call.session.running.resume(call);
  }
}
