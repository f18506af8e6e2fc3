/** Makes a paragraph of the text after two line breaks in a row, which mean the end of a paragraph. */

import {
  append,
  createNode,
  detach,
  NONE,
  type PageTree,
  replaceNode,
  TEXT,
} from "../page/page-tree.ts";
import { isBlank, isPhrasing } from "./phrasing.ts";

/** Turns chains of `br` into paragraphs. On a page that was just read, where nodes are numbered in its order. */
export function splitBreaks(tree: PageTree): void {
  const read = tree.size;
  for (let node = 0; node < read; node += 1)
    if (tree.tag[node] === "br" && tree.parent[node] !== NONE) splitAt(tree, node);
}

function splitAt(tree: PageTree, node: number): void {
  let chained = false;
  let next = skipSpace(tree, tree.next[node] as number);
  while (next !== NONE && tree.tag[next] === "br") {
    chained = true;
    const after = tree.next[next] as number;
    detach(tree, next);
    next = skipSpace(tree, after);
  }
  if (!chained) return;
  const paragraph = createNode(tree, "p");
  replaceNode(tree, node, paragraph);
  let sibling = tree.next[paragraph] as number;
  while (sibling !== NONE && !startsChain(tree, sibling) && isPhrasing(tree, sibling)) {
    const after = tree.next[sibling] as number;
    detach(tree, sibling);
    append(tree, sibling, paragraph);
    sibling = after;
  }
  trimEnd(tree, paragraph);
  const parent = tree.parent[paragraph] as number;
  if (tree.tag[parent] === "p") tree.tag[parent] = "div";
}

function startsChain(tree: PageTree, node: number): boolean {
  if (tree.tag[node] !== "br") return false;
  const next = skipSpace(tree, tree.next[node] as number);
  return next !== NONE && tree.tag[next] === "br";
}

function trimEnd(tree: PageTree, node: number): void {
  let last = tree.last[node] as number;
  while (last !== NONE && isBlank(tree, last)) {
    detach(tree, last);
    last = tree.last[node] as number;
  }
}

function skipSpace(tree: PageTree, node: number): number {
  let at = node;
  while (at !== NONE && tree.tag[at] === TEXT && (tree.text[at] as string).trim() === "")
    at = tree.next[at] as number;
  return at;
}
