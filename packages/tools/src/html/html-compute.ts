import { type HtmlInput, type HtmlMarkdown, htmlToMarkdown } from "./html-to-markdown.ts";

/** The module behind `HTML_MODULE`: what a worker runs on a large page. */
export function compute(input: HtmlInput): HtmlMarkdown {
  return htmlToMarkdown(input);
}
