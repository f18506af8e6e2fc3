import { existsSync } from "node:fs";
import { writeWhole } from "@toolplane/disk/ground";
import type { RuleSuggestion } from "@toolplane/kernel/record";
import { mineSuggestions, TRIED_DAYS } from "@toolplane/library/rooms/product";
import { appendRules } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { readTyped } from "../../rule-files/open-rule-file.ts";
import { targetFile, trustNotes } from "../../rule-files/rule-files.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { drawing, line, note, type Shown } from "../../terminal/shown/shown.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";
import { ruleWords } from "../../terminal/words/rule-text.ts";

const LIMIT = 10;

/** Suggests; writes only when asked to. */
export const runPolicySuggest: CommandRun = async (context) => {
  const { arguments: given } = context;
  const settings = await readSettings(context);
  const days = given.number("days") ?? TRIED_DAYS;
  const found = await mine(context, settings, days);
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  const suggestions = found.suggestions.slice(0, given.number("limit") ?? LIMIT);
  const written =
    given.flag("write") && suggestions.length > 0
      ? await write(context, settings, { suggestions, total: found.total })
      : null;
  return {
    json: { calls: found.total, days, suggestions, written },
    shown: [
      ...(suggestions.length === 0 ? [line(nothingText(found.total, days))] : []),
      ...suggestions.flatMap((suggestion) => suggestionLines(suggestion, found.total)),
      ...(suggestions.length === 0 ? [] : nextLines(settings, suggestions.length, written)),
    ],
  };
};

function nothingText(calls: number, days: number): string {
  return calls === 0
    ? `No recorded calls of this workspace in the last ${formatPlural(days, "day")}.`
    : `Nothing to suggest: no question in ${formatPlural(calls, "recorded call")} would have been spared safely.`;
}

function suggestionLines(suggestion: RuleSuggestion, total: number): readonly Shown[] {
  return [
    line(ruleWords(suggestion), { mark: "allow" }),
    drawing(({ width }) => indentText(blastText(suggestion, total), "    ", Math.min(width, 100))),
  ];
}

function nextLines(settings: Settings, rules: number, written: string | null): readonly Shown[] {
  if (written === null)
    return [
      note(),
      note("--write adds them to the project's rules.  policy what-if FILE tries others."),
    ];
  return [
    note(),
    note(`${formatPlural(rules, "rule")} added to ${written}`),
    ...trustNotes(settings, [written]),
  ];
}

async function mine(context: CommandContext, settings: Settings, days: number) {
  const state = await openState(settings);
  const progress = showProgress(context.terminal, "Reading recorded calls");
  try {
    return await mineSuggestions({
      settings,
      state,
      days,
      onCalls: (calls) => {
        progress.say(`${formatCount(calls)} read`);
        return context.signal.aborted;
      },
    });
  } finally {
    progress.end();
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
