/** Questions that wait for a person, the card of each, and the answer. The process that waits checks the answer again. */

import { type Answer, type Question, ToolError } from "@toolplane/contract";
import type {
  Answered,
  Approvals,
  Card,
  Choice,
  CoveredCalls,
  Revoked,
} from "@toolplane/contract/console";
import { type AnswerOutcome, answerWaiting, findOpen } from "@toolplane/library/rooms/approvals";
import { countCovered } from "@toolplane/library/rooms/rules";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  nullable,
  OBJECT,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";
import { WAITING } from "../api/shapes.ts";
import { answerable } from "./here-routes.ts";

/** A card of the console is looked at for longer than one in a terminal takes to be drawn. */
const HISTORY_MS = 1_000;

const CHOICE = oneOf("once", "session", "project", "reject", "without", "edit", "answers");

const approvals: ApiRoute<Approvals> = {
  method: "GET",
  path: "/approvals",
  summary: "Questions that wait, oldest first, and what was approved for longer.",
  gives: describes<Approvals>({ waiting: list(WAITING), standing: list(OBJECT) }),
  async handle(ground) {
    const standing = await ground.state.store.approvals.list();
    return {
      body: {
        waiting: await answerable(ground),
        standing: standing.map(({ receipt: _, ...approval }) => approval),
      },
    };
  },
};

const card: ApiRoute<Card> = {
  method: "GET",
  path: "/approvals/{question}",
  summary:
    "The card of a question: everything it will touch, why it asks, and what always would cover.",
  gives: describes<Card>({
    question: OBJECT,
    choices: list(CHOICE),
    covered: nullable(
      describes<CoveredCalls>({ calls: COUNT, days: COUNT, letThrough: COUNT, rejected: COUNT }),
    ),
  }),
  async handle(ground, { path }) {
    const found = await findOpen(path.question ?? "", ground.state);
    if (found.outcome !== "open") throw refusal(found);
    const { question } = found;
    const { projectApprovals, workspace } = await ground.settings();
    const { store } = ground.state;
    return {
      body: {
        question,
        choices: choicesOf(question, projectApprovals),
        covered: await countCovered(question, { store, workspace, budgetMs: HISTORY_MS }),
      },
    };
  },
};

const answer: ApiRoute<Answered> = {
  method: "POST",
  path: "/approvals/{question}/answer",
  summary: "Answers a question, once. Whoever answers first decides.",
  takes: fields(
    { choice: CHOICE },
    {
      note: { ...TEXT, maxLength: 10_000 },
      paths: list(TEXT),
      arguments: OBJECT,
      answers: list(list(TEXT)),
    },
  ),
  gives: describes<Answered>({ answered: TEXT }),
  async handle(ground, { path, body }) {
    const id = path.question ?? "";
    const found = await findOpen(id, ground.state);
    if (found.outcome !== "open") throw refusal(found);
    const { projectApprovals } = await ground.settings();
    if (!choicesOf(found.question, projectApprovals).some((choice) => choice === body.choice))
      throw new ToolError("invalid_input", "This question cannot be answered so.");
    const { by, wallMs, state } = ground;
    const outcome = await answerWaiting(id, body as Answer, { ...state, by, wallMs });
    if (outcome.outcome !== "given") throw refusal(outcome);
    ground.changed();
    return { body: { answered: id } };
  },
};

const revoke: ApiRoute<Revoked> = {
  method: "DELETE",
  path: "/approvals/{question}",
  summary: "Takes back a standing approval, by its id.",
  gives: describes<Revoked>({ revoked: FLAG }),
  async handle({ state }, { path }) {
    return { body: { revoked: await state.store.approvals.revoke(path.question ?? "") } };
  },
};

/** The answers that a card offers: none that would be refused, and none that could not be kept. */
function choicesOf(question: Question, projectApprovals: boolean): readonly Choice[] {
  const { kind, cover, byKey } = question;
  if (kind === "tool") return question.requests ? ["reject"] : ["answers", "reject"];
  if (kind === "landing") return ["once", "without", "reject"];
  const always: readonly Choice[] =
    cover === null ? [] : projectApprovals ? ["session", "project"] : ["session"];
  const once: readonly Choice[] = byKey ? [] : ["once"];
  const edit: readonly Choice[] = kind === "permission" ? ["edit"] : [];
  return [...once, ...always, "reject", ...edit];
}

function refusal(outcome: AnswerOutcome): ToolError {
  switch (outcome.outcome) {
    case "answered":
      return new ToolError("conflict", `${outcome.by} answered this: ${outcome.choice}.`);
    case "withdrawn":
      return new ToolError("conflict", `It is no longer asked. ${outcome.reason}`);
    case "gone":
      return new ToolError("conflict", gone(outcome.question));
    case "not-an-answer":
      return new ToolError("invalid_input", "That is no answer to this question.");
    case "forged":
      return new ToolError("conflict", "That row was not written by toolplane.");
    default:
      return new ToolError("not_found", "No such question waits.");
  }
}

function gone({ kind, callId }: Question): string {
  const said = "The process that asked is gone.";
  return kind === "landing"
    ? `${said} What its command changed is kept: toolplane land ${callId}`
    : said;
}

export const APPROVAL_ROUTES: readonly ApiRoute[] = [approvals, card, answer, revoke];
