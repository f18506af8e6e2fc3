/**
 * Stage 6: what is still an ask meets a person's word: one that was kept (an approval with its cover, a receipt), or one that
 * is given now. Nobody to ask means no. The deadline stands still while a person thinks.
 */
import {
  type Answer,
  type ApprovalKey,
  isToolError,
  type Opinion,
  type Question,
  type Receipt,
} from "@toolplane/contract";
import { askedKeys } from "../approval/asked-keys.ts";
import { callKeys } from "../approval/call-keys.ts";
import type { QuestionQueue } from "../approval/question-queue.ts";
import { renderQuestion } from "../approval/render-question.ts";
import { callStamp } from "../call/call-stamp.ts";
import { type CallState, keepAnswer } from "../call/call-state.ts";
import { settle } from "../call/settle.ts";
import { AGAIN, type StageOutcome } from "../call/stage-outcome.ts";
import { digestOf } from "../digest/digest-of.ts";
import { signalOf } from "../session/running-calls.ts";
import { emit } from "../session/session-state.ts";
import { recordedAnswer } from "./recorded-parts.ts";
import { storeAnswer } from "./store-answer.ts";

/** How often a person may edit the arguments of one call. */
const MAX_EDITS = 5;

/** Gets an answer for a call that asks. */
export function approve(call: CallState): StageOutcome | Promise<StageOutcome> {
  const { session, tool, args, footprint, verdict } = call;
  if (!verdict || !tool || !args || !footprint)
    return settle(call, "internal", "The call was not judged.");
  if (verdict.action === "allow") return undefined;
  const keys = askedKeys(callKeys(tool.entry, args, footprint), footprint, verdict.opinions);
  if (keys && storedApproval(call, keys)) return undefined;
  const receipt = call.options.receipt ? goodReceipt(call) : null;
  if (!receipt) return askPerson(call, keys);
  if (!session.spendReceipt) return useReceipt(call, receipt);
  return session.spendReceipt(receipt).then(
    (spent) => (spent ? useReceipt(call, receipt) : askPerson(call, keys)),
    // Nobody knows whether it was used before, so it counts as used.
    () => askPerson(call, keys),
  );
}

function askPerson(
  call: CallState,
  keys: readonly ApprovalKey[] | null,
): StageOutcome | Promise<StageOutcome> {
  const { session, tool, args, footprint, verdict } = call;
  if (!verdict || !tool || !args || !footprint)
    return settle(call, "internal", "The call was not judged.");
  if (!session.questions) {
    return settle(
      call,
      "permission_denied",
      `${verdict.winner.reason} It has to be asked about, and nobody can be asked here, so it is refused.`,
      { detail: { verdict } },
    );
  }
  const question = renderQuestion(
    {
      id: session.ids.next("qst"),
      kind: "permission",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: tool.entry.tool.id,
      origin: tool.entry.origin,
      reasons: verdict.opinions.filter((opinion: Opinion) => opinion.action === "ask"),
      ...allowedParts(verdict.opinions),
      footprint,
      arguments: session.redactor.value(args),
      cover: keys,
    },
    { mask: session.redactor.text },
  );
  return ask(call, session.questions, question);
}

function allowedParts(opinions: readonly Opinion[]): Pick<Question, "allowed"> {
  const allowed = opinions.flatMap(({ action, resource, rule }) =>
    action === "allow" && resource !== undefined && rule ? [{ resource, rule }] : [],
  );
  return allowed.length > 0 ? { allowed } : {};
}

function storedApproval(call: CallState, keys: readonly ApprovalKey[]): boolean {
  const { session, tool, footprint } = call;
  if (!tool || !footprint) return false;
  const found = session.approvals.find({
    tool: tool.entry.tool.id,
    origin: tool.entry.origin,
    fingerprint: tool.entry.fingerprint(),
    keys,
    nowMs: session.host.clock.wallMs(),
  });
  if (!found) return false;
  call.approved = footprint.resources;
  for (const approval of found)
    keepAnswer(call, { questionId: approval.id, choice: approval.scope });
  if (call.replay) call.replay.answersUsed += found.length;
  return true;
}

/** The receipt of the call, where it is genuine, was given for this very call and was not used in this session. */
function goodReceipt(call: CallState): Receipt | null {
  const { session, options, footprint } = call;
  const { receipt } = options;
  if (!receipt || !footprint || session.usedReceipts.has(receipt.id)) return null;
  const good = session.receipts.matchesCall(receipt, {
    sessionId: session.manifest.sessionId,
    callId: call.id,
    argumentsDigest: digestOf(call.args),
    footprintDigest: digestOf(footprint),
  });
  if (!good) return null;
  session.usedReceipts.add(receipt.id);
  return receipt;
}

function useReceipt(call: CallState, receipt: Receipt): undefined {
  call.approved = call.footprint?.resources ?? [];
  keepAnswer(call, { questionId: receipt.id, choice: "once", receipt });
}

async function ask(
  call: CallState,
  questions: QuestionQueue,
  question: Question,
): Promise<StageOutcome> {
  // What leaves the kernel is masked; the keys that an answer is stored under stay whole.
  const shown = call.session.redactor.value(question);
  emit(call.session, { type: "approval-request", ...callStamp(call), question: shown });
  call.session.running.pause(call);
  try {
    const answer = call.replay
      ? recordedAnswer(call.replay)
      : await questions.ask(shown, signalOf(call));
    emit(call.session, {
      type: "approval-answer",
      ...callStamp(call),
      questionId: question.id,
      choice: answer.choice,
    });
    return heed(call, question, answer);
  } catch (error) {
    if (isToolError(error)) return settle(call, error.code, error.message, { cause: error });
    return settle(
      call,
      "permission_denied",
      "The question could not be asked, so the call is refused.",
      {
        cause: error,
      },
    );
  } finally {
    call.session.running.resume(call);
  }
}

function heed(call: CallState, question: Question, answer: Answer): StageOutcome {
  switch (answer.choice) {
    case "once":
    case "session":
    case "project":
      storeAnswer(call, question, answer.choice);
      call.approved = call.footprint?.resources ?? [];
      return undefined;
    case "edit":
      keepAnswer(call, { questionId: question.id, choice: "edit", extra: answer.arguments });
      if (call.edits >= MAX_EDITS)
        return settle(call, "approval_rejected", "The arguments were edited too often.");
      call.edits += 1;
      call.input = answer.arguments;
      return AGAIN;
    case "reject": {
      keepAnswer(call, {
        questionId: question.id,
        choice: "reject",
        ...(answer.note ? { extra: answer.note } : {}),
      });
      const note = answer.note ? ` They say: ${answer.note}` : "";
      return settle(call, "approval_rejected", `The user rejected this call.${note}`);
    }
    default:
      return settle(
        call,
        "approval_rejected",
        "The answer does not fit the question, so the call is refused.",
      );
  }
}
