/**
 * Finds placeholders: a line in place of code which the writer did not repeat. Written into a file it deletes that
 * code, so a change that brings one is refused. A line counts when it is an ellipsis around words such as "rest of the
 * code", with or without a comment sign; an ellipsis alone, or in a sentence, is text.
 */

const COMMENT =
  /^(?:\{?\/\*+|\/\/+|#+|--+|;+|%+|<!--|\*+|"""|''')\s*|\s*(?:\*+\/\}?|-->|"""|''')$/g;
const ELLIPSIS = /^[([{<]?\s*(?:\.{3,}|\u2026)\s*|(?<!\s)\s*(?:\.{3,}|\u2026)\s*[)\]}>]?$/g;
const WORDS = new RegExp(
  [
    "^(?:and |the |all |keep |with |your |insert )*",
    "(?:rest|remainder|remaining|existing|unchanged|previous|original|other|same|omitted|truncated|code)",
    "(?: (?:of|the|this|that|your|all|and|in|as|is|are|code|file|files|function|functions|method|methods|class|classes|implementation|implementations|content|contents|logic|lines|body|imports|props|fields|tests|here|above|below|before|unchanged|same|remains|remain|stays|stay|omitted|continues|goes|existing|original|rest|for|brevity))*$",
  ].join(""),
  "i",
);

/** The first placeholder line of `next` that `before` does not hold, or null. */
export function findOmission(next: string, before: string): string | null {
  if (!next.includes("...") && !next.includes("\u2026")) return null;
  for (const line of next.split(/\r\n?|\n/)) {
    const trimmed = line.trim();
    if (isPlaceholder(trimmed) && !before.includes(trimmed)) return trimmed;
  }
  return null;
}

function isPlaceholder(line: string): boolean {
  if (line.length > 120 || !/\.{3}|\u2026/.test(line)) return false;
  const bare = line.replace(COMMENT, "").trim();
  const words = bare.replace(ELLIPSIS, "").trim();
  return words !== bare && words !== "" && WORDS.test(words.replace(/[()[\]{}]/g, "").trim());
}
