import { type HtmlInput, type HtmlMarkdown, htmlToMarkdown } from "./html-to-markdown.ts";

/** The module behind `htmlModule`: what a worker runs on a large page. */
export function compute(input: HtmlInput): HtmlMarkdown {
  return htmlToMarkdown(input);
}
