/** Judges a check by the rules about commands: people write them for the tool that runs command lines, and a check is one more of these. */
import type { RuleAction } from "@toolplane/contract";
import { winnerOf } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import type { CheckRun } from "../checks/index.ts";

const SHELL = "bash";

interface CommandVerdict {
  readonly action: RuleAction;
  readonly reason: string;
  /** A rule says so, and not what holds where no rule does. */
  readonly byRule: boolean;
}

/** Null where there is no such tool. */
export async function judgeAsCommand(
  session: Session,
  command: string,
): Promise<CommandVerdict | null> {
  const call = { id: "as-command", name: SHELL, arguments: { command } };
  const { verdict } = await session.explain(call, { byName: true });
  if (!verdict) return null;
  const { reason, rule } = winnerOf(verdict);
  return { action: verdict.action, reason, byRule: rule !== undefined };
}

/** Why a check may not run; null where no rule about commands is against it. */
export function refusedByRule(verdict: CommandVerdict | null): CheckRun | null {
  if (verdict === null || verdict.action === "allow" || !verdict.byRule) return null;
  const stopped = verdict.action === "deny" ? "refused" : "asks";
  return { exitCode: null, stopped, why: verdict.reason, output: "" };
}
