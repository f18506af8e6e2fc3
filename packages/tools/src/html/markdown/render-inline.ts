/**
 * A run of text as Markdown. White space folds as a browser shows it: any run of it is one space, none at the ends of a
 * line, and none inside the marks of emphasis. A line break is "\n" until the run is written.
 */

import { showsVideo } from "../content/shows-video.ts";
import { imageAddress, linkDestination, type ResolveLink } from "../page/link-target.ts";
import { isSpace } from "../page/measure-text.ts";
import { attributeOf, NONE, nodeText, type PageTree, TEXT } from "../page/page-tree.ts";
import { BLOCK, TABLE_PART } from "../page/tag-kinds.ts";
import { escapeMarkdown, fenceFor } from "./escape-markdown.ts";

export interface InlineContext {
  readonly tree: PageTree;
  readonly resolve: ResolveLink;
}

const MARKS: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  em: "*",
  i: "*",
  del: "~~",
  s: "~~",
  strike: "~~",
};
const MARKED: Readonly<Record<string, RegExp>> = {
  "**": /^\*\*(?!\*)[^*]*\*\*$/,
  "*": /^\*(?!\*)[^*]*\*$/,
  "~~": /^~~[^~]*~~$/,
};
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"]);
const SILENT: ReadonlySet<string> = new Set(
  "button input select option datalist audio video canvas source track area param rp".split(" "),
);
/** Exponents and indices are short; longer ones are notes. */
const MAX_SHIFTED = 20;

/** Renders nodes of one line, or that are to be one. */
export function renderInline(context: InlineContext, nodes: readonly number[]): string {
  let text = "";
  for (const node of nodes) text += renderNode(context, node);
  return foldSpaces(text);
}

/** The line of an element, whatever blocks are in it. */
export function renderLine(context: InlineContext, node: number): string {
  return foldSpaces(renderChildren(context, node))
    .replace(/ ?\n ?/g, " ")
    .trim();
}

function renderChildren(context: InlineContext, node: number): string {
  const { tree } = context;
  let text = "";
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number)
    text += renderNode(context, child);
  return text;
}

function renderNode(context: InlineContext, node: number): string {
  const { tree } = context;
  const tag = tree.tag[node] as string;
  if (tag === TEXT)
    return escapeMarkdown((tree.text[node] as string).replace(/[\t\r\n\f\u00a0]+/g, " "));
  if (tag === "br") return "\n";
  if (tag === "img") return renderImage(context, node);
  if (tag === "a") return renderLink(context, node);
  if (tag === "iframe" || tag === "embed") return renderPlayer(context, node);
  if (SILENT.has(tag)) return "";
  if (CODE.has(tag)) return renderCode(nodeText(tree, node));
  const inner = renderChildren(context, node);
  const mark = MARKS[tag];
  if (mark !== undefined) return wrap(inner, { open: mark, close: mark });
  if (tag === "q") return wrap(inner, { open: '"', close: '"' });
  if (tag === "sub" || tag === "sup") return renderShifted(inner, tag);
  return BLOCK.has(tag) || TABLE_PART.has(tag) ? ` ${inner} ` : inner;
}

// Most runs have nothing to fold, and looking is cheaper than replacing.
function foldSpaces(text: string): string {
  let folded = text;
  // The end of one bold text and the start of the next are none.
  if (folded.includes("****")) folded = folded.replace(/(?<![*\\])\*{4}(?!\*)/g, "");
  if (folded.includes("  ")) folded = folded.replace(/ {2,}/g, " ");
  return folded.includes("\n") ? folded.replace(/ ?\n ?/g, "\n") : folded;
}

/** Marks hold only around a text without spaces at its ends. */
function wrap(inner: string, marks: { readonly open: string; readonly close: string }): string {
  const text = inner.trim();
  if (text === "") return inner === "" ? "" : " ";
  const start = isSpace(inner.charCodeAt(0)) ? " " : "";
  const end = isSpace(inner.charCodeAt(inner.length - 1)) ? " " : "";
  if (isMarked(text, marks.open)) return inner;
  return `${start}${marks.open}${text}${marks.close}${end}`;
}

/** Emphasis inside the same emphasis is one. */
function isMarked(text: string, mark: string): boolean {
  return MARKED[mark]?.test(text) ?? false;
}

function renderCode(raw: string): string {
  const text = raw.replace(/\s+/g, " ").trim();
  if (text === "") return raw === "" ? "" : " ";
  const fence = fenceFor(text, 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function renderShifted(inner: string, tag: string): string {
  const isShort = inner.length <= MAX_SHIFTED && /^\s*[\p{L}\p{N}+\-−.,()]+\s*$/u.test(inner);
  return isShort ? wrap(inner, { open: `<${tag}>`, close: `</${tag}>` }) : inner;
}

function renderImage({ tree, resolve }: InlineContext, node: number): string {
  const alt = (attributeOf(tree, node, "alt") ?? "").replace(/\s+/g, " ").trim();
  const declared = attributeOf(tree, node, "alt") !== null;
  const address = imageAddress(tree, node);
  const target = address === null ? null : resolve(address);
  // An empty description says that the image is decoration.
  if (alt === "" && (declared || target === null || isDot(tree, node))) return "";
  return `![${escapeLabel(alt)}](${target === null ? "" : linkDestination(target)})`;
}

function isDot(tree: PageTree, node: number): boolean {
  return ["width", "height"].some((name) => /^[01]$/.test(attributeOf(tree, node, name) ?? ""));
}

function renderLink(context: InlineContext, node: number): string {
  const { tree, resolve } = context;
  const rendered = renderChildren(context, node);
  const inner = rendered.includes("\n") ? rendered.replace(/\n/g, " ") : rendered;
  const href = attributeOf(tree, node, "href");
  // A place on the same page is no place that can be fetched.
  const target = href === null || href.trim().startsWith("#") ? null : resolve(href);
  if (target === null) return inner;
  if (inner.trim() === target) return `<${target}>`;
  const hasBrackets = /[[\]]/.test(inner) && !inner.includes("](");
  const label = hasBrackets ? inner.replace(/(?<!\\)[[\]]/g, "\\$&") : inner;
  return wrap(label, { open: "[", close: `](${linkDestination(target)})` });
}

function renderPlayer({ tree, resolve }: InlineContext, node: number): string {
  if (!showsVideo(tree, node)) return "";
  const target = resolve(attributeOf(tree, node, "src") ?? "");
  // Embedded as a picture would be: it is no word of the text.
  return target === null ? "" : `![video](${linkDestination(target)})`;
}

function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, "\\$&");
}
