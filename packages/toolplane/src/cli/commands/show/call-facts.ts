/** What a line says of a recorded call: its mark, its outcome in a word, its road. */
import { type ErrorCode, type Landing, landingOf } from "@toolplane/contract";
import type { RecordedCall, RecordedLanding } from "@toolplane/kernel/record";
import type { UnsettledCall } from "../../../record/load-session.ts";
import { landingMark } from "../../terminal/changes/landing-words.ts";
import { formatDuration } from "../../terminal/format-duration.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { RoadFacts } from "../../terminal/road-cells.ts";
import { endedBadly } from "../call/exit-code-of.ts";

/** A call of a session, settled or not. */
export type ShownCall =
  | {
      readonly kind: "settled";
      readonly call: RecordedCall;
      readonly startedAtMs: number;
      /** What somebody did afterwards about what it changed; null: nobody did anything. */
      readonly byHand: RecordedLanding | null;
    }
  | {
      readonly kind: "unsettled";
      readonly call: UnsettledCall;
      readonly startedAtMs: number;
      /** Its process still runs: it may be at work. */
      readonly isLive: boolean;
    };

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  "disabled",
  "capability_denied",
  "permission_denied",
  "watchdog_denied",
  "approval_rejected",
  "budget_exceeded",
  "skipped",
]);

/** What became of what it changed on its view, by hand or by itself; null where it changed nothing there. */
export function landingOfCall(shown: ShownCall): Landing | null {
  if (shown.kind === "settled" && shown.byHand?.landing) return shown.byHand.landing;
  return shown.kind === "settled" && shown.call.result ? landingOf(shown.call.result) : null;
}

export function markOf(shown: ShownCall): Mark {
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

/** The outcome: how long it took, or the word for why it did not run. */
export function tookOf(shown: ShownCall): string {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  const { result, span } = shown.call;
  const took = formatDuration(span.durationMs ?? 0);
  if (result === null) return rowType(shown.call) === "call-refuse" ? "refused" : took;
  if (result.type === "output") return took;
  if (result.code === "approval_rejected") return "rejected";
  if (result.code === "cancelled" || result.code === "timeout") return result.code;
  if (REFUSED.has(result.code)) return "denied";
  return rowType(shown.call) === "call-refuse" ? "refused" : took;
}

/** The outcome as words for the head of one call: `allowed once`, `denied`, `failed`. */
export function wordsOf(shown: ShownCall): string {
  if (shown.kind === "unsettled") return shown.isLive ? "running" : "unknown";
  const { result, answers, verdict } = shown.call;
  if (result?.type === "error") {
    if (result.code === "approval_rejected") return "rejected";
    return REFUSED.has(result.code) ? "denied" : result.code.replaceAll("_", " ");
  }
  const answer = answers.findLast(({ choice }) => choice !== "answers");
  if (answer) return answer.choice === "once" ? "allowed once" : `allowed, ${answer.choice}`;
  return verdict?.answeredBy === "contained" ? "allowed, contained" : "allowed";
}

export function roadOf(shown: ShownCall): RoadFacts {
  if (shown.kind === "unsettled") return { stage: "execute", outcome: "open" };
  const { stage, answers, result } = shown.call;
  const isDone = result ? result.type === "output" : rowType(shown.call) === "call-succeed";
  return {
    stage,
    outcome: isDone ? "done" : "refused",
    wasAsked: answers.some(({ choice }) => choice !== "answers"),
  };
}

function rowType({ rows }: RecordedCall): string {
  return rows.at(-1)?.type ?? "";
}
