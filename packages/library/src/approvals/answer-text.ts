/**
 * Writes and reads an answer in the store: sealed over the question's id, the digest of what was shown, and the answer itself.
 */
import type { Answer, Question } from "@toolplane/contract";
import { readAnswer } from "@toolplane/kernel";
import type { Seals } from "./seals.ts";
import { questionDigest } from "./waiting-row.ts";

/** The meaning of a resolved row's text. */
export type ReadAnswerText =
  | { readonly kind: "answer"; readonly answer: Answer; readonly by: string }
  /** The wait is over without an answer, and why. */
  | { readonly kind: "withdrawn"; readonly reason: string }
  /** No seal of ours, or for another question, or no answer to this one. */
  | { readonly kind: "forged" };

/** Writes an answer; `by` says who gave it, for people. */
export function toAnswerText(
  question: Question,
  { answer, by, seals }: { readonly answer: Answer; readonly by: string; readonly seals: Seals },
): string {
  const body = { answer, by };
  return JSON.stringify({ ...body, seal: seals.seal("answer", bound(question, body)) });
}

/** Writes that a question is no longer asked. */
export function toWithdrawnText(question: Question, reason: string, seals: Seals): string {
  const body = { withdrawn: reason };
  return JSON.stringify({ ...body, seal: seals.seal("answer", bound(question, body)) });
}

/** Reads either. Never throws. */
export function readAnswerText(text: string, question: Question, seals: Seals): ReadAnswerText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "forged" };
  }
  if (typeof value !== "object" || value === null) return { kind: "forged" };
  const { seal, ...body } = value as Readonly<Record<string, unknown>>;
  if (!seals.isGenuine("answer", bound(question, body), seal)) return { kind: "forged" };
  if (typeof body.withdrawn === "string") return { kind: "withdrawn", reason: body.withdrawn };
  const answer = readAnswer(body.answer, question);
  return answer && typeof body.by === "string"
    ? { kind: "answer", answer, by: body.by }
    : { kind: "forged" };
}

function bound(question: Question, body: object): object {
  return { question: question.id, shown: questionDigest(question), body };
}
