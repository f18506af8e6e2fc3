import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type PolicyLayer, winnerOf } from "@toolplane/contract";
import { tellingArgument } from "@toolplane/kernel";
import { openJudge, readKnownHere } from "@toolplane/library/rooms/product";
import {
  countExamples,
  findIdleRules,
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
import { ruleNotes } from "../../terminal/shown/rule-notes.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";

/** Runs them all; every file is read before the first test runs. */
export const runPolicyTest: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const { layers, tests } = await readFiles(context, settings);
  const wrong = layers.flatMap(wrongExamples);
  const idle = findIdleRules(layers, await readKnownHere(settings));
  const outcomes: TestOutcome[] = [];
  for (const file of tests) outcomes.push(...(await runFile(context, settings, file)));
  const failed = outcomes.filter(({ isGood }) => !isGood);
  const examples = countExamples(layers);
  return {
    exitCode: failed.length + wrong.length > 0 ? EXIT_CODES.failed : EXIT_CODES.done,
    json: {
      examples,
      wrongExamples: wrong,
      idle,
      tests: outcomes.map(({ test, file, got, isGood, explanation }) => ({
        ...test,
        file,
        got,
        isGood,
        ...(isGood ? {} : { explanation }),
      })),
      failed: failed.length + wrong.length,
    },
    shown: [
      ...wrong.flatMap((text) => [line(text, { mark: "failed" }), line()]),
      ...failed.flatMap(failedLines),
      ...countLines({
        examples,
        outcomes,
        bad: failed.length + wrong.length,
        failed: failed.length,
      }),
      ...ruleNotes({ idle }),
    ],
  };
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

function failedLines({ test, file, got, explanation }: TestOutcome): readonly Shown[] {
  const what = [test.tool, tellingArgument(test.arguments)].filter((text) => text !== "");
  const { verdict, settled } = explanation;
  const winner = verdict && winnerOf(verdict);
  const rule = winner?.rule;
  const why = settled?.error_text ?? winner?.reason ?? "";
  return [
    line(test.name ?? what.join("  "), { mark: "failed" }),
    ...(test.name === undefined ? [] : [line(what.join("  "), { indent: 2 })]),
    line(`expected ${test.expect}, got ${got}   ${file}:${test.line}`, { indent: 2 }),
    line(rule ? `${ruleWords(rule)}   ${ruleText(rule)}` : why, { indent: 2 }),
    line(),
  ];
}

function countLines({ examples, outcomes, failed, bad }: Tested): readonly Shown[] {
  const words = [
    `${formatPlural(examples, "example")} of rules checked`,
    `${formatPlural(outcomes.length - failed, "test")} passed`,
    ...(bad > 0 ? [`${formatCount(bad)} failed`] : []),
  ];
  const counted = line(`${words.join(", ")}.`, { mark: bad > 0 ? "failed" : "allow" });
  if (examples + outcomes.length > 0) return [counted];
  return [
    counted,
    note("  There is nothing to test yet. toolplane policy test --help   shows a test file."),
  ];
}

interface Tested {
  readonly examples: number;
  readonly outcomes: readonly TestOutcome[];
  /** Tests that failed; `bad` counts wrong examples too. */
  readonly failed: number;
  readonly bad: number;
}
