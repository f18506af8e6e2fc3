/**
 * Takes out of the chosen content what does not belong to it: forms, embedded things, share buttons, and lists, tables and
 * blocks that look more like navigation than like text. Each walk goes from the back, so that an element is judged without
 * what was already taken out of it.
 */

import type { TextMeasures } from "../page/measure-text.ts";
import { attributeOf, NONE, nodeAfter, nodeText, type PageTree, TEXT } from "../page/page-tree.ts";
import { EMBED } from "../page/tag-kinds.ts";
import type { ClassWeights } from "./class-weight.ts";
import { SHARE } from "./class-words.ts";
import { findDataTables } from "./find-data-tables.ts";
import { judgeBlock } from "./judge-block.ts";
import { type BlockMeasures, measureBlocks, removeMeasured } from "./measure-block.ts";
import { showsVideo } from "./shows-video.ts";

/** The content to clean, and how strictly. */
export interface CleanOptions {
  readonly content: number;
  readonly measures: TextMeasures;
  readonly weights: ClassWeights;
  /** Takes out blocks that look like navigation. */
  readonly conditionally: boolean;
}

const BEFORE: ReadonlySet<string> = new Set("object embed footer link aside nav".split(" "));
const AFTER: ReadonlySet<string> = new Set("iframe input textarea select button".split(" "));
const SHARE_CHARS = 500;

const JUDGED: ReadonlySet<string> = new Set("form fieldset h1 h2 table ul div".split(" "));

interface Cleaning extends Omit<CleanOptions, "measures"> {
  /** Elements that may have to go. A removed one stays in the list: it is outside the tree, so nothing counts it. */
  readonly elements: readonly number[];
  readonly measures: BlockMeasures;
}

/** Cleans the content in place. Its texts were measured. */
export function cleanContent(tree: PageTree, options: CleanOptions): void {
  const measures = measureBlocks(tree, options.measures, options.content);
  const elements = elementsThatMayGo(tree, options.content);
  const cleaning: Cleaning = { ...options, elements, measures };
  const dataTables = findDataTables(tree, elements);
  const aroundData = holdersOf(tree, dataTables);
  const judgeAll = (tag: string): void => {
    if (!options.conditionally) return;
    removeWhere(tree, cleaning, (node) => {
      if (tree.tag[node] !== tag) return false;
      return !judgeBlock(tree, { ...cleaning, dataTables, aroundData, node });
    });
  };
  judgeAll("form");
  judgeAll("fieldset");
  removeTags(tree, cleaning, BEFORE);
  removeWhere(tree, cleaning, (node) => isShare(tree, cleaning, node));
  removeTags(tree, cleaning, AFTER);
  removeWhere(tree, cleaning, (node) => isHeader(tree, cleaning, node));
  for (const tag of ["table", "ul", "div"]) judgeAll(tag);
}

function elementsThatMayGo(tree: PageTree, content: number): readonly number[] {
  const elements: number[] = [];
  for (let node = content; node !== NONE; node = nodeAfter(tree, node, { within: content }))
    if (mayGo(tree, node)) elements.push(node);
  return elements;
}

function mayGo(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node] as string;
  if (tag === TEXT) return false;
  if (JUDGED.has(tag) || BEFORE.has(tag) || AFTER.has(tag)) return true;
  // Those with a name may be buttons for sharing.
  return attributeOf(tree, node, "class") !== null || attributeOf(tree, node, "id") !== null;
}

function holdersOf(tree: PageTree, inner: ReadonlySet<number>): ReadonlySet<number> {
  const holders = new Set<number>();
  for (const node of inner)
    for (let at = node; at !== NONE && !holders.has(at); at = tree.parent[at] as number)
      holders.add(at);
  return holders;
}

function removeWhere(
  tree: PageTree,
  { elements, content, measures }: Cleaning,
  isOut: (node: number) => boolean,
): void {
  for (let at = elements.length - 1; at >= 0; at -= 1) {
    const node = elements[at] as number;
    if (node !== content && isOut(node) && tree.parent[node] !== NONE)
      removeMeasured(tree, measures, node);
  }
}

function removeTags(tree: PageTree, cleaning: Cleaning, tags: ReadonlySet<string>): void {
  removeWhere(tree, cleaning, (node) => {
    const tag = tree.tag[node] as string;
    return tags.has(tag) && !(EMBED.has(tag) && showsVideo(tree, node));
  });
}

function isShare(tree: PageTree, { content, weights }: Cleaning, node: number): boolean {
  if (tree.attributesFrom[node] === tree.attributesTo[node]) return false;
  if (tree.parent[node] === content || !SHARE.test(weights.names(node))) return false;
  return nodeText(tree, node, SHARE_CHARS).length < SHARE_CHARS;
}

function isHeader(tree: PageTree, { weights }: Cleaning, node: number): boolean {
  const tag = tree.tag[node];
  return (tag === "h1" || tag === "h2") && weights.weigh(node) < 0;
}
