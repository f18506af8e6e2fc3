/** Runs the command of a check once, and reads what it says. */

import { quoteWord } from "@toolplane/readings";
import { reportPlan } from "@toolplane/tools/test-runner";
import type { Outcome, StoppedRun } from "./outcome.ts";
import type { CommandPlan } from "./plan-command.ts";
import { readOutcome } from "./read-outcome.ts";
import type { CheckEffects, CheckRequest } from "./run-check.ts";
import { settledRun } from "./settled-run.ts";

export interface SideRun {
  readonly command: string;
  /** Null: only the exit code tells. */
  readonly plan: CommandPlan | null;
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

export type Side = Pick<CheckRequest, "side" | "restore" | "keeps">;

export async function runSide(
  side: Side,
  { command, plan, withinMs, signal }: SideRun,
  effects: CheckEffects,
): Promise<Outcome | StoppedRun> {
  const { runCheck, reportFolder, newId, workspace } = effects;
  const file = `${reportFolder}/check-${newId()}`;
  const report = plan === null ? null : reportPlan(plan.runner, file);
  const words = [...(plan?.before ?? []), ...(report?.words ?? [])];
  const run = await settledRun(() =>
    runCheck({
      ...side,
      written: command,
      command: report && report.words.length > 0 ? withWords(command, words) : command,
      withinMs,
      signal,
      environment: report?.environment ?? {},
      ...(report?.from === "file" ? { reportFile: file } : {}),
    }),
  );
  return readOutcome(run, { plan: report, workspace });
}

/** True when the words of a plan can reach its runner. */
export function isReachable(plan: CommandPlan): boolean {
  return plan.before !== null || reportPlan(plan.runner, "/report").words.length === 0;
}

function withWords(command: string, words: readonly string[]): string {
  return [command.trimEnd(), ...words.map(quoteWord)].join(" ");
}
