/**
 * Reads the answer of a broker. A broker is a foreign program (a terminal, an editor, an MCP client), and its answer
 * lets a call run: a value that is not exactly one of the answers that the question allows is no answer at all.
 */
import type { Answer, JsonObject, Question, ToolQuestion } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";

/** Answers that each kind of question allows. Only the call itself can be edited; only a tool gets words back. */
const CHOICES: Readonly<Record<Question["kind"], readonly Answer["choice"][]>> = {
  permission: ["once", "session", "project", "rule", "reject", "edit"],
  egress: ["once", "session", "project", "rule", "reject", "look-up"],
  "wider-rerun": ["once", "session", "project", "rule", "reject"],
  landing: ["once", "without", "reject"],
  tool: ["answers", "reject"],
};

/** A clean copy of the answer, or null when it is not one. */
export function readAnswer(value: unknown, question: Question): Answer | null {
  if (!isRecord(value)) return null;
  const choice = CHOICES[question.kind].find((known) => known === value.choice);
  switch (choice) {
    case "once":
    case "session":
    case "project":
      return hasOnly(value, []) ? { choice } : null;
    case "rule":
      return question.offer !== undefined && hasOnly(value, []) ? { choice } : null;
    case "look-up":
      return question.lookUp !== undefined && hasOnly(value, []) ? { choice } : null;
    case "reject":
      return readRejection(value);
    case "edit":
      if (!hasOnly(value, ["arguments"]) || !isRecord(value.arguments)) return null;
      return { choice, arguments: value.arguments as JsonObject };
    case "without":
      return readWithout(value);
    case "answers":
      return readAnswers(value, question);
    default:
      return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readRejection(value: Fields): Answer | null {
  if (!hasOnly(value, ["note"])) return null;
  if (value.note === undefined) return { choice: "reject" };
  return typeof value.note === "string" ? { choice: "reject", note: value.note } : null;
}

function readWithout(value: Fields): Answer | null {
  const { paths } = value;
  if (!hasOnly(value, ["paths"]) || !Array.isArray(paths) || paths.length === 0) return null;
  const read = (paths as readonly unknown[]).filter((path) => typeof path === "string");
  return read.length === paths.length ? { choice: "without", paths: read } : null;
}

/** One list of texts for each question that the tool asked. */
function readAnswers(value: Fields, question: Question): Answer | null {
  const { answers, replies } = value;
  if (!hasOnly(value, ["answers", "replies"]) || !Array.isArray(answers)) return null;
  if (question.requests ? !answersEach(replies, question.requests) : replies !== undefined)
    return null;
  if (question.questions && answers.length !== question.questions.length) return null;
  const read: string[][] = [];
  for (const answer of answers as readonly unknown[]) {
    if (!Array.isArray(answer) || !answer.every((text) => typeof text === "string")) return null;
    const texts = [...(answer as readonly string[])];
    if (!fitsOptions(texts, question.questions?.[read.length])) return null;
    read.push(texts);
  }
  const given = replies as Readonly<Record<string, JsonObject>> | undefined;
  return { choice: "answers", answers: read, ...(given ? { replies: given } : {}) };
}

/** Of what was offered one, or several where that was said, each once; beside it or instead of it one text of a person's own. */
function fitsOptions(texts: readonly string[], question: ToolQuestion | undefined): boolean {
  const { options = [], multi_select: isMulti = false } = question ?? {};
  if (options.length === 0) return true;
  const own = texts.filter((text) => !options.some(({ label }) => label === text));
  if (own.length > 1 || new Set(texts).size < texts.length) return false;
  return isMulti || texts.length - own.length <= 1;
}

/** True for one object for each request, and no other. */
function answersEach(replies: unknown, requests: NonNullable<Question["requests"]>): boolean {
  if (!isRecord(replies)) return false;
  const names = Object.keys(requests);
  const isWhole = names.every((name) => Object.hasOwn(replies, name) && isRecord(replies[name]));
  return isWhole && Object.keys(replies).length === names.length;
}

function hasOnly(value: Fields, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => name === "choice" || names.includes(name));
}
