/** The content of a page as Markdown. Elements that are neither block nor text of a line are looked through. */

import { isDataTable } from "../content/find-data-tables.ts";
import type { ResolveLink } from "../page/link-target.ts";
import {
  attributeOf,
  childElements,
  lastBelow,
  NONE,
  nodeAfter,
  nodeBefore,
  nodeText,
  type PageTree,
} from "../page/page-tree.ts";
import { BLOCK, HEADING, TABLE_PART } from "../page/tag-kinds.ts";
import { renderCodeBlock } from "./code-block.ts";
import { escapeLineStart } from "./escape-markdown.ts";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-writer.ts";
import { type InlineContext, renderInline, renderLine } from "./render-inline.ts";
import { renderMarkdownTable } from "./render-markdown-table.ts";

export interface RenderedMarkdown {
  readonly markdown: string;
  /** True when the page held more than was written. */
  readonly cut: boolean;
}

export interface RenderOptions {
  readonly root: number;
  readonly resolve: ResolveLink;
  readonly maxChars: number;
}

interface Rendering extends InlineContext {
  readonly writer: MarkdownWriter;
  /** Elements that hold a block somewhere below. */
  readonly holdsBlock: Uint8Array;
}

/** Writes everything below `root`. */
export function renderMarkdown(tree: PageTree, options: RenderOptions): RenderedMarkdown {
  const { root, resolve, maxChars } = options;
  const writer = createMarkdownWriter(maxChars);
  const holdsBlock = findBlockHolders(tree, root);
  renderFlow({ tree, resolve, writer, holdsBlock }, root);
  const text = writer.text();
  return { markdown: text.slice(0, maxChars), cut: writer.full() };
}

function findBlockHolders(tree: PageTree, root: number): Uint8Array {
  const holds = new Uint8Array(tree.size);
  for (let node = lastBelow(tree, root); node !== root; node = nodeBefore(tree, node)) {
    if (holds[node] === 1 || isBlock(tree.tag[node] as string))
      holds[tree.parent[node] as number] = 1;
  }
  return holds;
}

function isBlock(tag: string): boolean {
  return BLOCK.has(tag) || TABLE_PART.has(tag);
}

function renderFlow(rendering: Rendering, node: number): void {
  const { tree, holdsBlock, writer } = rendering;
  // Made when something comes: most blocks hold nothing but blocks, or one run.
  let run: number[] | null = null;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    if (writer.full()) return;
    if (!isBlock(tree.tag[child] as string) && holdsBlock[child] === 0) {
      if (run === null) run = [child];
      else run.push(child);
      continue;
    }
    if (run !== null) writeParagraph(rendering, run);
    run = null;
    renderBlock(rendering, child);
  }
  if (run !== null) writeParagraph(rendering, run);
}

function writeParagraph(rendering: Rendering, run: readonly number[]): void {
  const text = renderInline(rendering, run).trim();
  if (text === "") return;
  if (!text.includes("\n")) {
    rendering.writer.block(escapeLineStart(text));
    return;
  }
  const lines = text.split("\n").map((line) => escapeLineStart(line.trim()));
  rendering.writer.block(lines.join("  \n").replace(/(?: {2}\n){2,}/g, "\n\n"));
}

function renderBlock(rendering: Rendering, node: number): void {
  const { tree, writer } = rendering;
  const tag = tree.tag[node] as string;
  if (HEADING.has(tag)) {
    const text = renderLine(rendering, node);
    if (text !== "") writer.block(`${"#".repeat(Number(tag[1]))} ${text}`);
  } else if (tag === "pre") writer.block(renderCodeBlock(tree, node));
  else if (tag === "hr") writer.block("---");
  else if (tag === "blockquote")
    writer.nest({ first: "> ", rest: "> " }, () => renderFlow(rendering, node));
  else if (tag === "ul" || tag === "ol" || tag === "menu" || tag === "dir")
    renderList(rendering, node);
  else if (tag === "table") renderTableBlock(rendering, node);
  else if (tag === "dd") {
    writer.separate("line");
    writer.nest({ first: ": ", rest: "  " }, () => renderFlow(rendering, node));
  } else if (tag === "a") renderLinkedBlocks(rendering, node);
  else renderFlow(rendering, node);
}

function renderList(rendering: Rendering, list: number): void {
  const { tree, writer } = rendering;
  const isOrdered = tree.tag[list] === "ol";
  const start = Number.parseInt(attributeOf(tree, list, "start") ?? "1", 10);
  let number = Number.isSafeInteger(start) && start >= 0 ? start : 1;
  let isFirst = !isInItem(tree, list);
  for (let node = tree.first[list] as number; node !== NONE; node = tree.next[node] as number) {
    if (tree.tag[node] !== "li") {
      if (isBlock(tree.tag[node] as string)) renderBlock(rendering, node);
      continue;
    }
    const mark = isOrdered ? `${number}. ` : "- ";
    number += 1;
    if (!isFirst) writer.separate("line");
    isFirst = false;
    writer.nest({ first: mark, rest: " ".repeat(mark.length) }, () => renderFlow(rendering, node));
  }
  writer.separate("blank");
}

function isInItem(tree: PageTree, node: number): boolean {
  return tree.tag[tree.parent[node] as number] === "li";
}

function renderTableBlock(rendering: Rendering, table: number): void {
  const { tree, writer } = rendering;
  if (!isDataTable(tree, table) && !isGrid(tree, table)) {
    renderFlow(rendering, table);
    return;
  }
  const caption = childElements(tree, table).find((node) => tree.tag[node] === "caption");
  if (caption !== undefined) writer.block(escapeLineStart(renderLine(rendering, caption)));
  writer.block(renderMarkdownTable(rendering, table));
}

/** Small tables of short cells: not large enough to be sure, but nothing is lost by writing them as such. */
function isGrid(tree: PageTree, table: number): boolean {
  let rows = 0;
  let cells = 0;
  for (
    let node = nodeAfter(tree, table, { within: table });
    node !== NONE;
    node = nodeAfter(tree, node, { within: table })
  ) {
    const tag = tree.tag[node] as string;
    if (BLOCK.has(tag)) return false;
    if (tag === "tr") rows += 1;
    if (tag === "td" || tag === "th") cells += 1;
  }
  return rows > 1 && cells > rows;
}

const MAX_LINK_TEXT = 400;

/** Writes a link around blocks: one line when it is short; else its blocks alone, and the link is lost. */
function renderLinkedBlocks(rendering: Rendering, node: number): void {
  if (nodeText(rendering.tree, node, MAX_LINK_TEXT).length >= MAX_LINK_TEXT) {
    renderFlow(rendering, node);
    return;
  }
  const line = renderInline(rendering, [node])
    .replace(/ ?\n ?/g, " ")
    .trim();
  rendering.writer.block(escapeLineStart(line));
}
