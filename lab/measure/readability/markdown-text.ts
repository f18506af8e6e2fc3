// The text of Markdown without its marks, so that it can be compared with that of a page. Marks inside a word leave the word
// whole; addresses of links and all of pictures are no text.

const FENCE = /^[\s>]*(?:[-:]\s+|\d+\.\s+)*(`{3,})[^`]*$/;

/** The text that a reader of the rendered page sees. */
export function markdownText(markdown: string): string {
  const parts: string[] = [];
  let fence: string | null = null;
  let prose: string[] = [];
  const flush = () => {
    parts.push(proseText(prose.join("\n")));
    prose = [];
  };
  for (const line of markdown.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark !== undefined) {
      flush();
      fence = mark;
    } else if (fence !== null && mark?.length === fence.length) fence = null;
    else if (fence !== null) parts.push(line);
    else prose.push(line);
  }
  flush();
  return parts.join("\n");
}

const DESTINATION = String.raw`\((?:<[^<>\n]*>|[^()\s]*)\)`;
const IMAGE = new RegExp(String.raw`!\[(?:[^\[\]\\]|\\.)*\]${DESTINATION}`, "g");
const LINK = new RegExp(String.raw`\[((?:[^\[\]\\]|\\.)*)\]${DESTINATION}`, "g");
const CODE = /(`+)([^`](?:.*?[^`])?)\1(?!`)/gs;

function proseText(text: string): string {
  return text
    .replace(/\\`/g, " ")
    .replace(CODE, (_, _fence, code: string) => code.replace(/[\\*~[\]<>|]/g, " "))
    .replace(IMAGE, "")
    .replace(LINK, "$1")
    .replace(/\\[!-/:-@[-`{-~]/g, " ")
    .replace(/<\/?su[bp]>/g, "")
    .replace(/\*|~~/g, "")
    .replace(/[[\]|<>]/g, " ");
}
