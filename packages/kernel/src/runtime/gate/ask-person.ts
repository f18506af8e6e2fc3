/**
 * Asks a person; the one way to: before a call runs, for its tool, about a host it wants to reach, about a wider run.
 * The question is rendered and masked. Listeners get an event when it begins and exactly one when it is over, and the
 * deadline pauses between the two. The asking code decides what an answer means. No answer is a ToolError, and the
 * asking code refuses.
 */
import {
  type Answer,
  type EventOf,
  type Question,
  suspension,
  ToolError,
} from "@toolplane/contract";
import type { Recorder } from "@toolplane/contract/ports";
import { type QuestionFacts, renderQuestion } from "../../approval/render-question.ts";
import { callStamp, type StampedCall } from "../../call/call-stamp.ts";
import { keepAnswer } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { type MaskedCall, maskedArguments } from "../../call/masked.ts";
import { nowOf } from "../../session/now-of.ts";
import { beginAsk, endAsk, type RunningCall, signalOf } from "../../session/running-calls.ts";
import { emit } from "../../session/session-state.ts";
import { foreseenChanges } from "./foreseen-changes.ts";

/** The content of a question; the asker follows from the call. */
export interface Asking
  extends Omit<
    QuestionFacts,
    "id" | "sessionId" | "callId" | "askedBy" | "tool" | "origin" | "arguments"
  > {
  /** A recorded call that is walked again has its answer already. */
  readonly recorded?: () => Answer;
  /** Writes the answer down; without it, the choice alone is kept. */
  readonly keep?: (question: Question, answer: Answer) => void;
  /** Its subject is kept for as long as it takes, so the answer may come when the call is over. */
  readonly mayWait?: true;
}

/** A call that a person can be asked about. */
export type AskingCall = RunningCall &
  StampedCall &
  MaskedCall &
  CallView<{
    reads: "parent" | "intended";
    writes: "answers" | "suspended" | "awaits";
    session:
      | "host"
      | "agents"
      | "ids"
      | "questions"
      | "foresee"
      | "policies"
      | "running"
      | "listeners"
      | "recorder";
  }>;

/** Rejects with a ToolError: `cancelled` when the call is stopped, `permission_denied` when no answer can be had. */
export async function askPerson(call: AskingCall, asking: Asking): Promise<Answer> {
  const { session } = call;
  const { recorded, keep = keepChoice(call), mayWait, ...about } = asking;
  const question = questionOf(call, about);
  // Everything that leaves the kernel is masked; the keys that an answer is stored under stay whole.
  const masked = session.redactor.value(question);
  const signal = signalOf(call);
  const shown = session.foresee && !recorded ? await withChanges(call, masked) : masked;
  if (session.recorder?.flush && !recorded) await settled(session.recorder);
  if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
  const end = begin(call, shown);
  // A stopped call settles at once, and sends no event after that.
  const onAbort = (): void => end("none");
  signal.addEventListener("abort", onAbort, { once: true });
  for (const one of heldUp(call)) {
    session.running.pause(one);
    beginAsk(one, nowOf(session.host.clock, one.startedMs));
  }
  try {
    const answer = recorded ? recorded() : await putTo(call, shown, mayWait);
    end(answer.choice);
    keep(question, answer);
    return answer;
  } finally {
    signal.removeEventListener("abort", onAbort);
    end("none");
    for (const one of heldUp(call)) {
      endAsk(one, nowOf(session.host.clock, one.startedMs));
      session.running.resume(one);
    }
  }
}

/**
 * Flushes the record before a question. The answer may come to another process, hours after this one was killed: by
 * then the earlier calls must not look as if they had no end.
 */
async function settled(recorder: Pick<Recorder, "flush">): Promise<void> {
  try {
    await recorder.flush?.();
  } catch (cause) {
    throw new ToolError(
      "unavailable",
      "What was done so far cannot be recorded; nobody is asked.",
      {
        cause,
      },
    );
  }
}

/** The calls that wait for the answer: this one, and the one whose tool made it. */
function heldUp(call: AskingCall): readonly RunningCall[] {
  return call.parent ? [call, call.parent] : [call];
}

type About = Omit<Asking, "recorded" | "keep" | "mayWait">;

function questionOf(call: AskingCall, about: About): Question {
  const { session, tool } = call;
  if (!tool) throw new ToolError("internal", "A call without a tool has nothing to ask.");
  return renderQuestion(
    {
      ...about,
      id: session.ids.next("qst"),
      sessionId: session.manifest.sessionId,
      callId: call.id,
      ...(session.agents.length === 0 ? {} : { askedBy: session.agents }),
      tool: tool.entry.tool.id,
      origin: tool.entry.origin,
      // A tool's own question says itself what it is about.
      arguments: about.kind === "tool" ? {} : (maskedArguments(call) ?? {}),
    },
    { mask: session.redactor.text },
  );
}

/** Adds the foreseen changes to files. Where they are not known, the question is asked without them. */
async function withChanges(call: AskingCall, question: Question): Promise<Question> {
  if (!call.session.questions) return question;
  const changes = await foreseenChanges(call, question);
  return changes.length === 0
    ? question
    : { ...question, changes: [...(question.changes ?? []), ...changes] };
}

/** Sends the event that a question began. Returns a function that ends it for listeners, the first time it is called. */
function begin(
  call: AskingCall,
  question: Question,
): (choice: EventOf<"approval-answer">["choice"]) => void {
  let over = false;
  emit(call.session, { type: "approval-request", ...callStamp(call), question });
  return (choice) => {
    if (over) return;
    over = true;
    const { id: questionId } = question;
    emit(call.session, { type: "approval-answer", ...callStamp(call), questionId, choice });
  };
}

function putTo(call: AskingCall, shown: Question, mayWait: Asking["mayWait"]): Promise<Answer> {
  const { questions } = call.session;
  if (!questions) throw new ToolError("permission_denied", "Nobody can be asked here.");
  // A call waits for one question: with a second one, an answer could not be matched.
  if (mayWait && call.awaits === null)
    return questions.ask(shown, signalOf(call), (id = shown.id) => waitFor(call, id));
  // A call that has begun cannot be taken back and made again.
  if (call.intended) return questions.ask(shown, signalOf(call));
  return questions.ask(shown, signalOf(call), (id = shown.id) => suspend(call, id));
}

/** Gives it up, and with it the program that made it: that goes on from here when it is made again. */
function suspend(call: AskingCall, questionId: string): ToolError {
  call.suspended = questionId;
  if (call.parent) call.parent.suspended = questionId;
  return suspension(questionId);
}

/** It goes on to its end, and the program that made it waits there. */
function waitFor(call: AskingCall, questionId: string): ToolError {
  call.awaits = questionId;
  if (call.parent) call.parent.suspended = questionId;
  return suspension(questionId);
}

function keepChoice(call: AskingCall): (question: Question, answer: Answer) => void {
  return ({ id: questionId }, { choice }) => keepAnswer(call, { questionId, choice });
}
