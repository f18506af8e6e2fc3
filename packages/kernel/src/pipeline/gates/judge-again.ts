/**
 * Judges a call again that was let through under other rules: one that runs, one that left a process behind, one that
 * waited for an answer. What let it through then lets it through now where that was no rule: a mode, a sandbox that
 * holds, a person's yes to this very call. A yes that was kept for longer counts while it is kept.
 */
import { isHeldCall, type Opinion, type Verdict, winnerOf } from "@toolplane/contract";
import { trimEnd } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import type { JudgedAgain } from "../../session/session-state.ts";
import { keptAnswers } from "./kept-answers.ts";
import { addRuleOpinions, verdictOn } from "./rule-opinions.ts";

export function judgeAgain(call: CallState): JudgedAgain {
  const { tool, verdict: before } = call;
  if (!tool || !before) return { holds: false, why: "The call was not judged." };
  const opinions: Opinion[] = [];
  addRuleOpinions(call, opinions, () => {});
  const verdict = verdictOn(call, tool, opinions);
  if (verdict.action === "deny") return { holds: false, why: winnerOf(verdict).reason };
  if (before.action === "ask") return byPerson(call, verdict);
  if (before.answeredBy && !verdict.hard) return { holds: true, contained: isHeldCall(before) };
  if (verdict.action === "ask") return { holds: false, why: unanswered(verdict) };
  return { holds: true, contained: isHeldCall(verdict) };
}

function byPerson(call: CallState, verdict: Verdict): JudgedAgain {
  if (isAnsweredOnce(call)) return { holds: true, contained: false };
  if (!isKept(call)) return { holds: false, why: "The approval that it ran by was revoked." };
  if (verdict.action === "ask" && keptAnswers(call, verdict) === null)
    return { holds: false, why: unanswered(verdict) };
  return { holds: true, contained: false };
}

/** The person saw everything that the call touches, so whatever asks about it now is answered. */
function isAnsweredOnce({ answers }: CallState): boolean {
  return (
    answers?.some(
      ({ choice, receipt }) => (choice === "once" || choice === "rule") && receipt !== undefined,
    ) === true
  );
}

/** Every approval that it was given, or that it gave rise to, is still there. */
function isKept({ answers, granted, session }: CallState): boolean {
  const used = (answers ?? []).filter(
    ({ choice, receipt }) => (choice === "session" || choice === "project") && !receipt,
  );
  const ids = [...used.map(({ questionId }) => questionId), ...(granted ?? []).map(({ id }) => id)];
  const kept = new Set(session.approvals.list().map(({ id }) => id));
  return ids.length > 0 && ids.every((id) => kept.has(id));
}

function unanswered(verdict: Verdict): string {
  return `${trimEnd(winnerOf(verdict).reason, ".")}, and nobody was asked.`;
}
