/**
 * A stranger's text for a model or a person: no hidden characters, no markup, blanks folded, cut at a word. What it says is
 * still the stranger's; who adds the description is shown it.
 */
import { replaceHidden } from "@toolplane/readings";

/** Never read further than this before it is cleaned. */
const READ_AHEAD = 4;

/** Words with one blank between them: most texts are so already. */
const CLEAN = /^[!-;=?-~]+(?: [!-;=?-~]+)*$/;

export function cleanText(text: string, maxLength: number): string {
  if (text === "" || (text.length <= maxLength && CLEAN.test(text))) return text;
  const plain = text
    .slice(0, maxLength * READ_AHEAD)
    .replace(/<\/?[A-Za-z][^<>]{0,200}>/g, "")
    .replace(/\s+/g, " ");
  const seen = replaceHidden(plain, () => "").trim();
  if (seen.length <= maxLength) return seen;
  const cut = seen.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}
