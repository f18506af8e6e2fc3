/**
 * The first walk over a page: takes out what is hidden, what names itself a part of the layout, the line about the author
 * and the heading that repeats the title; and makes paragraphs of `div`s that are used as such, so that they can be scored.
 */

import type { TextMeasures } from "../page/measure-text.ts";
import {
  attributeOf,
  BODY,
  detach,
  hasAncestor,
  NONE,
  nodeAfter,
  nodeText,
  type PageTree,
  TEXT,
} from "../page/page-tree.ts";
import { HEADING } from "../page/tag-kinds.ts";
import type { ClassWeights } from "./class-weight.ts";
import { UNLIKELY_ROLES } from "./class-words.ts";
import { makeParagraphs } from "./make-paragraphs.ts";
import { isBlank } from "./phrasing.ts";

/** Options and findings of a walk. */
export interface PruneOptions {
  readonly measures: TextMeasures;
  readonly weights: ClassWeights;
  /** Takes parts out whose names mark them as no content. */
  readonly stripUnlikely: boolean;
  readonly title: string;
  /** The author, when known: then no line about it is looked for. */
  readonly author: string | null;
}

export interface Pruned {
  /** Elements that hold running text, to be scored. */
  readonly paragraphs: readonly number[];
  readonly author: string | null;
}

const SCORED: ReadonlySet<string> = new Set("section h2 h3 h4 h5 h6 p td pre".split(" "));
const MAYBE_EMPTY: ReadonlySet<string> = new Set([...HEADING, "div", "section", "header"]);
const MAX_BYLINE = 100;
/** White space around it may be long. */
const MAX_BYLINE_SOURCE = 10_000;
const SAME_TITLE = 0.75;

export function prunePage(tree: PageTree, options: PruneOptions): Pruned {
  const paragraphs: number[] = [];
  let { author } = options;
  let titleStands = options.title !== "";
  let node = elementAfter(tree, BODY, false);
  while (node !== NONE) {
    const walk = { tree, options, node };
    const isNamed = tree.telling[node] === 1;
    const isOut = isNamed && isHidden(tree, node);
    const isByline = !isOut && isNamed && author === null && isBylineElement(walk);
    const isTitle = !isOut && !isByline && titleStands && repeatsTitle(walk);
    if (isByline) author = nodeText(tree, node).trim().replace(/\s+/g, " ");
    if (isTitle) titleStands = false;
    if (isOut || isByline || isTitle || (isNamed && isUnlikely(walk)) || isEmpty(tree, node)) {
      const after = elementAfter(tree, node, true);
      detach(tree, node);
      node = after;
      continue;
    }
    const tag = tree.tag[node] as string;
    if (SCORED.has(tag)) paragraphs.push(node);
    if (tag === "div") {
      const made = makeParagraphs(tree, options.measures, node);
      if (made !== NONE) {
        paragraphs.push(made);
        node = made;
      }
    }
    node = elementAfter(tree, node, false);
  }
  return { paragraphs, author };
}

interface Walk {
  readonly tree: PageTree;
  readonly options: PruneOptions;
  readonly node: number;
}

function elementAfter(tree: PageTree, node: number, skipChildren: boolean): number {
  let at = nodeAfter(tree, node, { within: BODY, skipChildren });
  while (at !== NONE && tree.tag[at] === TEXT) at = nodeAfter(tree, at, { within: BODY });
  return at;
}

function isHidden(tree: PageTree, node: number): boolean {
  const style = attributeOf(tree, node, "style");
  if (style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)) return true;
  if (attributeOf(tree, node, "hidden") !== null) return true;
  if (attributeOf(tree, node, "aria-hidden") === "true")
    return !(attributeOf(tree, node, "class") ?? "").includes("fallback-image");
  return (
    attributeOf(tree, node, "aria-modal") === "true" && attributeOf(tree, node, "role") === "dialog"
  );
}

function isBylineElement({ tree, options, node }: Walk): boolean {
  const named =
    attributeOf(tree, node, "rel") === "author" ||
    (attributeOf(tree, node, "itemprop") ?? "").includes("author") ||
    options.weights.isByline(node);
  if (!named) return false;
  const { length } = nodeText(tree, node, MAX_BYLINE_SOURCE).trim();
  return length > 0 && length < MAX_BYLINE;
}

function isUnlikely({ tree, options, node }: Walk): boolean {
  if (!options.stripUnlikely) return false;
  if (UNLIKELY_ROLES.has(attributeOf(tree, node, "role") ?? "")) return true;
  return (
    tree.tag[node] !== "a" &&
    options.weights.isUnlikely(node) &&
    !hasAncestor(tree, node, { tag: "table" }) &&
    !hasAncestor(tree, node, { tag: "code" })
  );
}

/** True for nothing but white space and lines. */
function isEmpty(tree: PageTree, node: number): boolean {
  if (!MAYBE_EMPTY.has(tree.tag[node] as string)) return false;
  for (let at = tree.first[node] as number; at !== NONE; at = tree.next[at] as number)
    if (!isBlank(tree, at) && tree.tag[at] !== "hr") return false;
  return true;
}

function repeatsTitle({ tree, options, node }: Walk): boolean {
  const tag = tree.tag[node];
  if (tag !== "h1" && tag !== "h2") return false;
  return shareOfWords(nodeText(tree, node, 1_000), options.title) > SAME_TITLE;
}

/** How much of a text, by characters, is words of another. */
function shareOfWords(text: string, of: string): number {
  const known = new Set(textWords(of));
  const words = textWords(text);
  if (known.size === 0 || words.length === 0) return 0;
  const strange = words.filter((word) => !known.has(word));
  return 1 - strange.join(" ").length / words.join(" ").length;
}

function textWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
