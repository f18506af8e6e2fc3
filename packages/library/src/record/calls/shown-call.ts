/** Describes a recorded call for every face: its mark, its outcome in words, its road. */

import { type ErrorCode, isDecision, type Landing, landingOf } from "@toolplane/contract";
import type { CallMark } from "@toolplane/contract/console";
import type { RecordedCall, RecordedLanding } from "@toolplane/kernel/record";
import type { UnsettledCall } from "../sessions/load-session.ts";
import { answeredBy } from "./reached-hosts.ts";

/** A call of a session, settled or not. */
export type ShownCall =
  | {
      readonly kind: "settled";
      readonly call: RecordedCall;
      readonly startedAtMs: number;
      /** The call whose tool made it. */
      readonly parentId: string | null;
      /** A later act by hand on what it changed; null: none. */
      readonly byHand: RecordedLanding | null;
    }
  | {
      readonly kind: "unsettled";
      readonly call: UnsettledCall;
      readonly startedAtMs: number;
      readonly parentId: string | null;
      /** Its process still runs: it may be at work. */
      readonly isLive: boolean;
    };

export interface RoadFacts {
  /** The stage that settled it, or the one it is at while it waits or runs. */
  readonly stage: string;
  /** `done`: it has an output. `refused`: a stage settled it with an error. `open`: not settled. */
  readonly outcome: "done" | "refused" | "open";
  /** A person was asked on the way. */
  readonly wasAsked?: boolean;
  /** False for `explain` and `what-if`: nothing was written down. */
  readonly isRecorded?: boolean;
}

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  "disabled",
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
  "approval_rejected",
  "budget_exceeded",
  "skipped",
]);

/** The landing of what it changed on its view, by hand or by itself; null where it changed nothing there. */
export function landingOfCall(shown: ShownCall): Landing | null {
  if (shown.kind === "settled" && shown.byHand?.landing) return shown.byHand.landing;
  return shown.kind === "settled" && shown.call.result ? landingOf(shown.call.result) : null;
}

export function markOf(shown: ShownCall): CallMark {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  const { result } = shown.call;
  if (result === null) return rowType(shown.call) === "call-succeed" ? "allow" : "failed";
  if (result.type === "output") {
    if (endedBadly(result.details) !== null) return "failed";
    const landing = landingOfCall(shown);
    return landing ? landingMark(landing) : "allow";
  }
  if (result.code === "cancelled") return "off";
  return REFUSED.has(result.code) ? "deny" : "failed";
}

/** Says in a word why it did not run; null for one that has an output or failed on its own. */
export function refusalWord({ result, rows }: RecordedCall): string | null {
  const isRefused = rows.at(-1)?.type === "call-refuse";
  if (result === null) return isRefused ? "refused" : null;
  if (result.type === "output") return null;
  if (result.code === "approval_rejected") return "rejected";
  if (result.code === "cancelled" || result.code === "timeout") return result.code;
  if (REFUSED.has(result.code)) return "denied";
  return isRefused ? "refused" : null;
}

/** The outcome as words for the head of one call: `allowed once`, `denied`, `failed`. */
export function wordsOf(shown: ShownCall): string {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  const { result, answers } = shown.call;
  if (result?.type === "error") {
    if (result.code === "approval_rejected") return "rejected";
    return REFUSED.has(result.code) ? "denied" : result.code.replaceAll("_", " ");
  }
  const ended = result === null ? null : endedBadly(result.details);
  if (ended !== null) return `failed, ${ended}`;
  const answer = answers.findLast(isDecision);
  if (answer) return answer.choice === "once" ? "allowed once" : `allowed, ${answer.choice}`;
  const by = answeredBy(shown.call);
  if (by === "rule") return "allowed by rule";
  return by === "contained" ? "allowed, contained" : "allowed";
}

/** Why it has no result, for a person; null for one that has settled. */
export function unsettledWords(shown: ShownCall): string | null {
  if (shown.kind === "settled") return null;
  const late = shown.call.rows.find(({ type }) => type === "late-settlement");
  if (late) return `Another worker took its run. Row ${late.sequence} says what came of it.`;
  return shown.isLive
    ? "It runs now, or its process is about to settle it."
    : "It was started and never settled. It will not be run again by itself.";
}

export function roadOf(shown: ShownCall): RoadFacts {
  if (shown.kind === "unsettled") return { stage: "execute", outcome: "open" };
  const { stage, answers, result } = shown.call;
  const isDone = result ? result.type === "output" : rowType(shown.call) === "call-succeed";
  return {
    stage,
    outcome: isDone ? "done" : "refused",
    wasAsked: answers.some(isDecision),
  };
}

function rowType({ rows }: RecordedCall): string {
  return rows.at(-1)?.type ?? "";
}

/** A landing in part asks to be looked at. */
export function landingMark({ state, refused = [] }: Landing): CallMark {
  if (state === "landed") return refused.length === 0 ? "allow" : "ask";
  return state === "dropped" ? "off" : "failed";
}

/** The exit status that a process left in the details, when it is not zero. */
export function endedBadly(details: unknown): string | null {
  if (typeof details !== "object" || details === null) return null;
  const { exit_code: code, signal } = details as { exit_code?: unknown; signal?: unknown };
  if (typeof signal === "string") return signal;
  return typeof code === "number" && code !== 0 ? `exit ${code}` : null;
}
