/**
 * The one way to ask a person: before a call runs, for its tool, about a host it wants to reach, about a wider run. The question
 * is rendered and masked, listeners are told when it begins and exactly once when it is over, and the deadline stands still
 * between the two. Whoever asks decides what an answer means; no answer is a ToolError, and whoever asks refuses.
 */
import {
  type Answer,
  type EventOf,
  type Question,
  suspension,
  ToolError,
} from "@toolplane/contract";
import type { Recorder } from "@toolplane/contract/ports";
import type { ForeseeContext } from "../../approval/foresee.ts";
import { type QuestionFacts, renderQuestion } from "../../approval/render-question.ts";
import { callStamp, type StampedCall } from "../../call/call-stamp.ts";
import { keepAnswer } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { type MaskedCall, maskedArguments } from "../../call/masked.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import { nowOf } from "../../session/now-of.ts";
import { beginAsk, endAsk, type RunningCall, signalOf } from "../../session/running-calls.ts";
import { emit } from "../../session/session-state.ts";

/** What is asked; who asks follows from the call. */
export interface Asking
  extends Omit<
    QuestionFacts,
    "id" | "sessionId" | "callId" | "askedBy" | "tool" | "origin" | "arguments"
  > {
  /** A recorded call that is walked again has its answer already. */
  readonly recorded?: () => Answer;
  /** What is written down of the answer; without it, the choice alone. */
  readonly keep?: (question: Question, answer: Answer) => void;
  /** What it is about is kept for as long as it takes, so the answer may come when the call is over. */
  readonly mayWait?: true;
}

/** A call that somebody can be asked about. */
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
  // What leaves the kernel is masked; the keys that an answer is stored under stay whole.
  const masked = session.redactor.value(question);
  const signal = signalOf(call);
  const shown = session.foresee && !recorded ? await withChanges(call, masked) : masked;
  if (session.recorder?.flush && !recorded) await settled(session.recorder);
  if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
  const end = begin(call, shown);
  // A stopped call settles at once, and nothing is to be heard of it after that.
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
 * The answer may come to another process, hours after this one was killed: by then what was done before the question must not look
 * as if nobody knew how it ended.
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

/** Who waits for the answer: the call, and the one whose tool made it. */
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

/** With what it would do to files, where that is known. Nobody is kept from being asked by not knowing it. */
async function withChanges(call: AskingCall, question: Question): Promise<Question> {
  const { session, tool } = call;
  if (!session.foresee || !session.questions || !tool) return question;
  const { tool: asking } = tool.entry;
  const mayRead: ForeseeContext["mayRead"] = ({ path, real }) => {
    const target = { capability: "fs.read", path, real, via: "argument" } as const;
    return evaluatePolicies(session.policies, target, asking).action !== "deny";
  };
  try {
    const context = { tool: asking, mayRead, signal: signalOf(call) };
    const changes = await session.foresee(question, context);
    return changes.length === 0
      ? question
      : {
          ...question,
          changes: [...(question.changes ?? []), ...session.redactor.value(changes)],
        };
  } catch {
    return question;
  }
}

/** Tells listeners; what it gives ends the question for them, the first time it is called. */
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
  // One question of a call is waited for: where it asks a second one, nobody could tell whose answer comes.
  if (mayWait && call.awaits === null)
    return questions.ask(shown, signalOf(call), (id = shown.id) => waitFor(call, id));
  // What has begun cannot be taken back and made again.
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
