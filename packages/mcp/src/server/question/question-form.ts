/**
 * A question as an MCP form, and its answer back. Some clients show no more than three lines of a message, so what asks comes
 * first, with the counts in the first line and the reason after it; then everything else: the kernel's own rendering of every
 * unit, target and host, one a line, escaped. What *always* would cover is said in full, resource by resource (a tool's own key may be coarse), because a person who picks it cannot see it later. Choices are a
 * plain list of words: the one form that clients of every revision can show. Whatever comes back that is not exactly one of
 * the offered choices is a no.
 */
import type { Answer, OfferedRules, Question, Resource, ToolQuestion } from "@toolplane/contract";
import { questionFields, readQuestionFields } from "@toolplane/kernel";
import { escapeHidden, isRecord } from "@toolplane/readings";
import type { ClientAnswer } from "./client-answer.ts";
import type { QuestionForm } from "./form.ts";
import { argumentLines, changeLines, factLines, flowLines, whyLines } from "./form-lines.ts";
import { landingForm, readLanding } from "./landing-form.ts";

export interface FormReply {
  readonly action?: unknown;
  readonly content?: unknown;
}

const ONCE = "Allow once";
const ALWAYS = "Allow always in this session";
/** Of an answer that is kept by its key: there is no other yes beside it. */
const SESSION = "Allow in this session";
const REJECT = "Reject";
const CLOSED = "the client closed the question without an answer";
const DECLINED = "the client declined at once, before anybody could have read the question";

export function toForm(question: Question): QuestionForm {
  if (question.kind === "landing") return landingForm(question);
  return question.kind === "tool" ? toolForm(question) : permissionForm(question);
}

/**
 * Programs without a screen decline every form at once, some within 50 ms. A person cannot read a question and press a
 * key in less than this, so a faster no is the program's own. A person could still be slower than a slow program: then
 * its no counts.
 */
export const LEAST_PERSON_MS = 300;

/**
 * The answer that a client's reply means. A form that was closed is no word of a person's, nor is a no that came too fast: the
 * call is then refused without one, and what a command changed is kept.
 */
export function readReply(
  question: Question,
  { action, content }: FormReply,
  waitedMs: number,
): ClientAnswer {
  if (action === "decline")
    return waitedMs < LEAST_PERSON_MS ? { choice: "none", why: DECLINED } : { choice: "reject" };
  if (action !== "accept") return { choice: "none", why: CLOSED };
  const fields = isRecord(content) ? content : {};
  if (question.kind === "landing") return readLanding(question, fields);
  return question.kind === "tool" ? readToolReply(question, fields) : readChoice(question, fields);
}

function permissionForm(question: Question): QuestionForm {
  const choices = choicesOf(question);
  const { asking, others } = splitLines(question);
  return {
    mode: "form",
    message: [
      `${question.title}${countsOf(question, asking.length)}`,
      ...asking.map(indent),
      ...whyLines(question.reasons),
      ...factLines(question),
      ...flowLines(question),
      ...(others.length > 0 ? ["The rest of it:", ...others.map(indent)] : []),
      ...changeLines(question.changes ?? []),
      ...argumentLines(question),
      ...coverLines(question),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { answer: { type: "string", title: "Answer", enum: choices } },
      required: ["answer"],
    },
  };
}

function choicesOf({ byKey, cover, offer, lookUp }: Question): string[] {
  if (byKey) return [SESSION, REJECT];
  const always = cover === null ? [] : [ALWAYS];
  const look = lookUp === undefined ? [] : [lookUpChoice(lookUp)];
  return [ONCE, ...always, ...(offer ? [ruleChoice(offer)] : []), ...look, REJECT];
}

function ruleChoice({ words }: OfferedRules): string {
  return `Allow always in this project: ${words}`;
}

function lookUpChoice(words: string): string {
  return `Look it up first: ${words}`;
}

function indent(line: string): string {
  return `  ${line}`;
}

/** Separates the lines that ask from those that go along. Where no resource is marked as asking, all of them do. */
function splitLines({ footprint, lines, reasons }: Question): {
  readonly asking: readonly string[];
  readonly others: readonly string[];
} {
  const named = lines.slice(0, footprint.resources.length);
  const asks = new Set(reasons.map(({ resource }) => resource));
  const isAsking = (at: number): boolean => asks.has(at);
  if (!named.some((_, at) => isAsking(at))) return { asking: named, others: [] };
  return {
    asking: named.filter((_, at) => isAsking(at)),
    others: named.filter((_, at) => !isAsking(at)),
  };
}

function countsOf({ footprint, changes = [] }: Question, asking: number): string {
  const whole = footprint.resources.length;
  const sum = (of: "added" | "removed"): number => changes.reduce((all, one) => all + one[of], 0);
  const counts = [
    ...(whole > asking ? [`${asking} of ${whole} parts`] : whole > 1 ? [`${whole} parts`] : []),
    ...(changes.length > 0
      ? [
          `${changes.length} ${changes.length === 1 ? "file" : "files"}, +${sum("added")} -${sum("removed")}`,
        ]
      : []),
  ];
  return counts.length === 0 ? "" : ` (${counts.join("; ")})`;
}

function coverLines(question: Question): readonly string[] {
  if (question.byKey) return [question.byKey.note];
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

function readChoice(question: Question, { answer }: Fields): Answer {
  const given = choicesOf(question).find((offered) => offered === answer);
  if (given === ONCE) return { choice: "once" };
  if (given === ALWAYS || given === SESSION) return { choice: "session" };
  if (question.offer && given === ruleChoice(question.offer)) return { choice: "rule" };
  if (question.lookUp !== undefined && given === lookUpChoice(question.lookUp))
    return { choice: "look-up" };
  return { choice: "reject" };
}

function toolForm(question: Question): QuestionForm {
  const asked = question.questions ?? [];
  const properties = questionFields(asked);
  return {
    mode: "form",
    message: [question.title, ...question.lines, ...asked.map(questionText)].join("\n"),
    requestedSchema: { type: "object", properties, required: Object.keys(properties) },
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

function readToolReply({ questions = [] }: Question, fields: Fields): Answer {
  const answers = readQuestionFields(questions, fields);
  if (answers === null)
    return { choice: "reject", note: "The answer was none of those that were offered." };
  return { choice: "answers", answers };
}

type Fields = Readonly<Record<string, unknown>>;
