import type { Answer } from "@toolplane/contract";
import {
  canAnswer,
  findOpen,
  listWaiting,
  type WaitingQuestion,
} from "@toolplane/library/rooms/approvals";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import { openAsker } from "../../broker/open-asker.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { questionText } from "../../terminal/plain/question-text.ts";
import { line } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { answerByCard, answerReport, giveAnswer, refusedAnswer } from "./answer-by-card.ts";
import { projectOf } from "./project-of.ts";
import { readChoice } from "./read-choice.ts";
import { waitForNext } from "./wait-for-next.ts";

const MOST = 1_000;

interface Ground {
  readonly context: CommandContext;
  readonly state: State;
  readonly settings: Settings;
}

/** Answers one by words, or shows the cards of those that wait. */
export const runApprovalsAnswer: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const answer = readChoice(context.arguments, settings);
  const state = await openState(settings);
  try {
    const ground = { context, state, settings };
    if (context.arguments.flag("next")) return await answerNext(ground, answer);
    const waiting = await listWaiting({ ...state, limit: MOST });
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const id = context.arguments.words[0];
    if (id === undefined) return await showAll(ground, waiting.filter(canAnswer));
    const found = await findId(id, ground, waiting);
    if (answer !== null) {
      const given = await giveAnswer(ground, found, answer);
      const project = "question" in given ? await projectOf(given.question, state) : null;
      return answerReport(given, { project, answer });
    }
    return await showAll(
      ground,
      waiting.filter(({ question }) => question.id === found),
    );
  } finally {
    await state.close();
  }
};

/** Nobody saw this question before it is answered, so the card is printed first. */
async function answerNext(ground: Ground, answer: Answer | null): Promise<Report | ExitCode> {
  const { context, state } = ground;
  const next = await waitForNext(ground);
  if (next === null || context.signal.aborted) return EXIT_CODES.cancelled;
  if (answer === null) return await showAll(ground, [next]);
  const { question } = next;
  for (const text of questionText(question)) context.terminal.note(text);
  context.terminal.note();
  const project = await projectOf(question, state);
  return answerReport(await giveAnswer(ground, question.id, answer), { project, answer });
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
  if (exact.outcome !== "unknown") throw refusedAnswer(exact);
  const ids = waiting.map(({ question }) => question.id);
  const like = typed.length < SHORTEST ? [] : ids.filter((id) => id.endsWith(typed));
  if (like.length === 1 && like[0]) {
    const found = await findOpen(like[0], state);
    if (found.outcome !== "open") throw refusedAnswer(found);
    return like[0];
  }
  throw new CliError(
    like.length > 1
      ? `${like.length} questions are called like "${escapeText(typed)}".`
      : `No question waits that is called "${escapeText(typed)}".`,
    { next: ["toolplane approvals   lists what waits."] },
  );
}

async function showAll(
  ground: Ground,
  waiting: readonly WaitingQuestion[],
): Promise<Report | ExitCode> {
  const { context } = ground;
  if (waiting.length === 0) return { json: { answered: [] }, shown: [line("No approvals wait.")] };
  const broker = openAsker(context, ground);
  if (broker === null)
    throw new CliError("A card needs a terminal. Say the id and the choice instead.", {
      next: [`toolplane approvals answer ${waiting[0]?.question.id} once`],
    });
  const codes = await Promise.all(
    waiting.map(({ question }) => answerByCard(ground, { question, broker })),
  );
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  return codes.find((code) => code !== EXIT_CODES.done) ?? EXIT_CODES.done;
}
