/**
 * From opinions to a verdict: the severest wins, then soft asks that are left are answered by whatever may answer them:
 * `gated: false`, a state machine's envelope, the mode, a sandbox that holds. Nothing here touches a hard ask or a deny.
 */
import type { Opinion, SecurityMode, Verdict } from "@toolplane/contract";

/** Answers to soft asks on this call. */
export interface SoftAnswers {
  /** The tool is ungated and its posture is trusted. */
  readonly ungated: boolean;
  readonly mode: SecurityMode;
  /** Asked only in mode `allowlist`, because keys cost something. */
  readonly onAllowlist: () => boolean;
  /** Everything it does is held, and `contained` is on; null where it is not. */
  readonly containedBy: "contained" | "rule" | null;
}

const NOTHING_TO_JUDGE: readonly Opinion[] = [
  { judge: "rules", action: "allow", hard: false, reason: "Nothing in it needs a rule." },
];

/** Decides. The opinions are kept whole for `explain`. */
export function decide(given: readonly Opinion[], answers: SoftAnswers): Verdict {
  const opinions = given.length > 0 ? given : NOTHING_TO_JUDGE;
  let winner = 0;
  let worst = -1;
  let granted = false;
  for (let index = 0; index < opinions.length; index += 1) {
    const opinion = opinions[index] as Opinion;
    const severity = severityOf(opinion);
    if (severity > worst) {
      worst = severity;
      winner = index;
    }
    if (opinion.judge === "state-machine" && opinion.action === "allow") granted = true;
  }
  const { action, hard } = opinions[winner] as Opinion;
  if (action !== "ask" || hard) return { action, hard, opinions, winner };
  const answeredBy = answerOf(answers, granted);
  if (!answeredBy) return { action: "ask", hard: false, opinions, winner };
  return { action: "allow", answeredBy, hard: false, opinions, winner };
}

function answerOf(answers: SoftAnswers, granted: boolean): Verdict["answeredBy"] | undefined {
  if (answers.ungated) return "ungated";
  if (granted) return "state-machine";
  if (answers.mode === "yolo") return "yolo";
  if (answers.mode === "allowlist" && answers.onAllowlist()) return "allowlist";
  return answers.containedBy ?? undefined;
}

function severityOf(opinion: Opinion): number {
  if (opinion.action === "deny") return 3;
  if (opinion.action === "ask") return opinion.hard ? 2 : 1;
  return 0;
}
