/**
 * Settles changes that waited for a person when their run goes on. The answer in the store counts; without one, the broker of
 * this process is asked; with no answer, they wait on. Rules and conflicts are looked at again: what was agreed to lands, and
 * nothing else.
 */
import { randomUUID } from "node:crypto";
import {
  type Answer,
  type Change,
  type ChangeSet,
  changeCount,
  countChanges,
  isToolError,
  isYes,
  type Landing,
  landingOf,
  type Question,
  suspendedBy,
  suspension,
  type ToolResult,
} from "@toolplane/contract";
import type { Broker, RecordKey, Store } from "@toolplane/contract/ports";
import { digestOf } from "@toolplane/kernel";
import {
  type RecordedCall,
  type RecordedLanding,
  type RecordedRows,
  readLandings,
} from "@toolplane/kernel/record";
import { toWithdrawnText } from "../approvals/answer-text.ts";
import { createSeals } from "../approvals/seals.ts";
import { readWaitingRow } from "../approvals/waiting-row.ts";
import { amendResult } from "./amend-result.ts";
import type { AnsweredLandings } from "./answered-landings.ts";

export interface LandingGround {
  readonly store: Pick<Store, "paused" | "journal">;
  /** The key of the state: a question counts only under its seal. */
  readonly key: RecordKey;
  readonly wallMs: () => number;
  readonly landings: AnsweredLandings;
  readonly broker: Broker;
}

/** A call whose changes wait, as its session's record has it. */
export type WaitingCall = Pick<RecordedCall, "callId" | "footprint" | "answers"> & {
  readonly sessionId: string;
  readonly result: ToolResult;
};

/** The result as it reads now; it has `awaits` while there is no answer yet. */
export async function settleLanding(
  call: WaitingCall,
  record: RecordedRows,
  ground: LandingGround,
): Promise<ToolResult> {
  const { callId, sessionId, result } = call;
  const { awaits: questionId } = result.metadata;
  if (questionId === undefined) return result;
  const question = await readQuestion(questionId, ground);
  const end = (landing: Landing): ToolResult => amendResult(result, landing, callId);
  const done = readLandings(record).findLast((one) => one.callId === callId);
  const set = await ground.landings.show(callId, sessionId);
  if (set === null || done?.state === "landed" || done?.state === "dropped") {
    if (question) await withdraw(question, ground);
    return end(await endedElsewhere(call, done, ground));
  }
  // Without the question it is unknown what was agreed to; a person may land the set by hand.
  if (question === null) return end(keptOf(call, "What was asked about it is no longer kept."));
  try {
    const answer = await ask(question, ground.broker);
    return end(await carryOut({ call, question, set, answer }, ground));
  } catch (error) {
    const open = isToolError(error) ? suspendedBy(error) : null;
    if (open !== null) return { ...result, metadata: { ...result.metadata, awaits: open } };
    return end(keptOf(call, isToolError(error) ? error.message : "Nobody could be asked."));
  }
}

async function readQuestion(id: string, { store, key }: LandingGround): Promise<Question | null> {
  const row = await store.paused.get(id);
  const read = row === null ? null : readWaitingRow(row, createSeals(key));
  return read?.isGenuine ? read.question : null;
}

async function withdraw(question: Question, { store, key, wallMs }: LandingGround): Promise<void> {
  const text = toWithdrawnText(question, "It was landed or dropped by hand.", createSeals(key));
  await store.paused.resolve(question.id, text, wallMs());
}

/** Under an id of its own, as every asking has; an open question that is the same keeps its own. */
function ask(question: Question, broker: Broker): Promise<Answer> {
  const again = { ...question, id: `qst_${randomUUID()}` };
  const never = new AbortController().signal;
  return broker.ask(again, never, undefined, (id = again.id) => suspension(id));
}

/** Finds how a set ended that was settled by hand, or whose process ended while it landed. */
async function endedElsewhere(
  call: WaitingCall,
  done: RecordedLanding | undefined,
  { store }: LandingGround,
): Promise<Landing> {
  if (done?.landing && done.state !== "unknown") return done.landing;
  const entries = await store.journal.list(call.sessionId);
  const hasLanded = entries.some(({ callId }) => callId === call.callId);
  const { refused: _, why: __, ...landing } = waitingOf(call);
  return hasLanded ? { ...landing, state: "landed" } : { ...landing, state: "dropped" };
}

interface Answered {
  readonly call: WaitingCall;
  readonly question: Question;
  readonly set: ChangeSet;
  readonly answer: Answer;
}

async function carryOut(
  { call, question, set, answer }: Answered,
  { landings }: LandingGround,
): Promise<Landing> {
  const { callId, sessionId } = call;
  const by = "the answer to its question";
  if (answer.choice === "reject") {
    const dropped = await landings.drop(callId, { sessionId, by });
    const note = answer.note ? ` They say: ${answer.note}` : "";
    const refused = askedPaths(question).map((path) => ({
      path,
      reason: `The user rejected it.${note}`,
    }));
    return { ...dropped, refused };
  }
  if (answer.choice !== "once" && answer.choice !== "without")
    return keptOf(call, "The answer does not fit the question.");
  const contents = question.changeSet?.contents;
  if (contents === undefined || !isAsShown(question.changeSet, set))
    return keptOf(call, "What is kept is not what was shown.");
  const asked = [...askedPaths(question), ...approvedPaths(call)];
  const without = answer.choice === "without" ? answer.paths : [];
  return landings.land(callId, { sessionId, by, asked, without, contents });
}

function askedPaths({ footprint }: Question): readonly string[] {
  return footprint.resources.flatMap((one) => (one.capability === "fs.write" ? [one.path] : []));
}

/** Paths that a person agreed to before the command ran; they were not asked about a second time. */
function approvedPaths({ answers, footprint }: WaitingCall): readonly string[] {
  const isApproved = answers.some(isYes);
  if (!isApproved || !footprint) return [];
  return footprint.resources.flatMap((one) =>
    one.capability === "fs.write" ? [one.path, one.real] : [],
  );
}

/** Path by path; what the files hold is compared where it lands. */
function isAsShown(shown: ChangeSet | undefined, set: ChangeSet): boolean {
  if (!shown) return false;
  const now = new Map(set.changes.map((change) => [change.path, factsOf(change)]));
  const same = (change: Change): boolean => now.get(change.path) === factsOf(change);
  return (
    changeCount(countChanges(shown)) === changeCount(countChanges(set)) && shown.changes.every(same)
  );
}

/**
 * Digest of what the command left there. The file below it may be another by now: that is a conflict, and found where it lands.
 */
function factsOf({ kind, type, bytes, mode, target = "" }: Change): string {
  return digestOf({ isGone: kind === "removed", type, bytes, mode, target });
}

function waitingOf({ result }: WaitingCall): Landing {
  return (
    landingOf(result) ?? {
      state: "kept",
      counts: { added: 0, changed: 0, removed: 0 },
      changes: [],
    }
  );
}

function keptOf(call: WaitingCall, reason: string): Landing {
  const landing = waitingOf(call);
  const refused = (landing.refused ?? [{ path: landing.changes[0]?.path ?? "", reason: "" }]).map(
    ({ path }) => ({ path, reason }),
  );
  return { ...landing, state: "kept", why: "refused", refused };
}
