/** What was found, for people and for programs. */
import type { Ledger } from "@toolplane/kernel/record";
import type { KeptHead, Verified } from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";

export type Answer = Verified & { readonly sessionId: string };

export interface Findings {
  readonly answers: readonly Answer[];
  /** Where all sessions were looked at. */
  readonly ledger: Ledger | null;
  /** Heads from elsewhere that the chain of sessions does not hold. */
  readonly lost: readonly KeptHead[];
  readonly short: (id: string) => string;
}

export function verifyReport(findings: Findings): Report {
  const { answers, ledger, lost, short } = findings;
  const areWhole = answers.every(({ ok }) => ok);
  const problem = ledger?.problem ?? null;
  return {
    exitCode:
      areWhole && problem === null && lost.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed,
    json: jsonOf(findings),
    shown: [
      ...lost.map(({ at, sequence }) =>
        line(
          `Row ${formatCount(sequence)} of the chain of sessions, kept at ${at}, is not there: the record was put back, or is another.`,
          { mark: "deny", wraps: true },
        ),
      ),
      ...(problem === null
        ? []
        : [
            line("The chain of sessions is broken at", { mark: "deny" }),
            line(`${problem}.`, { indent: 2, wraps: true }),
          ]),
      ...answers.flatMap((answer) => brokenLines(answer, short)),
      ...wholeLines(answers, short),
      ...earlierLines(findings),
      ...(areWhole
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

function jsonOf({ answers, ledger, lost }: Findings): unknown {
  if (ledger === null) return answers[0];
  const { problem, rows } = ledger;
  const chain =
    problem === null
      ? { ok: true, rows: rows.length, head: rows.at(-1)?.hash ?? null }
      : { ok: false, problem };
  return { sessions: answers, chain, ...(lost.length === 0 ? {} : { lost }) };
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

/** Nothing can be said about what was there before the chain of sessions. */
function earlierLines({ answers, ledger }: Findings): readonly Shown[] {
  const earlier = answers.filter((answer) => answer.ok && answer.isFromBefore === true);
  if (earlier.length === 0) return [];
  const sealed = ledger?.rows.find(({ type }) => type === "session-before");
  const since = sealed
    ? `as they were on ${new Date(sealed.atMs).toISOString().slice(0, 10)}`
    : "as they were when it began, or will be with the next session";
  return [
    note(
      `${formatPlural(earlier.length, "session")} from before there was a chain of sessions, sealed ${since}.`,
      { indent: 2, wraps: true },
    ),
  ];
}
