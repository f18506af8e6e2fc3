import { TRIED_DAYS, tryDraft } from "@toolplane/library/rooms/product";
import type { Move, PolicyComparison } from "@toolplane/library/rooms/rules";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatCount } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { openRuleFile } from "../../rule-files/open-rule-file.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { drawing } from "../../terminal/shown/shown.ts";
import { comparisonLines, moveJson } from "./comparison-lines.ts";

/** Compares the rules in force with the draft. */
export const runPolicyWhatIf: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const startedMs = performance.now();
  const settings = await readSettings(context);
  const file = given.words[0] ?? "";
  const scope = given.flag("global") ? "manifest" : "project";
  const { layer } = await openRuleFile(context, file, scope);
  const days = given.number("days") ?? TRIED_DAYS;
  const state = await openState(settings);
  const progress = showProgress(terminal, "Judging recorded calls");
  try {
    const comparison = await tryDraft(layer, {
      settings,
      state,
      days,
      onCalls: (judged) => {
        progress.say(`${formatCount(judged)} judged`);
        return context.signal.aborted;
      },
    });
    progress.end();
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const tookMs = performance.now() - startedMs;
    const { workspace } = settings;
    const looked = { workspace, file, days, tookMs, isAll: given.flag("all") };
    return {
      exitCode: fails(comparison, given.text("fail-on")) ? EXIT_CODES.denied : EXIT_CODES.done,
      json: {
        ...comparison,
        moved: comparison.moved.map(moveJson),
        days,
        tookMs: Math.round(tookMs),
      },
      shown: [
        drawing(({ paint, width }) =>
          comparisonLines(comparison, { paint, width: Math.min(width, 100), ...looked }),
        ),
      ],
    };
  } finally {
    progress.end();
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
