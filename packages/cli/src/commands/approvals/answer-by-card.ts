/** One waiting question, answered here: by its card or by words, and what is said of it. */
import type { Answer, Question } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { foldLine } from "@toolplane/kernel";
import type { AnsweredElsewhere } from "@toolplane/library/rooms/approvals";
import {
  type AnswerBell,
  type AnswerOutcome,
  answerWaiting,
  createAnswerBell,
  findOpen,
} from "@toolplane/library/rooms/approvals";
import type { State } from "@toolplane/library/rooms/state";
import { formatDuration } from "@toolplane/readings";
import { CliError, isCliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { show } from "../../terminal/shown/show.ts";
import { note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { projectOf } from "./project-of.ts";
import { whatOf } from "./waiting-view.ts";

const LOOK_MS = 500;

export interface AnswerGround {
  readonly context: CommandContext;
  readonly state: State;
}

/** The card, until it is answered here or anywhere else. One that cannot be answered any more does not end the others. */
export async function answerByCard(
  ground: AnswerGround,
  { question, broker }: { readonly question: Question; readonly broker: Broker },
): Promise<ExitCode> {
  const { context, state } = ground;
  const over = new AbortController();
  const leave = (): void => over.abort();
  context.signal.addEventListener("abort", leave);
  const bell = createAnswerBell(question.id, { ...state, clock: createSystemClock() });
  over.signal.addEventListener("abort", bell.ring);
  const looking = lookUntilAnswered(question.id, { state, bell, over });
  try {
    const answer = await broker.ask(question, over.signal);
    const given = await giveAnswer(ground, question.id, answer);
    const { shown } = answerReport(given, { project: await projectOf(question, state), answer });
    show(context.terminal, shown);
    return EXIT_CODES.done;
  } catch (error) {
    if (over.signal.aborted || context.signal.aborted) return EXIT_CODES.done;
    if (!isCliError(error)) throw error;
    context.terminal.note(`${context.terminal.err.mark("failed")} ${error.message}`);
    return error.exitCode;
  } finally {
    context.signal.removeEventListener("abort", leave);
    over.abort();
    bell.close();
    await looking;
  }
}

/** Takes the card away when somebody else was faster. */
async function lookUntilAnswered(
  id: string,
  {
    state,
    bell,
    over,
  }: {
    readonly state: State;
    readonly bell: AnswerBell;
    readonly over: AbortController;
  },
): Promise<void> {
  for (;;) {
    await bell.rest(LOOK_MS);
    if (over.signal.aborted) return;
    const now = await findOpen(id, state).catch(() => null);
    if (now !== null && now.outcome !== "open")
      over.abort({ answeredElsewhere: { choice: "reject" } } satisfies AnsweredElsewhere);
  }
}

export function giveAnswer(
  { state, context }: AnswerGround,
  id: string,
  answer: Answer,
): Promise<AnswerOutcome> {
  const { USER, LOGNAME } = context.environment;
  const by = `${USER || LOGNAME || "somebody"}, process ${process.pid}`;
  return answerWaiting(id, answer, { ...state, wallMs: Date.now, by });
}

/** Reports an answer: the tool and what it is about, the choice, the project and the id. */
export function answerReport(
  outcome: AnswerOutcome,
  { project, answer }: { readonly project: string | null; readonly answer: Answer },
): Report {
  if (outcome.outcome !== "given") throw refusedAnswer(outcome);
  const { question, runId, isOfFleet } = outcome;
  const { id, tool } = question;
  const what = whatOf(question);
  const where = project === null ? "" : ` in ${project}`;
  const answered = [
    note(`answered ${tool} ${foldLine(what)}`.trimEnd(), { mark: "allow" }),
    note(`${answer.choice}${where}   ${id}`, { indent: 2 }),
  ];
  const facts = { answered: [id], tool, what, choice: answer.choice, project };
  if (runId === null) return { json: facts, shown: answered };
  const next = isOfFleet
    ? "A worker goes on with it: toolplane fleet"
    : `Next: toolplane run --resume ${runId}`;
  return { json: { ...facts, runId }, shown: [...answered, note(next)] };
}

export function refusedAnswer(outcome: AnswerOutcome): CliError {
  const next = { next: ["toolplane approvals   lists what waits."], exitCode: EXIT_CODES.failed };
  switch (outcome.outcome) {
    case "answered":
      return new CliError(
        `It was answered ${ago(outcome.atMs)} by ${escapeText(outcome.by)}: ${outcome.choice}.`,
        next,
      );
    case "withdrawn":
      return new CliError(`It is no longer asked. ${escapeText(outcome.reason)}`, next);
    case "gone":
      return goneAnswer(outcome.question);
    case "forged":
      return new CliError("That row was not written by toolplane and is not answered.", next);
    case "not-an-answer":
      return new CliError(`That is no answer to a question of kind "${outcome.question.kind}".`, {
        next: [`toolplane approvals answer ${outcome.question.id}   shows the card.`],
      });
    default:
      return new CliError("No such question waits.", next);
  }
}

/** The changes of a command are kept, and by hand they land all the same. */
function goneAnswer({ kind, callId }: Question): CliError {
  const exitCode = EXIT_CODES.failed;
  if (kind !== "landing")
    return new CliError("The process that asked is gone, so nobody would hear the answer.", {
      next: ["toolplane approvals   lists what waits."],
      exitCode,
    });
  const call = escapeText(callId);
  return new CliError("The process that asked is gone. What its command changed is kept.", {
    next: [
      `toolplane land ${call}        shows it, and lands it if you say yes.`,
      `toolplane land ${call} drop   throws it away.`,
    ],
    exitCode,
  });
}

function ago(atMs: number): string {
  return `${formatDuration(Math.max(0, Date.now() - atMs))} ago`;
}
