import type { ModelFault } from "./model.ts";

/** Says how a model failed to answer, in the words of its provider where it gave some. */
export function faultWords(
  model: string,
  { httpStatus, isUnreachable, keyVariable }: ModelFault,
  said: string,
): string {
  if (httpStatus === 401 || httpStatus === 403)
    return `${model} answered ${httpStatus}: it did not take the key${keyVariable === undefined ? "" : ` in ${keyVariable}`}. It said: "${quotable(said)}".`;
  // It had begun to answer: the connection ended, or what came was nothing that could be read.
  if (httpStatus !== undefined && httpStatus < 300)
    return `${model} broke off its answer: ${quotable(said)}.`;
  if (httpStatus !== undefined) return `${model} answered ${httpStatus}: "${quotable(said)}".`;
  if (isUnreachable) return `${model} cannot be reached: ${quotable(said)}.`;
  return `${model} gave no answer: ${quotable(said)}.`;
}

/** Longer words of a provider are a page of HTML. */
const MOST = 300;

function quotable(said: string): string {
  const words = said
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.!?]+$/, "");
  return words.length > MOST ? `${words.slice(0, MOST)} …` : words;
}
