/**
 * From opinions to a verdict: the severest wins, then soft asks that are left are answered by whatever may answer them:
 * `gated: false`, a state machine's envelope, the mode, a sandbox that holds. Nothing here touches a hard ask or a deny.
 */
import type { Opinion, SecurityMode, Verdict } from "@toolplane/contract";

/** Who may answer soft asks on this call. */
export interface SoftAnswers {
  /** The tool is ungated and its posture is trusted. */
  readonly ungated: boolean;
  readonly mode: SecurityMode;
  /** Asked only in mode `allowlist`, because keys cost something. */
  readonly onAllowlist: () => boolean;
  /** A shell call that predicts no network, with a sandbox that holds and `contained` on. */
  readonly containable: boolean;
}

const NOTHING_TO_JUDGE: Opinion = {
  judge: "rules",
  action: "allow",
  hard: false,
  reason: "Nothing in it needs a rule.",
};

/** Decides. `opinions` is kept whole for `explain`. */
export function decide(opinions: readonly Opinion[], answers: SoftAnswers): Verdict {
  let winner = NOTHING_TO_JUDGE;
  let worst = -1;
  let granted = false;
  for (const opinion of opinions) {
    const severity = severityOf(opinion);
    if (severity > worst) {
      worst = severity;
      winner = opinion;
    }
    if (opinion.judge === "state-machine" && opinion.action === "allow") granted = true;
  }
  if (winner.action !== "ask" || winner.hard) {
    return { action: winner.action, hard: winner.hard, winner, opinions };
  }
  const answeredBy = answerOf(answers, granted);
  if (!answeredBy) return { action: "ask", hard: false, winner, opinions };
  return { action: "allow", hard: false, winner, opinions, answeredBy };
}

function answerOf(answers: SoftAnswers, granted: boolean): Verdict["answeredBy"] | undefined {
  if (answers.ungated) return "ungated";
  if (granted) return "state-machine";
  if (answers.mode === "yolo") return "yolo";
  if (answers.mode === "allowlist" && answers.onAllowlist()) return "allowlist";
  if (answers.containable) return "contained";
  return undefined;
}

function severityOf(opinion: Opinion): number {
  if (opinion.action === "deny") return 3;
  if (opinion.action === "ask") return opinion.hard ? 2 : 1;
  return 0;
}
