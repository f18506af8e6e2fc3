/**
 * The judge of a call's landing. Denies end it; what asks is put to a person in one question, with the change set itself. Whatever
 * goes wrong lands nothing: the set is kept, and a person may still land or drop it.
 */
import {
  type Answer,
  type AnswerFacts,
  type ChangeSet,
  countChanges,
  isToolError,
  type LandingDecision,
  type RefusedChange,
  type Resource,
  type RunOptions,
} from "@toolplane/contract";
import type { HoldSet, LandingJudge } from "@toolplane/contract/ports";
import { isWithin, trimEnd } from "@toolplane/readings";
import { callStamp } from "../../call/call-stamp.ts";
import { type CallState, keepAnswer } from "../../call/call-state.ts";
import { type HeldChange, type JudgedChanges, judgeInTurns } from "../../judge/judge-changes.ts";
import { describeTarget } from "../../resource/describe-target.ts";
import { emit, type SessionState } from "../../session/session-state.ts";
import { askPerson } from "../gate/ask-person.ts";
import { previewLanding } from "../gate/preview-changes.ts";
import { noteWritten } from "../labels/note-written.ts";
import { changeViewOf } from "./change-view-of.ts";
import { heldResultOf } from "./held-result-of.ts";

/** Refusals that are listed one by one; the rest are counted. */
const MOST_REFUSED = 100;
/** More paths than this are not asked about at once: a person would not read them. */
const MOST_ASKED = 200;
/** How much of a set a question carries. What asks is always in it. */
const MOST_SHOWN = 500;

/** Makes the judge that the host asks when a command of this call has ended. */
export function createLandingJudge(
  call: CallState,
  resultOf?: RunOptions["resultOf"],
): LandingJudge {
  const held = resultOf && heldResultOf(call, resultOf);
  return async (set, hold) => {
    try {
      const decision = await decide(call, set, hold && (() => hold(held)));
      return decision.land === "none" ? decision : ((await takenRun(call, set)) ?? decision);
    } catch {
      return kept([refusedSet(set, "It could not be judged, so nothing of it landed.")]);
    }
  };
}

/** Where another worker goes on with the run, what its call left waits for a person. */
async function takenRun({ session }: CallState, set: ChangeSet): Promise<LandingDecision | null> {
  try {
    await session.recorder?.confirm?.(session.manifest.sessionId);
    return null;
  } catch (error) {
    const why = isToolError(error) ? error.message : "The record could not be asked.";
    return kept([refusedSet(set, why)]);
  }
}

export interface PersonsLanding {
  /** Paths that the person leaves out. */
  readonly without?: readonly string[];
  /** The paths that they were asked about: whatever else asks by now waits on. Absent where they saw the whole set. */
  readonly asked?: readonly string[];
  /** A digest of the files' contents at the time of the question; a set with other contents by now goes on waiting. */
  readonly contents?: string;
}

/** The judge of a set that a person lands afterwards: their word answers what asks, and nothing answers a deny. */
export function createPersonsLandingJudge(
  session: SessionState,
  { without = [], asked, contents }: PersonsLanding,
): LandingJudge {
  return async (set, hold) => {
    if (contents !== undefined && (await hold?.()) !== contents)
      return kept([refusedSet(set, NOT_SHOWN)]);
    const { denied, asking } = await judged(session, set);
    const left = pathsOf(set, without);
    if (left === null) return kept(unknownPaths(set, without));
    const refused = denied.filter(({ change }) => !left.includes(change.path));
    if (refused.length > 0) return kept(refused.map(asRefused));
    const unasked =
      asked === undefined ? [] : asking.filter(({ change }) => !asked.includes(change.path));
    if (unasked.length > 0)
      return kept(unasked.map(({ change: { path } }) => ({ path, reason: NOT_ASKED })));
    const seen = asked ?? set.changes.map(({ path }) => path);
    return left.length === 0
      ? { land: "all", unkept: "accepted", asked: seen }
      : { land: "some", without: left, unkept: "accepted", asked: seen };
  };
}

const NOT_SHOWN = "What is kept is not what was shown.";
const NOT_ASKED =
  "It has to be asked about by now, and the question that was answered did not say so.";

async function decide(
  call: CallState,
  set: ChangeSet,
  hold: HoldSet | undefined,
): Promise<LandingDecision> {
  const { denied, asking } = await judged(call.session, set, call.approved);
  if (denied.length > 0) return refuse(call, denied);
  for (const { path, kind, type } of set.changes)
    if (kind !== "removed" && type === "file") noteWritten(call, path);
  if (asking.length === 0) {
    await previewLanding(call, set);
    return stopped(call) ?? { land: "all" };
  }
  if (!call.session.questions)
    return refuse(call, asking, "It has to be asked about, and nobody can be asked here.");
  if (asking.length > MOST_ASKED)
    return refuse(call, asking, `${asking.length} such paths are more than can be asked about.`);
  return ask(call, { set, hold }, asking);
}

function judged(
  session: SessionState,
  set: ChangeSet,
  approved?: readonly Resource[],
): Promise<JudgedChanges> {
  const pause = () =>
    new Promise<void>((resolve) => {
      session.host.clock.setTimer(0, resolve);
    });
  return judgeInTurns(changeViewOf(session, set, approved), set, pause);
}

async function ask(
  call: CallState,
  { set, hold }: { readonly set: ChangeSet; readonly hold: HoldSet | undefined },
  asking: readonly HeldChange[],
): Promise<LandingDecision> {
  try {
    const contents = await hold?.();
    const answer = await askPerson(call, {
      kind: "landing",
      reasons: asking.map(({ finding: { judge, reason, rule } }, resource) => ({
        judge,
        action: "ask",
        hard: true,
        reason,
        resource,
        ...(rule ? { rule } : {}),
      })),
      footprint: { resources: asking.map(({ finding }) => asResource(finding.target)) },
      cover: null,
      mayWait: true,
      changeSet: { ...shownPart(set, asking), ...(contents === undefined ? {} : { contents }) },
      keep: ({ id: questionId }, given) => keepAnswer(call, factsOf(questionId, given)),
    });
    if (answer.choice === "once")
      call.approved = [
        ...call.approved,
        ...asking.map(({ finding }) => asResource(finding.target)),
      ];
    return stopped(call) ?? decisionOf(answer, set, asking);
  } catch (error) {
    const why = isToolError(error) ? error.message : "The question could not be asked.";
    return refuse(call, asking, why);
  }
}

function decisionOf(
  answer: Answer,
  set: ChangeSet,
  asking: readonly HeldChange[],
): LandingDecision {
  const asked = asking.map(({ change: { path } }) => path);
  if (answer.choice === "once") return { land: "all", unkept: "accepted", asked };
  if (answer.choice === "without") {
    const without = pathsOf(set, answer.paths);
    return without
      ? { land: "some", without, unkept: "accepted", asked }
      : kept(unknownPaths(set, answer.paths));
  }
  if (answer.choice === "reject") {
    const note = answer.note ? ` They say: ${answer.note}` : "";
    const refused = asking.map(({ change: { path } }) => ({
      path,
      reason: `The user rejected it.${note}`,
    }));
    return { land: "none", drop: true, refused: refused.slice(0, MOST_REFUSED) };
  }
  return kept([refusedSet(set, "The answer does not fit the question.")]);
}

/** Every changed path that these name, themselves or by a folder above; null when one of them names none. */
function pathsOf(set: ChangeSet, named: readonly string[]): readonly string[] | null {
  const left = new Set<string>();
  for (const name of named) {
    const found = set.changes.filter(({ path }) => isWithin(path, name));
    if (found.length === 0) return null;
    for (const { path } of found) left.add(path);
  }
  return [...left];
}

function unknownPaths(set: ChangeSet, named: readonly string[]): readonly RefusedChange[] {
  return named
    .filter((name) => pathsOf(set, [name]) === null)
    .map((path) => ({ path, reason: "It was to be left out, and the command did not change it." }));
}

/** A call that was stopped meanwhile lands nothing, whatever was answered. */
function stopped(call: CallState): LandingDecision | null {
  if (!(call.stopped ?? call.session.stopped)) return null;
  return { land: "none", drop: false, refused: [] };
}

function refuse(call: CallState, held: readonly HeldChange[], why?: string): LandingDecision {
  const shown = held.slice(0, MOST_REFUSED);
  for (const { finding } of shown) noteRefusal(call, finding.target, finding.reason);
  return kept(
    shown.map((one) => {
      const { path, reason } = asRefused(one);
      return { path, reason: why === undefined ? reason : `${trimEnd(reason, ".")}. ${why}` };
    }),
  );
}

function kept(refused: readonly RefusedChange[]): LandingDecision {
  return { land: "none", drop: false, refused: refused.slice(0, MOST_REFUSED) };
}

function asRefused({ change, finding }: HeldChange): RefusedChange {
  return { path: change.path, reason: finding.reason };
}

function refusedSet(set: ChangeSet, reason: string): RefusedChange {
  return { path: set.changes[0]?.path ?? "", reason };
}

function noteRefusal(
  call: CallState,
  target: HeldChange["finding"]["target"],
  reason: string,
): void {
  const subject = describeTarget(target);
  call.accesses ??= [];
  call.accesses.push({ subject, predicted: false, refused: reason });
  emit(call.session, { type: "access-refuse", ...callStamp(call), subject, reason });
}

function asResource(target: HeldChange["finding"]["target"]): Resource {
  const { entries: _, ...shown } = target;
  return { ...shown, origin: "derived", via: "operand" };
}

function shownPart(set: ChangeSet, asking: readonly HeldChange[]): ChangeSet {
  if (set.changes.length <= MOST_SHOWN) return set;
  const first = new Set(asking.map(({ change }) => change));
  for (const change of set.changes) {
    if (first.size >= MOST_SHOWN) break;
    first.add(change);
  }
  const changes = set.changes.filter((change) => first.has(change));
  return { ...set, changes, counts: countChanges(set) };
}

function factsOf(questionId: string, answer: Answer): AnswerFacts {
  const { choice } = answer;
  if (choice === "without") return { questionId, choice, extra: answer.paths };
  if (choice === "reject" && answer.note) return { questionId, choice, extra: answer.note };
  return { questionId, choice };
}
