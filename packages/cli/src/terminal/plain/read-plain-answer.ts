/** Reads a person's answer to a question in plain lines. A line that is none of the words answers nothing. */
import type { Answer, Question, ToolQuestion } from "@toolplane/contract";

/** The words that can be typed, as they are offered. */
export function plainWords({ kind, cover, byKey, offer, lookUp }: Question): readonly string[] {
  if (kind === "landing") return ["land", "without", "drop"];
  if (kind === "tool") return ["answer", "reject"];
  if (byKey) return ["session", "reject"];
  const always = cover === null ? [] : ["always"];
  const look = lookUp === undefined ? [] : ["look-up"];
  return ["once", ...always, ...(offer ? ["project"] : []), ...look, "reject"];
}

/** Null for a line that is no answer. The words behind `reject` are a note to the model. */
export function readPlainAnswer(line: string, question: Question): Answer | null {
  const [, first = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  const word = first.toLowerCase();
  if (question.kind === "landing") return landingAnswer(word, question);
  if (["reject", "r", "no", "n"].includes(word))
    return { choice: "reject", ...(rest === "" ? {} : { note: rest }) };
  if (rest !== "") return null;
  if (question.byKey)
    return ["session", "s", "yes", "y"].includes(word) ? { choice: "session" } : null;
  if (["once", "o", "yes", "y"].includes(word)) return { choice: "once" };
  if (["always", "a"].includes(word) && question.cover !== null) return { choice: "session" };
  if (["look-up", "look", "l"].includes(word) && question.lookUp !== undefined)
    return { choice: "look-up" };
  if (["project", "p"].includes(word) && question.offer) return { choice: "rule" };
  return null;
}

function landingAnswer(word: string, { footprint }: Question): Answer | null {
  if (["land", "l", "yes", "y", "once"].includes(word)) return { choice: "once" };
  if (["drop", "d", "no", "n", "reject"].includes(word)) return { choice: "reject" };
  if (!["without", "w"].includes(word)) return null;
  const paths = footprint.resources.flatMap((one) => ("path" in one ? [one.path] : []));
  return { choice: "without", paths };
}

/** One answer to a tool's own question: numbers of its options, or own words. Null for an empty line. */
export function readOwnAnswer(
  line: string,
  { options = [], multi_select }: ToolQuestion,
): readonly string[] | null {
  const text = line.trim();
  if (text === "") return null;
  const picked = text.split(/[\s,]+/).map((part) => options[Number(part) - 1]?.label);
  const isPicked = picked.every((label) => label !== undefined);
  return isPicked && (multi_select === true || picked.length === 1) ? (picked as string[]) : [text];
}
