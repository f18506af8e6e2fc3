/**
 * From the best element to the content: an ancestor that several good elements share is better than any of them, and
 * siblings with points of their own, or that read like paragraphs, belong to it. The content becomes one new node.
 */

import { linkDensity, textLength } from "../page/measure-text.ts";
import {
  append,
  attributeOf,
  BODY,
  childElements,
  createNode,
  detach,
  NONE,
  nodeText,
  type PageTree,
} from "../page/page-tree.ts";
import type { ClassWeights } from "./class-weight.ts";
import { basePoints, type Scores } from "./score-blocks.ts";

const SHARED_BY = 3;
const NEARLY_AS_GOOD = 0.75;
const SIBLING_SHARE = 0.2;
const MIN_SIBLING_POINTS = 10;
const LONG_PARAGRAPH = 80;
const MAX_PARAGRAPH_LINKS = 0.25;

/** Moves the content of the page into a new node outside the tree, and returns it. */
export function chooseContent(tree: PageTree, weights: ClassWeights, scores: Scores): number {
  const content = createNode(tree, "div");
  const best = scores.best[0];
  if (best === undefined || best === BODY) {
    const all = createNode(tree, "div");
    moveChildren(tree, BODY, all);
    append(tree, all, content);
    return content;
  }
  const top = climb(tree, scores, best);
  const topPoints = scores.points.get(top) ?? basePoints(tree, weights, top);
  for (const sibling of childElements(tree, tree.parent[top] as number)) {
    if (sibling !== top && !belongs(tree, scores, { top, topPoints, sibling })) continue;
    detach(tree, sibling);
    append(tree, sibling, content);
    if (!KEEPS_TAG.has(tree.tag[sibling] as string)) tree.tag[sibling] = "div";
  }
  return content;
}

/** Tags that a sibling may keep; a cell or a form beside it would be taken for what it was. */
const KEEPS_TAG: ReadonlySet<string> = new Set(["div", "article", "section", "p", "ol", "ul"]);

function moveChildren(tree: PageTree, from: number, to: number): void {
  for (let child = tree.first[from] as number; child !== NONE; ) {
    const next = tree.next[child] as number;
    detach(tree, child);
    append(tree, child, to);
    child = next;
  }
}

function climb(tree: PageTree, scores: Scores, best: number): number {
  let top = sharedAncestor(tree, scores, best) ?? best;
  top = risingAncestor(tree, scores, top) ?? top;
  let parent = tree.parent[top] as number;
  while (parent !== BODY && parent !== NONE && childElements(tree, parent).length === 1) {
    top = parent;
    parent = tree.parent[top] as number;
  }
  return top;
}

function sharedAncestor(tree: PageTree, { points, best }: Scores, top: number): number | null {
  const topPoints = points.get(top) ?? 0;
  const rivals = best
    .slice(1)
    .filter((node) => (points.get(node) ?? 0) / topPoints >= NEARLY_AS_GOOD);
  if (rivals.length < SHARED_BY) return null;
  const around = rivals.map((node) => ancestorsOf(tree, node));
  for (
    let at = tree.parent[top] as number;
    at !== BODY && at !== NONE;
    at = tree.parent[at] as number
  )
    if (around.filter((ancestors) => ancestors.has(at)).length >= SHARED_BY) return at;
  return null;
}

function ancestorsOf(tree: PageTree, node: number): ReadonlySet<number> {
  const ancestors = new Set<number>();
  for (let at = tree.parent[node] as number; at !== NONE; at = tree.parent[at] as number)
    ancestors.add(at);
  return ancestors;
}

/** Points fall with distance, so an ancestor that has more than what is below it holds more content elsewhere. */
function risingAncestor(tree: PageTree, { points }: Scores, top: number): number | null {
  let last = points.get(top) ?? 0;
  const least = last / 3;
  for (
    let at = tree.parent[top] as number;
    at !== BODY && at !== NONE;
    at = tree.parent[at] as number
  ) {
    const here = points.get(at);
    if (here === undefined) continue;
    if (here < least) return null;
    if (here > last) return at;
    last = here;
  }
  return null;
}

interface Sibling {
  readonly top: number;
  readonly topPoints: number;
  readonly sibling: number;
}

function belongs(tree: PageTree, scores: Scores, { top, topPoints, sibling }: Sibling): boolean {
  const { points, measures } = scores;
  const topClass = attributeOf(tree, top, "class") ?? "";
  const alike = topClass !== "" && attributeOf(tree, sibling, "class") === topClass;
  const bonus = alike ? topPoints * SIBLING_SHARE : 0;
  const own = points.get(sibling);
  const threshold = Math.max(MIN_SIBLING_POINTS, topPoints * SIBLING_SHARE);
  if (own !== undefined && own + bonus >= threshold) return true;
  if (tree.tag[sibling] !== "p") return false;
  const length = textLength(measures, sibling);
  const links = linkDensity(measures, sibling);
  if (length > LONG_PARAGRAPH) return links < MAX_PARAGRAPH_LINKS;
  return length > 0 && links === 0 && /\.(?: |$)/.test(nodeText(tree, sibling).trim());
}
