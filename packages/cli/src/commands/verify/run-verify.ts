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
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

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
    print(context, answers, shortIds(all));
    return answers.every(({ ok }) => ok) ? EXIT_CODES.done : EXIT_CODES.failed;
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

function print(
  { terminal }: CommandContext,
  answers: readonly Answer[],
  short: (id: string) => string,
): void {
  const { out } = terminal;
  const [only] = answers;
  terminal.json(answers.length === 1 ? only : { sessions: answers });
  const broken = answers.filter((answer) => !answer.ok);
  for (const answer of broken) {
    const where = `row ${formatCount(answer.row)}: ${answer.problem}.`;
    terminal.print(`${out.mark("deny")} ${short(answer.sessionId)}  broken at`);
    for (const line of indentText(where, "  ", terminal.columns())) terminal.print(line);
  }
  const whole = answers.filter((answer) => answer.ok);
  const rows = whole.reduce((sum, answer) => sum + answer.rows, 0);
  if (answers.length === 1 && only?.ok) {
    const seal = only.head === null ? "" : `  ${only.head.slice(0, 4)}…${only.head.slice(-4)}`;
    terminal.print(
      `${out.mark("allow")} ${short(only.sessionId)}  ${formatPlural(rows, "row")}, chain whole${seal}`,
    );
    return;
  }
  if (whole.length > 0)
    terminal.print(
      `${out.mark("allow")} ${formatPlural(whole.length, "session")}, ${formatPlural(rows, "row")}, chain whole`,
    );
  if (broken.length === 0) return;
  const lines = indentText(
    "Everything from that row on cannot be believed. What stands before it is as it was recorded.",
    "  ",
    terminal.columns(),
  );
  for (const line of lines) terminal.note(line);
}
