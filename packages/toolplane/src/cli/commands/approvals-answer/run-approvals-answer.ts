import { setTimeout as wait } from "node:timers/promises";
import type { Answer, Broker, Question } from "@toolplane/contract";
import { type AnswerOutcome, answerWaiting, findOpen } from "../../../approvals/answer-waiting.ts";
import type { AnsweredElsewhere } from "../../../approvals/create-first-answer.ts";
import { listWaiting, type WaitingQuestion } from "../../../approvals/list-waiting.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState, type State } from "../../../state/open-state.ts";
import { openCards } from "../../broker/open-cards.ts";
import { CliError, isCliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { formatDuration } from "../../terminal/format-duration.ts";
import { canAnswer } from "../approvals/waiting-view.ts";
import { readChoice } from "./read-choice.ts";

const MOST = 1_000;
const LOOK_MS = 500;

interface Ground {
  readonly context: CommandContext;
  readonly state: State;
  readonly settings: Settings;
}

/** Answers one by words, or shows the cards of those that wait. */
export const runApprovalsAnswer: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const answer = readChoice(context.arguments, settings);
  const state = await openState(settings.userData);
  try {
    const ground = { context, state, settings };
    const waiting = context.arguments.flag("next")
      ? await waitForNext(ground)
      : await listWaiting({ ...state, limit: MOST });
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const id = context.arguments.flag("next")
      ? waiting[0]?.question.id
      : context.arguments.words[0];
    if (id === undefined) return await showAll(ground, waiting.filter(canAnswer));
    const found = await findId(id, ground, waiting);
    if (answer !== null) return tell(context, await give(ground, found, answer));
    return await showAll(
      ground,
      waiting.filter(({ question }) => question.id === found),
    );
  } finally {
    await state.close();
  }
};

/** The one that waits longest, as soon as there is one. */
async function waitForNext({ context, state }: Ground): Promise<readonly WaitingQuestion[]> {
  if (context.arguments.words.length > 1) throw new CliError("--next takes a choice and no id.");
  const { signal, terminal } = context;
  let isTold = false;
  while (!signal.aborted) {
    const waiting = (await listWaiting({ ...state, limit: MOST })).filter(canAnswer);
    if (waiting.length > 0) return waiting.slice(0, 1);
    if (!isTold) terminal.note("Nothing waits yet. Ctrl-C leaves.");
    isTold = true;
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return [];
}

/** Ids begin with the time and end at random: only the end names one question, also after another has taken its place. */
const SHORTEST = 4;

/** The whole id: as it was typed, or the one question that ends like it. */
async function findId(
  typed: string,
  { state }: Ground,
  waiting: readonly WaitingQuestion[],
): Promise<string> {
  const exact = await findOpen(typed, state);
  if (exact.outcome === "open") return typed;
  if (exact.outcome !== "unknown") throw refusal(exact);
  const ids = waiting.map(({ question }) => question.id);
  const like = typed.length < SHORTEST ? [] : ids.filter((id) => id.endsWith(typed));
  if (like.length === 1 && like[0]) {
    const found = await findOpen(like[0], state);
    if (found.outcome !== "open") throw refusal(found);
    return like[0];
  }
  throw new CliError(
    like.length > 1
      ? `${like.length} questions are called like "${escapeText(typed)}".`
      : `No question waits that is called "${escapeText(typed)}".`,
    { next: ["toolplane approvals   lists what waits."] },
  );
}

async function showAll(ground: Ground, waiting: readonly WaitingQuestion[]): Promise<ExitCode> {
  const { context } = ground;
  if (waiting.length === 0) {
    context.terminal.print("No approvals wait.");
    context.terminal.json({ answered: [] });
    return EXIT_CODES.done;
  }
  if (!context.terminal.isInteractive)
    throw new CliError("A card needs a terminal. Say the id and the choice instead.", {
      next: [`toolplane approvals answer ${waiting[0]?.question.id} once`],
    });
  const broker = openCards(context, ground);
  const codes = await Promise.all(
    waiting.map(({ question }) => showOne(ground, { question, broker })),
  );
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  return codes.find((code) => code !== EXIT_CODES.done) ?? EXIT_CODES.done;
}

/** The card, until it is answered here or anywhere else. One that cannot be answered any more does not end the others. */
async function showOne(
  ground: Ground,
  { question, broker }: { readonly question: Question; readonly broker: Broker },
): Promise<ExitCode> {
  const { context, state } = ground;
  const over = new AbortController();
  const leave = (): void => over.abort();
  context.signal.addEventListener("abort", leave);
  const look = setInterval(async () => {
    const now = await findOpen(question.id, state).catch(() => null);
    if (now === null || now.outcome === "open") return;
    over.abort({ answeredElsewhere: { choice: "reject" } } satisfies AnsweredElsewhere);
  }, LOOK_MS);
  try {
    const answer = await broker.ask(question, over.signal);
    return tell(context, await give(ground, question.id, answer));
  } catch (error) {
    if (over.signal.aborted || context.signal.aborted) return EXIT_CODES.done;
    if (!isCliError(error)) throw error;
    context.terminal.note(`${context.terminal.err.mark("failed")} ${error.message}`);
    return error.exitCode;
  } finally {
    clearInterval(look);
    context.signal.removeEventListener("abort", leave);
  }
}

function give({ state, context }: Ground, id: string, answer: Answer): Promise<AnswerOutcome> {
  const { USER, LOGNAME } = context.environment;
  const by = `${USER || LOGNAME || "somebody"}, process ${process.pid}`;
  return answerWaiting(id, answer, { ...state, wallMs: Date.now, by });
}

function tell({ terminal }: CommandContext, outcome: AnswerOutcome): ExitCode {
  if (outcome.outcome !== "given") throw refusal(outcome);
  const { question } = outcome;
  terminal.json({ answered: [question.id] });
  terminal.note(
    `${terminal.err.mark("allow")} answered ${escapeText(question.tool)} ${question.id}`,
  );
  return EXIT_CODES.done;
}

function refusal(outcome: AnswerOutcome): CliError {
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
      return new CliError("The process that asked is gone, so nobody would hear the answer.", next);
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

function ago(atMs: number): string {
  return `${formatDuration(Math.max(0, Date.now() - atMs))} ago`;
}
