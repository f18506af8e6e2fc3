import {
  newestFirst,
  shortIds,
  type Verified,
  verifySession,
} from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";

/** Verifies one session or all. A broken one does not keep the others from being looked at. */
export const runVerify: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { terminal, signal } = context;
    const all = (await newestFirst(ground.state.store)).map(({ sessionId }) => sessionId);
    const ids = await chosen(context, ground, all);
    const progress = showProgress(terminal, "Verifying");
    const answers: Answer[] = [];
    try {
      for (const [index, id] of ids.entries()) {
        if (signal.aborted) return EXIT_CODES.cancelled;
        progress.say(`${formatCount(index)} of ${formatPlural(ids.length, "session")}`);
        answers.push({ sessionId: id, ...(await verifySession(ground.state, id)) });
      }
    } finally {
      progress.end();
    }
    return report(answers, shortIds(all));
  });

type Answer = Verified & { readonly sessionId: string };

async function chosen(
  { arguments: given }: CommandContext,
  ground: RecordGround,
  all: readonly string[],
): Promise<readonly string[]> {
  const [word] = given.words;
  if (given.flag("all")) {
    if (word !== undefined) throw new CliError("Name a session, or say --all: not both.");
    return all;
  }
  const { store } = ground.state;
  return [(await chooseSession(store, word ?? (await newestSession(ground)))).sessionId];
}

function report(answers: readonly Answer[], short: (id: string) => string): Report {
  const [only] = answers;
  const isWhole = answers.every(({ ok }) => ok);
  return {
    exitCode: isWhole ? EXIT_CODES.done : EXIT_CODES.failed,
    json: answers.length === 1 ? only : { sessions: answers },
    shown: [
      ...answers.flatMap((answer) => brokenLines(answer, short)),
      ...wholeLines(answers, short),
      ...(isWhole
        ? []
        : [
            note(
              "Everything from that row on cannot be believed. What stands before it is as it was recorded.",
              { indent: 2, wraps: true },
            ),
          ]),
    ],
  };
}

function brokenLines(answer: Answer, short: (id: string) => string): readonly Shown[] {
  if (answer.ok) return [];
  const where = `row ${formatCount(answer.row)}: ${answer.problem}.`;
  return [
    line(`${short(answer.sessionId)}  broken at`, { mark: "deny" }),
    line(where, { indent: 2, wraps: true }),
  ];
}

/** One session by its name, several by their number. */
function wholeLines(answers: readonly Answer[], short: (id: string) => string): readonly Shown[] {
  const whole = answers.filter((answer) => answer.ok);
  const [only] = whole;
  if (only === undefined) return [];
  const rows = formatPlural(
    whole.reduce((sum, answer) => sum + answer.rows, 0),
    "row",
  );
  if (answers.length > 1)
    return [
      line(`${formatPlural(whole.length, "session")}, ${rows}, chain whole`, { mark: "allow" }),
    ];
  const seal = only.head === null ? "" : `  ${only.head.slice(0, 4)}…${only.head.slice(-4)}`;
  return [line(`${short(only.sessionId)}  ${rows}, chain whole${seal}`, { mark: "allow" })];
}
