import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type PolicyLayer, winnerOf } from "@toolplane/contract";
import { tellingArgument } from "@toolplane/kernel";
import { openJudge } from "@toolplane/library/rooms/product";
import {
  countExamples,
  isTestFile,
  openJudgingSession,
  type PolicyTestFile,
  readRuleFile,
  readTestFile,
  runPolicyTests,
  type TestOutcome,
  wrongExamples,
} from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { openRuleFile, readTyped } from "../../rule-files/open-rule-file.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";

/** Runs them all; every file is read before the first test runs. */
export const runPolicyTest: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const { layers, tests } = await readFiles(context, settings);
  const { terminal } = context;
  const wrong = layers.flatMap(wrongExamples);
  const outcomes: TestOutcome[] = [];
  for (const file of tests) outcomes.push(...(await runFile(context, settings, file)));
  const failed = outcomes.filter(({ isGood }) => !isGood);
  const examples = countExamples(layers);
  terminal.json({
    examples,
    wrongExamples: wrong,
    tests: outcomes.map(({ test, file, got, isGood, explanation }) => ({
      ...test,
      file,
      got,
      isGood,
      ...(isGood ? {} : { explanation }),
    })),
    failed: failed.length + wrong.length,
  });
  print(context, { examples, wrong, outcomes, failed });
  return failed.length + wrong.length > 0 ? EXIT_CODES.failed : EXIT_CODES.done;
};

interface ReadFiles {
  readonly layers: readonly PolicyLayer[];
  readonly tests: readonly PolicyTestFile[];
}

async function readFiles(context: CommandContext, settings: Settings): Promise<ReadFiles> {
  const named = context.arguments.words;
  if (named.length === 0) {
    const places = [
      ...(settings.workspace === null ? [] : [join(settings.workspace, ".toolplane")]),
      settings.configFolder,
    ].map((folder) => join(folder, "policy.test.jsonc"));
    const tests: PolicyTestFile[] = [];
    for (const file of places.filter((path) => existsSync(path)))
      tests.push(readTestFile(await readTyped(context, file), file));
    return { layers: settings.policy, tests };
  }
  const layers: PolicyLayer[] = [];
  const tests: PolicyTestFile[] = [];
  for (const file of named) {
    const text = await readTyped(context, file);
    if (isTestFile(text, file)) tests.push(readTestFile(text, file));
    else layers.push(readRuleFile(text, { file, scope: "project" }));
  }
  return { layers, tests };
}

async function runFile(
  context: CommandContext,
  settings: Settings,
  file: PolicyTestFile,
): Promise<readonly TestOutcome[]> {
  const policy = await readOwnRules(context, file);
  const judge = await openJudge({ settings, ...(policy === null ? {} : { policy }) });
  try {
    const plain = judge.session();
    return await runPolicyTests(file, (before) =>
      before.seen.length === 0 && before.said === "" ? plain : openJudgingSession(judge, before),
    );
  } finally {
    await judge.close();
  }
}

async function readOwnRules(
  context: CommandContext,
  { file, rules }: PolicyTestFile,
): Promise<readonly PolicyLayer[] | null> {
  if (rules === null) return null;
  const folder = dirname(resolve(context.directory, file));
  const layers: PolicyLayer[] = [];
  for (const name of rules)
    layers.push((await openRuleFile({ directory: folder }, name, "project")).layer);
  return layers;
}

interface Tested {
  readonly examples: number;
  readonly wrong: readonly string[];
  readonly outcomes: readonly TestOutcome[];
  readonly failed: readonly TestOutcome[];
}

function print({ terminal }: CommandContext, { examples, wrong, outcomes, failed }: Tested): void {
  const { out } = terminal;
  for (const text of wrong) terminal.print(`${out.mark("failed")} ${escapeText(text)}\n`);
  for (const { test, file, got, explanation } of failed) {
    const what = [test.tool, tellingArgument(test.arguments)].filter((text) => text !== "");
    terminal.print(`${out.mark("failed")} ${escapeText(test.name ?? what.join("  "))}`);
    if (test.name !== undefined) terminal.print(`  ${escapeText(what.join("  "))}`);
    terminal.print(`  expected ${test.expect}, got ${got}   ${escapeText(`${file}:${test.line}`)}`);
    const { verdict, settled } = explanation;
    const winner = verdict && winnerOf(verdict);
    const rule = winner?.rule;
    const why = settled?.error_text ?? winner?.reason ?? "";
    terminal.print(`  ${rule ? `${ruleWords(rule)}   ${ruleText(rule)}` : escapeText(why)}`);
    terminal.print();
  }
  const good = outcomes.length - failed.length;
  const bad = failed.length + wrong.length;
  const words = [
    `${formatPlural(examples, "example")} of rules checked`,
    `${formatPlural(good, "test")} passed`,
    ...(bad > 0 ? [`${formatCount(bad)} failed`] : []),
  ];
  terminal.print(`${out.mark(bad > 0 ? "failed" : "allow")} ${words.join(", ")}.`);
  if (examples + outcomes.length === 0)
    terminal.note(
      "  There is nothing to test yet. toolplane policy test --help   shows a test file.",
    );
}
