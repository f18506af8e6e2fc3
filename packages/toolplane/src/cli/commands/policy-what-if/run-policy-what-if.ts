import { openJudge } from "../../../product/open-judge.ts";
import {
  comparePolicies,
  type Move,
  type PolicyComparison,
} from "../../../rules/compare-policies.ts";
import { draftLayers } from "../../../rules/draft-layers.ts";
import { type CallQuery, loadCalls } from "../../../rules/load-calls.ts";
import { shippedLayers } from "../../../rules/shipped-layers.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState } from "../../../state/open-state.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { formatCount } from "../../terminal/format-count.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { openRuleFile } from "../policy-test/open-rule-file.ts";
import { comparisonLines, moveJson } from "./comparison-lines.ts";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Compares the rules in force with the draft. */
export const runPolicyWhatIf: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const startedMs = performance.now();
  const settings = await readSettings(context);
  const isGlobal = given.flag("global");
  const file = given.words[0] ?? "";
  const { layer } = await openRuleFile(context, file, isGlobal ? "manifest" : "project");
  const base = shippedLayers(settings);
  const days = given.number("days") ?? DAYS;
  const query: CallQuery = {
    sinceMs: Date.now() - days * DAY_MS,
    ...(isGlobal || settings.workspace === null ? {} : { workspace: settings.workspace }),
  };
  const state = await openState(settings.userData);
  const judge = await openJudge({ settings });
  const progress = showProgress(terminal, "Judging recorded calls");
  try {
    const comparison = await comparePolicies({
      sessions: loadCalls(state.store, query),
      before: [...base, ...settings.policy],
      after: [...base, ...draftLayers(settings.policy, layer)],
      variables: judge.host.variables(),
      judge: judge.kernel.recordJudge({ mode: settings.mode }),
      onSession: (judged) => {
        progress.say(`${formatCount(judged)} judged`);
        return context.signal.aborted;
      },
    });
    progress.end();
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const tookMs = performance.now() - startedMs;
    terminal.json({
      ...comparison,
      moved: comparison.moved.map(moveJson),
      days,
      tookMs: Math.round(tookMs),
    });
    for (const line of comparisonLines(comparison, {
      paint: terminal.out,
      width: Math.min(terminal.columns(), 100),
      workspace: settings.workspace,
      file,
      days,
      tookMs,
      isAll: given.flag("all"),
    }))
      terminal.print(line);
    return fails(comparison, given.text("fail-on")) ? EXIT_CODES.denied : EXIT_CODES.done;
  } finally {
    progress.end();
    await judge.close();
    await state.close();
  }
};

const FAILS: Readonly<Record<string, readonly Move[]>> = {
  ask: ["asks", "denied"],
  deny: ["denied"],
  loosen: ["unasked", "loosened"],
};

function fails({ moved }: PolicyComparison, failOn: string | undefined): boolean {
  return moved.some(({ move }) => FAILS[failOn ?? ""]?.includes(move));
}
