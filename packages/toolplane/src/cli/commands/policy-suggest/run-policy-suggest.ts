import { existsSync } from "node:fs";
import { type RecordedCall, type RuleSuggestion, suggestRules } from "@toolplane/kernel/record";
import { openJudge } from "../../../product/open-judge.ts";
import { appendRules } from "../../../rules/append-rules.ts";
import { loadCalls } from "../../../rules/load-calls.ts";
import { shippedLayers } from "../../../rules/shipped-layers.ts";
import { writeWhole } from "../../../rules/write-whole.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState } from "../../../state/open-state.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { formatCount, formatPlural } from "../../terminal/format-count.ts";
import { ruleWords } from "../../terminal/rule-text.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { indentText } from "../../terminal/wrap-text.ts";
import { noteTrust, targetFile } from "../policy-import/rule-files.ts";
import { readTyped } from "../policy-test/open-rule-file.ts";

const DAYS = 30;
const LIMIT = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Suggests; writes only when asked to. */
export const runPolicySuggest: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const settings = await readSettings(context);
  const days = given.number("days") ?? DAYS;
  const found = await mine(context, settings, days);
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  const suggestions = found.suggestions.slice(0, given.number("limit") ?? LIMIT);
  const written =
    given.flag("write") && suggestions.length > 0
      ? await write(context, settings, { suggestions, total: found.total })
      : null;
  terminal.json({ calls: found.total, days, suggestions, written });
  if (suggestions.length === 0)
    terminal.print(
      found.total === 0
        ? `No recorded calls of this workspace in the last ${formatPlural(days, "day")}.`
        : `Nothing to suggest: no question in ${formatPlural(found.total, "recorded call")} would have been spared safely.`,
    );
  for (const suggestion of suggestions) {
    terminal.print(`${terminal.out.mark("allow")} ${ruleWords(suggestion)}`);
    for (const line of indentText(
      blastText(suggestion, found.total),
      "    ",
      Math.min(terminal.columns(), 100),
    ))
      terminal.print(line);
  }
  if (written !== null) {
    terminal.note(`\n${formatPlural(suggestions.length, "rule")} added to ${escapeText(written)}`);
    noteTrust(terminal, settings, [written]);
  } else if (suggestions.length > 0)
    terminal.note("\n--write adds them to the project's rules.  policy what-if FILE tries others.");
  return EXIT_CODES.done;
};

async function mine(
  context: CommandContext,
  settings: Settings,
  days: number,
): Promise<{ readonly suggestions: readonly RuleSuggestion[]; readonly total: number }> {
  const state = await openState(settings.userData);
  const judge = await openJudge({ settings });
  const progress = showProgress(context.terminal, "Reading recorded calls");
  try {
    const calls: RecordedCall[] = [];
    const query = {
      sinceMs: Date.now() - days * DAY_MS,
      ...(settings.workspace === null ? {} : { workspace: settings.workspace }),
    };
    for await (const session of loadCalls(state.store, query)) {
      calls.push(...session.calls);
      progress.say(`${formatCount(calls.length)} read`);
      if (context.signal.aborted) break;
    }
    const suggestions = suggestRules({
      calls,
      layers: [...shippedLayers(settings), ...settings.policy],
      variables: judge.host.variables(),
      judge: judge.kernel.recordJudge({ mode: settings.mode }),
    });
    return { suggestions, total: calls.length };
  } finally {
    progress.end();
    await judge.close();
    await state.close();
  }
}

function blastText({ blast, spared }: RuleSuggestion, total: number): string {
  const rejected = blast.rejected === 0 ? "none" : formatCount(blast.rejected);
  const unasked =
    blast.neverAsked === 0
      ? ""
      : `; ${formatCount(blast.neverAsked)} of them without anybody having been asked`;
  return `would have let through ${formatCount(blast.letThrough)} of ${formatPlural(total, "recorded call")}, ${rejected} of them you rejected${unasked}; ${formatPlural(spared, "question")} spared`;
}

async function write(
  context: CommandContext,
  settings: Settings,
  {
    suggestions,
    total,
  }: { readonly suggestions: readonly RuleSuggestion[]; readonly total: number },
): Promise<string> {
  const file = targetFile(settings, context.arguments.flag("global"));
  const before = existsSync(file) ? await readTyped(context, file) : null;
  const rules = suggestions.map((suggestion) => ({
    rule: suggestion.rule,
    comment: `Suggested: ${blastText(suggestion, total)}.`,
  }));
  writeWhole(file, appendRules(before, rules, file));
  return file;
}
