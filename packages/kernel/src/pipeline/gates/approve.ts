/**
 * Stage 6: answers the asks that are left with a person's decision, kept (an approval with its cover, a receipt) or
 * given now. Without a person to ask, the answer is no. The deadline pauses while the person thinks.
 */
import {
  type Answer,
  isToolError,
  type Opinion,
  type Question,
  type Receipt,
  winnerOf,
} from "@toolplane/contract";
import { trimEnd } from "@toolplane/readings";
import { awaitOwnKey } from "../../approval/await-own-key.ts";
import { keepAnswer } from "../../call/call-state.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import { EDITED, type StageOutcome } from "../../call/stage-outcome.ts";
import { digestOf } from "../../digest/digest-of.ts";
import { driftOf } from "../../judge/judge-pin.ts";
import { type AskingCall, askPerson } from "../../runtime/gate/ask-person.ts";
import { keepRules } from "../../runtime/gate/keep-rules.ts";
import { type AnsweredCall, storeAnswer } from "../../runtime/gate/store-answer.ts";
import { noteNamed } from "../../session/note-flow.ts";
import { recordedAnswer } from "../stage/recorded-parts.ts";
import { finalText } from "./final-text.ts";
import { type GuardedCall, hearGuards } from "./hear-guards.ts";
import { keptAnswers } from "./kept-answers.ts";
import { type Lookup, lookupOf } from "./lookup-of.ts";
import { type OfferingCall, offeredRules } from "./offered-rules.ts";

/** How often a person may edit the arguments of one call. */
const MAX_EDITS = 5;

type ApprovingCall = SettlingCall &
  GuardedCall &
  AskingCall &
  AnsweredCall &
  OfferingCall &
  CallView<{
    reads: "options" | "replay" | "flow";
    writes: "approved" | "input" | "edits" | "ownKey" | "verdict";
    session:
      | "approvals"
      | "approvalsBy"
      | "receipts"
      | "usedReceipts"
      | "spendReceipt"
      | "questions"
      | "flow"
      | "analyzer"
      | "recorder";
  }>;

/** A person said yes to this very call. */
const BY_PERSON = "by-person" as const;
type Answered = StageOutcome | typeof BY_PERSON;

/** Gets an answer for a call that asks; then hears the guards, where they are heard last. */
export function approve(call: ApprovingCall): StageOutcome | Promise<StageOutcome> {
  const answered = getAnswer(call);
  if (answered instanceof Promise) return answered.then((given) => hearLast(call, given));
  return hearLast(call, answered);
}

function getAnswer(call: ApprovingCall): Answered | Promise<Answered> {
  const { session, tool, args, footprint, verdict } = call;
  if (!verdict || !tool || !args || !footprint)
    return settle(call, "internal", "The call was not judged.");
  if (verdict.action === "allow") return undefined;
  const naming = awaitOwnKey(call);
  if (naming)
    return naming.then(
      () => getAnswer(call),
      (error) => refuse(call, error),
    );
  const keys = lookupOf(call);
  if (isKnownBy(call) && storedApproval(call)) return undefined;
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
 * Hears guards that are heard last. What they ask is answered by a yes to this very call; one that was kept, or a mode, did
 * not see what the guard saw.
 */
function hearLast(call: ApprovingCall, answered: Answered): StageOutcome | Promise<StageOutcome> {
  if (answered !== undefined && answered !== BY_PERSON) return answered;
  if (call.session.judges.guardOrder !== "after-mode") return undefined;
  const opinions: Opinion[] = [];
  const waiting = hearGuards(call, opinions);
  if (waiting) return waiting.then(() => weighGuards(call, opinions, answered));
  return weighGuards(call, opinions, answered);
}

function weighGuards(
  call: ApprovingCall,
  opinions: readonly Opinion[],
  answered: typeof BY_PERSON | undefined,
): StageOutcome | Promise<StageOutcome> {
  const { verdict } = call;
  if (opinions.length === 0 || !verdict) return undefined;
  const denied = opinions.findIndex(({ action }) => action === "deny");
  const winner = verdict.opinions.length + Math.max(0, denied);
  const action = denied < 0 ? "ask" : "deny";
  call.verdict = { action, hard: true, winner, opinions: [...verdict.opinions, ...opinions] };
  if (action === "deny") return settle(call, "permission_denied", finalText(call.verdict));
  if (answered === BY_PERSON) return undefined;
  const asked = ask(call, null, opinions);
  const settled = (given: Answered): StageOutcome => (given === BY_PERSON ? undefined : given);
  return asked instanceof Promise ? asked.then(settled) : settled(asked);
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
  lookup: Lookup | null,
  opinions: readonly Opinion[] = call.verdict?.opinions ?? [],
): Answered | Promise<Answered> {
  const { session, footprint, verdict, replay } = call;
  if (!verdict || !footprint) return settle(call, "internal", "The call was not judged.");
  if (!session.questions) {
    return settle(
      call,
      "permission_denied",
      `${trimEnd(winnerOf(verdict).reason, ".")}. It has to be asked about, and nobody can be asked here, so it is refused.`,
    );
  }
  const offered = offeredRules(call, lookup);
  const answer = askPerson(call, {
    kind: "permission",
    reasons: opinions.filter((opinion) => opinion.action === "ask"),
    ...allowedParts(verdict.opinions),
    ...driftPart(call),
    ...flowPart(call),
    footprint,
    cover: lookup?.keys ?? null,
    ...(lookup?.by === "key" && lookup.keys[0] ? { byKey: lookup.keys[0].key } : {}),
    ...offered,
    keep: (question, given) => keep(call, question, given),
    ...(replay ? { recorded: () => recordedAnswer(replay) } : {}),
  });
  return answer.then(
    async (given) => {
      const { offer } = offered;
      // What a call that is walked again wrote down is written down already.
      if (given.choice === "rule" && offer && !replay) await keepRules(call, offer);
      return outcomeOf(call, given);
    },
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

function storedApproval(call: ApprovingCall): boolean {
  const { footprint, verdict } = call;
  if (!footprint || !verdict) return false;
  const kept = keptAnswers(call, verdict);
  if (kept === null) return false;
  // A key says nothing of what is touched: it lets the call run, and approves none of its resources by name.
  if (kept.by === "cover") call.approved = footprint.resources;
  for (const approval of kept.answers)
    keepAnswer(call, { questionId: approval.id, choice: approval.scope });
  if (call.replay) call.replay.answersUsed += kept.answers.length;
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

function useReceipt(call: ApprovingCall, receipt: Receipt): typeof BY_PERSON {
  call.approved = call.footprint?.resources ?? [];
  keepAnswer(call, { questionId: receipt.id, choice: "once", receipt });
  return BY_PERSON;
}

function keep(call: ApprovingCall, question: Question, answer: Answer): void {
  const { choice } = answer;
  if (choice === "rule") storeAnswer(call, question, choice);
  else if (choice === "once" || choice === "session" || choice === "project") {
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

function outcomeOf(call: ApprovingCall, answer: Answer): Answered {
  switch (answer.choice) {
    case "once":
    case "session":
    case "project":
    case "rule":
      call.approved = call.footprint?.resources ?? [];
      return BY_PERSON;
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
