/**
 * A page of HTML as Markdown that is good to read: its content without navigation, banners and scripts, or all of it where
 * there is nothing that could be called content.
 */
import { findContent } from "./content/find-content.ts";
import { renderMarkdown } from "./markdown/render-markdown.ts";
import { createResolveLink } from "./page/link-target.ts";
import { readPageFacts } from "./page/page-head.ts";
import { readTitle } from "./page/page-title.ts";
import { readPage } from "./page/read-page.ts";

export interface HtmlInput {
  readonly html: string;
  /** Where it lies; links count from here. */
  readonly url: string | null;
  /** No more Markdown than this. */
  readonly maxChars?: number;
}

export interface HtmlMarkdown {
  readonly title: string | null;
  readonly author: string | null;
  readonly markdown: string;
  readonly cut: boolean;
}

const MAX_CHARS = 4_000_000;

/** Converts a page. Never throws on what a page may hold. */
export function htmlToMarkdown({ html, url, maxChars = MAX_CHARS }: HtmlInput): HtmlMarkdown {
  const { tree, head, measures } = readPage(html);
  const facts = readPageFacts(head);
  const title = readTitle(tree, head, facts);
  const { content, author } = findContent(tree, { title, author: facts.author, measures });
  const resolve = createResolveLink({ url, base: head.base });
  const { markdown, cut } = renderMarkdown(tree, { root: content, resolve, maxChars });
  return { title: title === "" ? null : title, author, markdown, cut };
}
