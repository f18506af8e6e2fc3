/**
 * Takes out of the chosen content what does not belong to it: forms, embedded things, share buttons, and lists, tables and
 * blocks that look more like navigation than like text. Each walk goes from the back, so that an element is judged without
 * what was already taken out of it.
 */
import type { ClassWeights } from "./class-weight.ts";
import { SHARE } from "./class-words.ts";
import { findDataTables } from "./find-data-tables.ts";
import { judgeBlock } from "./judge-block.ts";
import { type BlockMeasures, createBlockMeasures, measureBlock } from "./measure-block.ts";
import { growTextMeasures, type TextMeasures } from "./measure-text.ts";
import { detach, NONE, nodesInOrder, type PageTree, TEXT, textOf } from "./page-tree.ts";
import { showsVideo } from "./shows-video.ts";
import { EMBED } from "./tag-kinds.ts";

/** What is cleaned, and how strictly. */
export interface CleanOptions {
  readonly content: number;
  readonly measures: TextMeasures;
  readonly weights: ClassWeights;
  /** Takes out blocks that look like navigation. */
  readonly conditionally: boolean;
}

const BEFORE: ReadonlySet<string> = new Set("object embed footer link aside".split(" "));
const AFTER: ReadonlySet<string> = new Set("iframe input textarea select button".split(" "));
const SHARE_CHARS = 500;

/** Cleans the content in place. */
export function cleanContent(tree: PageTree, options: CleanOptions): void {
  const { content } = options;
  const dataTables = findDataTables(tree, content);
  growTextMeasures(options.measures, tree.tag.length);
  const measures = createBlockMeasures(options.measures, tree.tag.length);
  const conditionally = (tag: string): void => {
    if (options.conditionally) cleanBlocks(tree, { ...options, measures, tag, dataTables });
  };
  conditionally("form");
  conditionally("fieldset");
  removeTags(tree, content, BEFORE);
  removeShares(tree, options);
  removeTags(tree, content, AFTER);
  removeHeaders(tree, options);
  for (const tag of ["table", "ul", "div"]) conditionally(tag);
}

interface CleanBlocks extends Omit<CleanOptions, "measures"> {
  readonly measures: BlockMeasures;
  readonly tag: string;
  readonly dataTables: ReadonlySet<number>;
}

function cleanBlocks(tree: PageTree, options: CleanBlocks): void {
  const { content, tag, measures } = options;
  const nodes = nodesInOrder(tree, content);
  if (!nodes.some((node) => tree.tag[node] === tag)) return;
  for (let at = nodes.length - 1; at > 0; at -= 1) {
    const node = nodes[at] as number;
    measureBlock(tree, measures, node);
    if (tree.tag[node] !== tag) continue;
    if (!judgeBlock(tree, { ...options, node })) detach(tree, node);
  }
}

function removeTags(tree: PageTree, root: number, tags: ReadonlySet<string>): void {
  const nodes = nodesInOrder(tree, root);
  for (let at = nodes.length - 1; at > 0; at -= 1) {
    const node = nodes[at] as number;
    const tag = tree.tag[node] as string;
    if (tags.has(tag) && !(EMBED.has(tag) && showsVideo(tree, node))) detach(tree, node);
  }
}

function removeShares(tree: PageTree, { content, weights }: CleanOptions): void {
  for (const node of nodesInOrder(tree, content)) {
    if (tree.tag[node] === TEXT || tree.attributesFrom[node] === tree.attributesTo[node]) continue;
    const parent = tree.parent[node];
    if (parent === NONE || parent === content || node === content) continue;
    if (SHARE.test(weights.names(node)) && textOf(tree, node, SHARE_CHARS).length < SHARE_CHARS)
      detach(tree, node);
  }
}

function removeHeaders(tree: PageTree, { content, weights }: CleanOptions): void {
  for (const node of nodesInOrder(tree, content)) {
    const tag = tree.tag[node];
    if ((tag === "h1" || tag === "h2") && weights.weigh(node) < 0) detach(tree, node);
  }
}
