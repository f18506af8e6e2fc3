/**
 * A form that a server asks a person to fill in, put as questions of the call that is in flight. Empty answers take the form's own
 * defaults. What does not fit is asked once more, with what was wrong; after that the form is given back unanswered.
 */

import type { Json, JsonObject, ToolQuestion } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { showOnLine } from "@toolplane/readings";
import { checkForm, type FormRequest } from "./check-form.ts";
import type { AskPerson, ElicitationAnswer } from "./elicitation-answer.ts";
import type { FormField } from "./form-field.ts";

const MAX_MESSAGE = 1_000;
const TRIES = 2;
const DECLINED: ElicitationAnswer = { action: "decline" };
const CONFIRM = "Yes";

export async function askForm(
  request: FormRequest,
  {
    server,
    ask,
    schemas,
  }: {
    readonly server: string;
    readonly ask: AskPerson;
    readonly schemas: Schemas;
  },
): Promise<ElicitationAnswer> {
  const form = checkForm(request, schemas);
  if (form === null) return DECLINED;
  const { fields, schema } = form;
  const intro = `The MCP server ${server} asks: ${showOnLine(request.message, MAX_MESSAGE)}`;
  if (fields.length === 0) return confirm(intro, ask);
  let wrong = "";
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answers = await ask(questionsOf(fields, wrong === "" ? intro : `${intro} (${wrong})`));
    const content = readAnswers(fields, answers);
    const [fault] = typeof content === "string" ? [] : (schema.validate(content) ?? []);
    if (typeof content !== "string" && !fault) return { action: "accept", content };
    wrong =
      typeof content === "string"
        ? `${content} was not understood`
        : showOnLine(`${fault?.path.slice(1)} ${fault?.message}`, 200);
  }
  return { action: "cancel" };
}

async function confirm(intro: string, ask: AskPerson): Promise<ElicitationAnswer> {
  const [answer] = await ask([{ question: intro, options: [{ label: CONFIRM }, { label: "No" }] }]);
  return answer?.[0] === CONFIRM ? { action: "accept", content: {} } : DECLINED;
}

function questionsOf(fields: readonly FormField[], intro: string): readonly ToolQuestion[] {
  return fields.map(({ question }, index) =>
    index === 0 ? { ...question, question: `${intro}\n${question.question}` } : question,
  );
}

/** Reads the answers; returns the title of the field that could not be read. */
function readAnswers(
  fields: readonly FormField[],
  answers: readonly (readonly string[])[],
): JsonObject | string {
  const content: Record<string, Json> = {};
  for (const [index, field] of fields.entries()) {
    const said = field.read(answers[index] ?? []);
    if (said === null) return field.question.header ?? field.name;
    const value = said === undefined ? field.fallback : said;
    if (value !== undefined) content[field.name] = value;
  }
  return content;
}
