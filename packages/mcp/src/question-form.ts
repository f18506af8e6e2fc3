/**
 * A question as an MCP form, and its answer back. The message is the kernel's own rendering: every unit, target and host, one
 * a line, escaped. What *always* would cover is said in full, resource by resource (a tool's own key may be coarse), because a person who picks it cannot see it later. Choices are a
 * plain list of words: the one form that clients of every revision can show. Whatever comes back that is not exactly one of
 * the offered choices is a no.
 */
import type { Answer, Question, Resource, ToolQuestion } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import type { FormField, QuestionForm } from "./form.ts";
import { landingForm, readLanding } from "./landing-form.ts";

/** What a client sends back. */
export interface FormReply {
  readonly action?: unknown;
  readonly content?: unknown;
}

const ONCE = "Allow once";
const ALWAYS = "Allow always in this session";
const REJECT = "Reject";
const MAX_NOTE = 1_000;

export function toForm(question: Question): QuestionForm {
  if (question.kind === "landing") return landingForm(question);
  return question.kind === "tool" ? toolForm(question) : permissionForm(question);
}

/**
 * The answer that a client's reply means. Null is none: only a landing makes a difference between that and a no, because a no
 * throws away what the command changed.
 */
export function readReply(question: Question, { action, content }: FormReply): Answer | null {
  if (action === "decline") return { choice: "reject" };
  if (action !== "accept")
    return question.kind === "landing"
      ? null
      : { choice: "reject", note: "The question was closed without an answer." };
  const fields = isRecord(content) ? content : {};
  if (question.kind === "landing") return readLanding(question, fields);
  return question.kind === "tool" ? readToolReply(question, fields) : readChoice(question, fields);
}

function permissionForm(question: Question): QuestionForm {
  const choices = question.cover === null ? [ONCE, REJECT] : [ONCE, ALWAYS, REJECT];
  return {
    mode: "form",
    message: [
      question.title,
      ...question.lines.map((line) => `  ${line}`),
      ...question.reasons.map(({ reason }) => `Why it asks: ${reason}`),
      ...coverLines(question),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: {
        answer: { type: "string", title: "Answer", enum: choices },
        note: {
          type: "string",
          title: "Note",
          description: "With a rejection: what the agent is told.",
          maxLength: MAX_NOTE,
        },
      },
      required: ["answer"],
    },
  };
}

function coverLines(question: Question): readonly string[] {
  if (question.cover === null)
    return ["It cannot be allowed for good: part of it is not known before it runs."];
  const covered = question.cover.flatMap(({ key, cover }) =>
    cover.length === 0
      ? [escapeHidden(key)]
      : cover.map((resource) => lineOf(question, resource) ?? escapeHidden(key)),
  );
  return [`"${ALWAYS}" would cover exactly:`, ...new Set(covered.map((line) => `  ${line}`))];
}

/** The kernel's words for a resource, escaped and masked: the first lines of a question are its resources, in order. */
function lineOf({ footprint, lines }: Question, resource: Resource): string | undefined {
  const at = footprint.resources.indexOf(resource);
  return at < 0 ? undefined : lines[at];
}

function readChoice({ cover }: Question, { answer, note }: Fields): Answer {
  if (answer === ONCE) return { choice: "once" };
  if (answer === ALWAYS && cover !== null) return { choice: "session" };
  if (typeof note !== "string" || note.trim() === "") return { choice: "reject" };
  return { choice: "reject", note: note.slice(0, MAX_NOTE).toWellFormed() };
}

function toolForm(question: Question): QuestionForm {
  const asked = question.questions ?? [];
  const names = asked.map((_, index) => fieldName(index));
  return {
    mode: "form",
    message: [question.title, ...question.lines, ...asked.map(questionText)].join("\n"),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(asked.map((one, index) => [fieldName(index), toField(one)])),
      required: names,
    },
  };
}

function questionText({ question, options = [] }: ToolQuestion): string {
  const lines = options.map(({ label, description }) =>
    escapeHidden(description ? `${label}: ${description}` : label),
  );
  return [...question.split("\n").map(escapeHidden), ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

function toField({ question, header, options = [], multi_select }: ToolQuestion): FormField {
  const title = escapeHidden(header ?? question);
  const description = escapeHidden(question);
  const labels = options.map(({ label }) => escapeHidden(label));
  if (labels.length === 0) return { type: "string", title, description };
  if (multi_select === true)
    return { type: "array", title, description, items: { type: "string", enum: labels } };
  return { type: "string", title, description, enum: labels };
}

function readToolReply({ questions = [] }: Question, fields: Fields): Answer {
  const answers: string[][] = [];
  for (const [index, asked] of questions.entries()) {
    const given = fields[fieldName(index)];
    const texts = (Array.isArray(given) ? given : [given]).map((text) => meant(asked, text));
    if (!texts.every((text) => text !== null))
      return { choice: "reject", note: "The answer was none of those that were offered." };
    answers.push(texts);
  }
  return { choice: "answers", answers };
}

/** The label behind what was shown, or free text where nothing was offered; null for anything else. */
function meant({ options = [] }: ToolQuestion, text: unknown): string | null {
  if (typeof text !== "string") return null;
  if (options.length === 0) return text;
  return options.find(({ label }) => escapeHidden(label) === text)?.label ?? null;
}

function fieldName(index: number): string {
  return `question_${index + 1}`;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
