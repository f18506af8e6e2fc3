/** Questions that wait for a person, the card of each, and the answer. The process that waits checks the answer again. */

import { type Answer, type OfferReach, type Question, ToolError } from "@toolplane/contract";
import type {
  Answered,
  Approvals,
  Card,
  CardReach,
  Choice,
  CoveredCalls,
  Revoked,
  StandingRule,
} from "@toolplane/contract/console";
import { type AnswerOutcome, answerWaiting, findOpen } from "@toolplane/library/rooms/approvals";
import { readKeptRules, revokeKeptRules } from "@toolplane/library/rooms/product";
import { countCovered, countOffer } from "@toolplane/library/rooms/rules";
import { COUNT, describes, FLAG, fields, list, nullable, OBJECT, TEXT } from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";
import { CHOICE, WAITING } from "../api/shapes.ts";
import { answerable } from "./here-routes.ts";

/** A card of the console is looked at for longer than one in a terminal takes to be drawn. */
const HISTORY_MS = 1_000;

const STANDING_RULE = describes<StandingRule>({ id: TEXT, rule: OBJECT, given: TEXT });

const approvals: ApiRoute<Approvals> = {
  method: "GET",
  path: "/approvals",
  summary: "Questions that wait, oldest first, and what was approved for longer.",
  gives: describes<Approvals>({
    waiting: list(WAITING),
    standing: list(OBJECT),
    rules: list(STANDING_RULE),
  }),
  async handle(ground) {
    const standing = await ground.state.store.approvals.list();
    return {
      body: {
        waiting: await answerable(ground),
        standing: standing.map(({ receipt: _, ...approval }) => approval),
        rules: readKeptRules(await ground.settings()),
      },
    };
  },
};

const card: ApiRoute<Card> = {
  method: "GET",
  path: "/approvals/{question}",
  summary:
    "The card of a question: everything it will touch, why it asks, and what always would cover. It counts nothing, so it is there at once.",
  gives: describes<Card>({
    question: OBJECT,
    choices: list(CHOICE),
  }),
  async handle(ground, { path }) {
    const found = await findOpen(path.question ?? "", ground.state);
    if (found.outcome !== "open") throw refusal(found);
    const { question } = found;
    const { projectApprovals } = await ground.settings();
    return { body: { question, choices: choicesOf(question, projectApprovals) } };
  },
};

const reach: ApiRoute<CardReach> = {
  method: "GET",
  path: "/approvals/{question}/reach",
  summary:
    "How many past calls of this project an answer that lasts, and the offered rule, would have covered; counted for a moment, while the card is read.",
  gives: describes<CardReach>({
    covered: nullable(
      describes<CoveredCalls>({ calls: COUNT, days: COUNT, letThrough: COUNT, rejected: COUNT }),
    ),
    offer: nullable(
      describes<OfferReach>({
        calls: { ...COUNT, description: "Calls that were looked at, the newest first." },
        covered: COUNT,
        refused: { ...COUNT, description: "Covered ones that a person had refused." },
        isWhole: { ...FLAG, description: "False: there are older calls that were not looked at." },
      }),
    ),
  }),
  async handle(ground, { path, signal }) {
    const found = await findOpen(path.question ?? "", ground.state);
    if (found.outcome !== "open") throw refusal(found);
    const { question } = found;
    const { workspace } = await ground.settings();
    const { store } = ground.state;
    const covered = await countCovered(question, {
      store,
      workspace,
      signal,
      budgetMs: HISTORY_MS,
    });
    const offer = await countOffer(question, { store, workspace, signal });
    return { body: { covered, offer } };
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
  summary: "Takes back a standing approval, or one of your own rules for this project, by its id.",
  gives: describes<Revoked>({ revoked: FLAG }),
  async handle(ground, { path }) {
    const id = path.question ?? "";
    const rules = revokeKeptRules(await ground.settings(), [id]);
    if (rules.length > 0) ground.changed();
    return {
      body: { revoked: rules.length > 0 || (await ground.state.store.approvals.revoke(id)) },
    };
  },
};

/** The answers that a card offers: none that would be refused, and none that could not be kept. */
function choicesOf(question: Question, projectApprovals: boolean): readonly Choice[] {
  const { kind, cover, byKey, offer, lookUp } = question;
  if (kind === "tool") return question.requests ? ["reject"] : ["answers", "reject"];
  if (kind === "landing") return ["once", "without", "reject"];
  const always: readonly Choice[] =
    cover === null ? [] : projectApprovals ? ["session", "project"] : ["session"];
  const once: readonly Choice[] = byKey ? [] : ["once"];
  const edit: readonly Choice[] = kind === "permission" ? ["edit"] : [];
  const rule: readonly Choice[] = offer ? ["rule"] : [];
  const look: readonly Choice[] = lookUp === undefined ? [] : ["look-up"];
  return [...once, ...always, ...rule, ...look, "reject", ...edit];
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

export const APPROVAL_ROUTES: readonly ApiRoute[] = [approvals, card, reach, answer, revoke];
