/**
 * A form that a server asks a person to fill in, put as questions of the call that is in flight. Empty answers take the form's own
 * defaults. What does not fit is asked once more, with what was wrong; after that the form is given back unanswered.
 */
import type { Json, JsonObject, JsonSchema, ToolQuestion } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { cleanLine } from "../text/clean-text.ts";
import type { AskPerson, ElicitationAnswer } from "./ask-person.ts";
import { type FormField, readFormField } from "./form-field.ts";
import { isSensitive } from "./is-sensitive.ts";

export interface FormRequest {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

const MAX_FIELDS = 20;
const MAX_MESSAGE = 1_000;
const TRIES = 2;
const DECLINED: ElicitationAnswer = { action: "decline" };
const CONFIRM = "Yes";

export async function askForm(
  { message, requestedSchema }: FormRequest,
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
  const fields = readFields(requestedSchema);
  if (fields === null) return DECLINED;
  const open = fields.filter(({ isOpen }) => isOpen);
  const texts = open.flatMap((field) => field.texts);
  if (open.length > 0 && isSensitive([message, ...texts])) return DECLINED;
  const intro = `The MCP server ${server} asks: ${cleanLine(message, MAX_MESSAGE)}`;
  if (fields.length === 0) return confirm(intro, ask);
  const compiled = schemas.compile(requestedSchema as JsonSchema & object);
  if (!compiled.ok) return DECLINED;
  let wrong = "";
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answers = await ask(questionsOf(fields, wrong === "" ? intro : `${intro} (${wrong})`));
    const content = readAnswers(fields, answers);
    const [fault] = typeof content === "string" ? [] : (compiled.schema.validate(content) ?? []);
    if (typeof content !== "string" && !fault) return { action: "accept", content };
    wrong =
      typeof content === "string"
        ? `${content} was not understood`
        : cleanLine(`${fault?.path.slice(1)} ${fault?.message}`, 200);
  }
  return { action: "cancel" };
}

async function confirm(intro: string, ask: AskPerson): Promise<ElicitationAnswer> {
  const [answer] = await ask([{ question: intro, options: [{ label: CONFIRM }, { label: "No" }] }]);
  return answer?.[0] === CONFIRM ? { action: "accept", content: {} } : DECLINED;
}

function readFields(schema: FormRequest["requestedSchema"]): readonly FormField[] | null {
  const { properties = {}, required = [] } = schema;
  if (typeof properties !== "object" || properties === null) return null;
  const entries = Object.entries(properties as Record<string, Record<string, unknown>>);
  if (entries.length > MAX_FIELDS) return null;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = entries.map(([name, given]) =>
    typeof given === "object" && given !== null
      ? readFormField(name, given, needed.includes(name))
      : null,
  );
  return fields.includes(null) ? null : (fields as FormField[]);
}

function questionsOf(fields: readonly FormField[], intro: string): readonly ToolQuestion[] {
  return fields.map(({ question }, index) =>
    index === 0 ? { ...question, question: `${intro}\n${question.question}` } : question,
  );
}

/** What was answered, or the title of the field that could not be read. */
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
