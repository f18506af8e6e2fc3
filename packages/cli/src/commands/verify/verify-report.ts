/** Reports what a verification found, for people and for programs. */
import type { SessionAnswer, VerifiedStore } from "@toolplane/library/rooms/record";
import { shortIds } from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";

type Short = (id: string) => string;

export function sessionReport(answer: SessionAnswer, short: Short): Report {
  return {
    exitCode: exitOf(answer.ok),
    json: answer,
    shown: [
      ...brokenLines(answer, short),
      ...(answer.ok ? [oneLine(answer, short)] : [disbelief()]),
      ...(answer.ok && answer.isFromBefore === true
        ? [note("It is from before there was a chain of sessions.", { indent: 2 })]
        : []),
    ],
  };
}

export function storeReport({ answers, ledger, lost, ok }: VerifiedStore): Report {
  const short = shortIds(answers.map(({ sessionId }) => sessionId));
  const { problem, rows } = ledger;
  const head = rows.at(-1)?.hash ?? null;
  const chain = problem === null ? { ok: true, rows: rows.length, head } : { ok: false, problem };
  return {
    exitCode: exitOf(ok),
    json: { sessions: answers, chain, ...(lost.length === 0 ? {} : { lost }) },
    shown: [
      ...lost.map(({ at }) =>
        line(
          `The head that was kept at ${at} is not held: the record was put back, or is another.`,
          { mark: "deny", wraps: true },
        ),
      ),
      ...(problem === null ? [] : brokenAt("The chain of sessions", problem)),
      ...answers.flatMap((answer) => brokenLines(answer, short)),
      ...wholeLines(answers, short),
      ...earlierLines({ answers, ledger }),
      ...(answers.every((answer) => answer.ok) ? [] : [disbelief()]),
    ],
  };
}

function exitOf(ok: boolean): ExitCode {
  return ok ? EXIT_CODES.done : EXIT_CODES.failed;
}

function disbelief(): Shown {
  return note(
    "Everything from that row on cannot be believed. What stands before it is as it was recorded.",
    { indent: 2, wraps: true },
  );
}

function brokenLines(answer: SessionAnswer, short: Short): readonly Shown[] {
  if (answer.ok) return [];
  const { row, problem, sessionId } = answer;
  return brokenAt(`${short(sessionId)} `, `row ${formatCount(row)}: ${problem}`);
}

function brokenAt(what: string, where: string): readonly Shown[] {
  return [
    line(`${what} broken at`, { mark: "deny" }),
    line(`${where}.`, { indent: 2, wraps: true }),
  ];
}

/** One session by its name, several by their number. */
function wholeLines(answers: readonly SessionAnswer[], short: Short): readonly Shown[] {
  const whole = answers.filter((answer) => answer.ok);
  const [only] = whole;
  if (only === undefined) return [];
  if (answers.length === 1) return [oneLine(only, short)];
  const rows = formatPlural(
    whole.reduce((sum, answer) => sum + answer.rows, 0),
    "row",
  );
  return [
    line(`${formatPlural(whole.length, "session")}, ${rows}, chain whole`, { mark: "allow" }),
  ];
}

function oneLine(answer: SessionAnswer & { readonly ok: true }, short: Short): Shown {
  const { sessionId, rows, head } = answer;
  const seal = head === null ? "" : `  ${head.slice(0, 4)}…${head.slice(-4)}`;
  return line(`${short(sessionId)}  ${formatPlural(rows, "row")}, chain whole${seal}`, {
    mark: "allow",
  });
}

/** Nothing can be said about what was there before the chain of sessions. */
function earlierLines({
  answers,
  ledger,
}: Pick<VerifiedStore, "answers" | "ledger">): readonly Shown[] {
  const earlier = answers.filter((answer) => answer.ok && answer.isFromBefore === true);
  if (earlier.length === 0) return [];
  const sealed = ledger.rows.find(({ type }) => type === "session-before");
  const since = sealed
    ? `and sealed as they were on ${new Date(sealed.atMs).toISOString().slice(0, 10)}`
    : "and not sealed yet: that is done when the next session is opened";
  return [
    note(
      `${formatPlural(earlier.length, "session")} from before there was a chain of sessions, ${since}.`,
      { indent: 2, wraps: true },
    ),
  ];
}
