/** Makes paragraphs of runs of text in a `div` beside blocks, and of a `div` that is nothing but one. */
import { linkDensity, measureBelow, type TextMeasures } from "../page/measure-text.ts";
import {
  append,
  createNode,
  detach,
  insertBefore,
  NONE,
  nodeAfter,
  type PageTree,
  replaceNode,
  TEXT,
} from "../page/page-tree.ts";
import { BLOCK_IN_DIV } from "../page/tag-kinds.ts";
import { isBlank, isPhrasing } from "./phrasing.ts";

/** A paragraph that is mostly links is a menu, and its `div` stays. */
const MAX_LINK_DENSITY = 0.25;

/** Gives the paragraph that took the place of the `div`, or `NONE` when the `div` is still there. */
export function makeParagraphs(tree: PageTree, measures: TextMeasures, node: number): number {
  wrapRuns(tree, node);
  const only = onlyParagraph(tree, node);
  if (only !== NONE && measuredLinkDensity(tree, measures, only) < MAX_LINK_DENSITY) {
    replaceNode(tree, node, only);
    return only;
  }
  if (holdsBlock(tree, node)) return NONE;
  tree.tag[node] = "p";
  return node;
}

/** Measured here and now: each paragraph is the only one of one `div` at most. */
function measuredLinkDensity(tree: PageTree, measures: TextMeasures, node: number): number {
  measureBelow(tree, measures, node);
  return linkDensity(measures, node);
}

function wrapRuns(tree: PageTree, node: number): void {
  let child = tree.first[node] as number;
  while (child !== NONE) {
    if (!isPhrasing(tree, child)) {
      child = tree.next[child] as number;
      continue;
    }
    const run: number[] = [];
    while (child !== NONE && isPhrasing(tree, child)) {
      run.push(child);
      child = tree.next[child] as number;
    }
    wrapRun(tree, { node, run, before: child });
  }
}

function wrapRun(
  tree: PageTree,
  options: { readonly node: number; readonly run: number[]; readonly before: number },
): void {
  const { node, run, before } = options;
  for (const child of run) detach(tree, child);
  let from = 0;
  let to = run.length;
  while (from < to && isBlank(tree, run[from] as number)) from += 1;
  while (to > from && isBlank(tree, run[to - 1] as number)) to -= 1;
  if (from === to) return;
  const paragraph = createNode(tree, "p");
  for (let at = from; at < to; at += 1) append(tree, run[at] as number, paragraph);
  if (before === NONE) append(tree, paragraph, node);
  else insertBefore(tree, paragraph, before);
}

function onlyParagraph(tree: PageTree, node: number): number {
  let found = NONE;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    if (tree.tag[child] === TEXT) {
      if ((tree.text[child] as string).trim() !== "") return NONE;
    } else if (found !== NONE || tree.tag[child] !== "p") return NONE;
    else found = child;
  }
  return found;
}

function holdsBlock(tree: PageTree, root: number): boolean {
  let node = nodeAfter(tree, root, { within: root });
  while (node !== NONE) {
    if (BLOCK_IN_DIV.has(tree.tag[node] as string)) return true;
    node = nodeAfter(tree, node, { within: root });
  }
  return false;
}
