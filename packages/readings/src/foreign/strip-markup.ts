/**
 * Removes, markup too: a stranger's text for a model or a person on one line, without hidden characters and tags, cut at a word. What it says is
 * still the stranger's; who adds the description is shown it.
 */
import { replaceHidden } from "../hidden-characters.ts";

/** Never read further than this before it is cleaned. */
const READ_AHEAD = 2;
/** Words with one blank between them: most texts are so already. */
const CLEAN = /^[!-;=?-~]+(?: [!-;=?-~]+)*$/;

export function stripMarkup(text: string, maxLength: number): string {
  if (text === "" || (text.length <= maxLength && CLEAN.test(text))) return text;
  const read = text.length > maxLength * READ_AHEAD ? text.slice(0, maxLength * READ_AHEAD) : text;
  const plain = read.includes("<") ? read.replace(/<\/?[A-Za-z][^<>]{0,200}>/g, "") : read;
  const folded = plain.replace(/[\t-\r\u2028\u2029]\s*|\s{2,}/g, " ");
  const seen = replaceHidden(folded, () => "").trim();
  if (seen.length <= maxLength) return seen;
  const cut = seen.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}
