/**
 * Stage 6: answers the asks that are left with a person's decision, kept (an approval with its cover, a receipt) or
 * given now. Without a person to ask, the answer is no. The deadline pauses while the person thinks.
 */
import {
  type Answer,
  type ApprovalKey,
  isToolError,
  type Opinion,
  type Question,
  type Receipt,
  winnerOf,
} from "@toolplane/contract";
import { trimEnd } from "@toolplane/readings";
import { askedKeys } from "../../approval/asked-keys.ts";
import { awaitOwnKey } from "../../approval/await-own-key.ts";
import { callKeys } from "../../approval/call-keys.ts";
import { keepAnswer } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import { EDITED, type StageOutcome } from "../../call/stage-outcome.ts";
import { digestOf } from "../../digest/digest-of.ts";
import { driftOf } from "../../judge/judge-pin.ts";
import { type AskingCall, askPerson } from "../../runtime/gate/ask-person.ts";
import { noteNamed } from "../../session/note-flow.ts";
import { recordedAnswer } from "../stage/recorded-parts.ts";
import { type AnsweredCall, storeAnswer } from "./store-answer.ts";

/** How often a person may edit the arguments of one call. */
const MAX_EDITS = 5;

type ApprovingCall = SettlingCall &
  AskingCall &
  AnsweredCall &
  CallView<{
    reads: "options" | "replay" | "verdict" | "flow";
    writes: "approved" | "input" | "edits" | "ownKey";
    session:
      | "approvals"
      | "receipts"
      | "usedReceipts"
      | "spendReceipt"
      | "questions"
      | "flow"
      | "analyzer"
      | "recorder";
  }>;

/** Gets an answer for a call that asks. */
export function approve(call: ApprovingCall): StageOutcome | Promise<StageOutcome> {
  const { session, tool, args, footprint, verdict } = call;
  if (!verdict || !tool || !args || !footprint)
    return settle(call, "internal", "The call was not judged.");
  if (verdict.action === "allow") return undefined;
  const naming = awaitOwnKey(call);
  if (naming)
    return naming.then(
      () => approve(call),
      (error) => refuse(call, error),
    );
  const { ownKey } = call;
  const all = callKeys(tool.entry, args, { ...footprint, ownKey });
  const keys = askedKeys(all, footprint, verdict.opinions);
  if (keys && isKnownBy(call) && storedApproval(call, keys)) return undefined;
  const receipt = call.options.receipt ? goodReceipt(call) : null;
  if (!receipt) return ask(call, keys);
  if (!session.spendReceipt) return useReceipt(call, receipt);
  return session.spendReceipt(receipt).then(
    (spent) => (spent ? useReceipt(call, receipt) : ask(call, keys)),
    // The store cannot say whether the receipt was used before, so it counts as used.
    () => ask(call, keys),
  );
}

/**
 * A kept answer is about a tool and what it touches. It does not hold the destination that a call's arguments name, so
 * one yes to a message would be a yes to any recipient. A cover holds hosts and files only.
 */
function isKnownBy({ verdict, flow }: ApprovingCall): boolean {
  if (!asksByFlow(verdict)) return true;
  const places = flow?.destinations ?? [];
  return (
    places.length > 0 && places.every(({ from }) => from === "net.fetch" || from === "fs.write")
  );
}

function asksByFlow(verdict: ApprovingCall["verdict"]): boolean {
  return (
    verdict?.opinions.some(({ judge, action }) => judge === "flow" && action === "ask") ?? false
  );
}

/** Lists for the person who is asked: what was read before, and what would leave to which destination. */
function flowPart({ verdict, flow, session }: ApprovingCall): Pick<Question, "seen" | "sends"> {
  if (!asksByFlow(verdict)) return {};
  const labels = new Set(
    verdict?.opinions.flatMap(({ judge, rule }) =>
      judge === "flow" ? (rule?.rule.after ?? []) : [],
    ),
  );
  const seen = [...labels].flatMap((label) => session.flow.firstOf(label) ?? []);
  return { seen, sends: flow?.destinations ?? [] };
}

function ask(
  call: ApprovingCall,
  keys: readonly ApprovalKey[] | null,
): StageOutcome | Promise<StageOutcome> {
  const { session, footprint, verdict, replay } = call;
  if (!verdict || !footprint) return settle(call, "internal", "The call was not judged.");
  if (!session.questions) {
    return settle(
      call,
      "permission_denied",
      `${trimEnd(winnerOf(verdict).reason, ".")}. It has to be asked about, and nobody can be asked here, so it is refused.`,
    );
  }
  const answer = askPerson(call, {
    kind: "permission",
    reasons: verdict.opinions.filter((opinion: Opinion) => opinion.action === "ask"),
    ...allowedParts(verdict.opinions),
    ...driftPart(call),
    ...flowPart(call),
    footprint,
    cover: keys,
    keep: (question, given) => keep(call, question, given),
    ...(replay ? { recorded: () => recordedAnswer(replay) } : {}),
  });
  return answer.then(
    (given) => outcomeOf(call, given),
    (error) => refuse(call, error),
  );
}

/** The person sees what is different about the tool, beside what it is going to do. */
function driftPart({ tool, name }: ApprovingCall): Pick<Question, "changes"> {
  const drift = driftOf(tool?.entry.pin ?? null, name);
  return drift ? { changes: [drift.change] } : {};
}

function refuse(call: ApprovingCall, error: unknown): StageOutcome {
  if (isToolError(error)) return settle(call, error.code, error.message, { cause: error });
  const text = "The question could not be asked, so the call is refused.";
  return settle(call, "permission_denied", text, { cause: error });
}

function allowedParts(opinions: readonly Opinion[]): Pick<Question, "allowed"> {
  const allowed = opinions.flatMap(({ action, resource, rule }) =>
    action === "allow" && resource !== undefined && rule ? [{ resource, rule }] : [],
  );
  return allowed.length > 0 ? { allowed } : {};
}

function storedApproval(call: ApprovingCall, keys: readonly ApprovalKey[]): boolean {
  const { session, tool, footprint } = call;
  if (!tool || !footprint) return false;
  const found = session.approvals.find({
    tool: tool.entry.tool.id,
    origin: tool.entry.origin,
    fingerprint: tool.entry.knownByName ? null : tool.entry.fingerprint(),
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
function goodReceipt(call: ApprovingCall): Receipt | null {
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

function useReceipt(call: ApprovingCall, receipt: Receipt): undefined {
  call.approved = call.footprint?.resources ?? [];
  keepAnswer(call, { questionId: receipt.id, choice: "once", receipt });
}

function keep(call: ApprovingCall, question: Question, answer: Answer): void {
  const { choice } = answer;
  if (choice === "once" || choice === "session" || choice === "project") {
    storeAnswer(call, question, choice);
    if (choice !== "once" && asksByFlow(call.verdict)) nameSent(call);
  } else if (choice === "edit" || choice === "reject") {
    const extra = choice === "edit" ? answer.arguments : answer.note;
    keepAnswer(call, { questionId: question.id, choice, ...(extra ? { extra } : {}) });
  }
}

/** Agreed to for longer than this call: these places are named from now on. */
function nameSent({ session, id, flow, footprint }: ApprovingCall): void {
  const command = footprint?.resources.find(({ capability }) => capability === "shell.run");
  const cwd = command?.capability === "shell.run" ? command.unit.cwd : null;
  noteNamed(session, { callId: id, places: flow?.destinations ?? [], cwd: cwd ?? undefined });
}

function outcomeOf(call: ApprovingCall, answer: Answer): StageOutcome {
  switch (answer.choice) {
    case "once":
    case "session":
    case "project":
      call.approved = call.footprint?.resources ?? [];
      return undefined;
    case "edit":
      if (call.edits >= MAX_EDITS)
        return settle(call, "approval_rejected", "The arguments were edited too often.");
      call.edits += 1;
      call.input = answer.arguments;
      call.ownKey = null;
      return EDITED;
    case "reject": {
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
