/**
 * Does a list, table, form or `div` inside the content belong to it? Text with many commas does. Of the rest, what has more
 * pictures, inputs or embedded things than paragraphs, what is mostly links, and what says next to nothing does not.
 */

import { linkDensity, textLength } from "../page/measure-text.ts";
import {
  childElements,
  hasAncestor,
  NONE,
  nodeAfter,
  nodeText,
  type PageTree,
} from "../page/page-tree.ts";
import { EMBED } from "../page/tag-kinds.ts";
import type { ClassWeights } from "./class-weight.ts";
import { ADVERTISEMENT, LOADING } from "./class-words.ts";
import {
  type BlockMeasures,
  countOf,
  EMBEDS,
  HEADING_CHARS,
  IMAGES,
  INPUTS,
  ITEMS,
  LIST_CHARS,
  PARAGRAPHS,
  TEXT_CHARS,
} from "./measure-block.ts";
import { showsVideo } from "./shows-video.ts";

/** A block, and what is known around it. */
export interface JudgedBlock {
  readonly node: number;
  readonly measures: BlockMeasures;
  readonly weights: ClassWeights;
  readonly dataTables: ReadonlySet<number>;
  /** The data tables and everything that holds one. */
  readonly aroundData: ReadonlySet<number>;
}

const MANY_COMMAS = 10;
const MOSTLY = 0.9;
const MAX_SINGLE_WORD = 40;

/** True when the block stays. */
export function judgeBlock(tree: PageTree, block: JudgedBlock): boolean {
  const { node, measures, weights } = block;
  if (isAroundData(tree, block) || hasAncestor(tree, node, { tag: "code" })) return true;
  const weight = weights.weigh(node);
  if (weight < 0) return false;
  if ((measures.text.commas[node] as number) >= MANY_COMMAS) return true;
  if (holdsVideo(tree, block)) return true;
  const length = textLength(measures.text, node);
  if (length <= MAX_SINGLE_WORD) {
    const text = nodeText(tree, node).trim();
    if (ADVERTISEMENT.test(text) || LOADING.test(text)) return false;
  }
  const tag = tree.tag[node];
  const isList =
    tag === "ul" || tag === "ol" || countOf(measures, node, LIST_CHARS) / length > MOSTLY;
  if (!isShady(tree, { ...block, weight, length, isList })) return true;
  return isList && isListOfImages(tree, block);
}

/** True for a table of data, for what holds one and for what is in one: all stay whole. */
function isAroundData(tree: PageTree, { node, dataTables, aroundData }: JudgedBlock): boolean {
  if (dataTables.size === 0) return false;
  if (aroundData.has(node)) return true;
  for (let at = tree.parent[node] as number; at !== NONE; at = tree.parent[at] as number)
    if (dataTables.has(at)) return true;
  return false;
}

function holdsVideo(tree: PageTree, { node, measures }: JudgedBlock): boolean {
  if (countOf(measures, node, EMBEDS) === 0) return false;
  for (let at = node; at !== NONE; at = nodeAfter(tree, at, { within: node }))
    if (EMBED.has(tree.tag[at] as string) && showsVideo(tree, at)) return true;
  return false;
}

interface ShadyBlock extends JudgedBlock {
  readonly weight: number;
  readonly length: number;
  readonly isList: boolean;
}

function isShady(tree: PageTree, block: ShadyBlock): boolean {
  const { node, measures, weight, length, isList } = block;
  const paragraphs = countOf(measures, node, PARAGRAPHS);
  const images = countOf(measures, node, IMAGES);
  const embeds = countOf(measures, node, EMBEDS);
  const inFigure = hasAncestor(tree, node, { tag: "figure" });
  const headings = length === 0 ? 0 : countOf(measures, node, HEADING_CHARS) / length;
  const links = linkDensity(measures.text, node);
  return (
    (!inFigure && images > 1 && paragraphs / images < 0.5) ||
    (!isList && countOf(measures, node, ITEMS) - 100 > paragraphs) ||
    countOf(measures, node, INPUTS) > Math.floor(paragraphs / 3) ||
    (!isList &&
      !inFigure &&
      headings < MOSTLY &&
      length < 25 &&
      (images === 0 || images > 2) &&
      links > 0) ||
    (!isList && weight < 25 && links > 0.2) ||
    (weight >= 25 && links > 0.5) ||
    (embeds === 1 && length < 75) ||
    embeds > 1 ||
    (images === 0 && countOf(measures, node, TEXT_CHARS) === 0)
  );
}

function isListOfImages(tree: PageTree, { node, measures }: JudgedBlock): boolean {
  const children = childElements(tree, node);
  if (children.some((child) => childElements(tree, child).length > 1)) return false;
  return countOf(measures, node, IMAGES) === countOf(measures, node, ITEMS);
}
