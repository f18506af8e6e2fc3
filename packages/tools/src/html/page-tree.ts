/**
 * A page as columns of numbers and strings, not as objects: a node is an index. A page of five megabytes has hundreds of
 * thousands of nodes, and a DOM of it would need ten times the memory that this does. Only the attributes that say
 * something about the content are kept.
 */

/** No node. */
export const NONE = -1;
/** The root, and the element that holds what is seen. */
export const ROOT = 0;
export const BODY = 1;
/** The tag of a text. */
export const TEXT = "#text";

/** A page. Columns are read freely and changed only by the functions of this file. */
export interface PageTree {
  readonly tag: string[];
  readonly parent: number[];
  readonly first: number[];
  readonly last: number[];
  readonly next: number[];
  readonly previous: number[];
  /** The text of a text node; "" for elements. */
  readonly text: string[];
  readonly attributesFrom: number[];
  readonly attributesTo: number[];
  readonly attributeNames: string[];
  readonly attributeValues: string[];
}

/** An empty page: `html` with a `body` in it. */
export function createPageTree(): PageTree {
  const tree: PageTree = {
    tag: [],
    parent: [],
    first: [],
    last: [],
    next: [],
    previous: [],
    text: [],
    attributesFrom: [],
    attributesTo: [],
    attributeNames: [],
    attributeValues: [],
  };
  createNode(tree, "html");
  append(tree, createNode(tree, "body"), ROOT);
  return tree;
}

/** Makes a node that stands nowhere yet. */
export function createNode(tree: PageTree, tag: string, text = ""): number {
  const node = tree.tag.length;
  tree.tag.push(tag);
  tree.parent.push(NONE);
  tree.first.push(NONE);
  tree.last.push(NONE);
  tree.next.push(NONE);
  tree.previous.push(NONE);
  tree.text.push(text);
  tree.attributesFrom.push(tree.attributeNames.length);
  tree.attributesTo.push(tree.attributeNames.length);
  return node;
}

/** Puts a node that stands nowhere behind the last child. */
export function append(tree: PageTree, node: number, parent: number): void {
  const last = tree.last[parent] as number;
  tree.parent[node] = parent;
  tree.previous[node] = last;
  tree.next[node] = NONE;
  if (last === NONE) tree.first[parent] = node;
  else tree.next[last] = node;
  tree.last[parent] = node;
}

/** Puts a node that stands nowhere before another. */
export function insertBefore(tree: PageTree, node: number, before: number): void {
  const parent = tree.parent[before] as number;
  const previous = tree.previous[before] as number;
  tree.parent[node] = parent;
  tree.previous[node] = previous;
  tree.next[node] = before;
  tree.previous[before] = node;
  if (previous === NONE) tree.first[parent] = node;
  else tree.next[previous] = node;
}

/** Takes a node out, with everything below it. */
export function detach(tree: PageTree, node: number): void {
  const parent = tree.parent[node] as number;
  if (parent === NONE) return;
  const [previous, next] = [tree.previous[node] as number, tree.next[node] as number];
  if (previous === NONE) tree.first[parent] = next;
  else tree.next[previous] = next;
  if (next === NONE) tree.last[parent] = previous;
  else tree.previous[next] = previous;
  tree.parent[node] = NONE;
  tree.previous[node] = NONE;
  tree.next[node] = NONE;
}

/** Puts `node` where `old` stands; `old` is out then. */
export function replaceNode(tree: PageTree, old: number, node: number): void {
  detach(tree, node);
  insertBefore(tree, node, old);
  detach(tree, old);
}

/** The value of an attribute; null when it is not there. */
export function attributeOf(tree: PageTree, node: number, name: string): string | null {
  const to = tree.attributesTo[node] as number;
  for (let at = tree.attributesFrom[node] as number; at < to; at += 1) {
    if (tree.attributeNames[at] === name) return tree.attributeValues[at] as string;
  }
  return null;
}

/** The node after this one in the order of the page, `NONE` at its end. */
export function nodeAfter(
  tree: PageTree,
  node: number,
  options: { readonly within: number; readonly skipChildren?: boolean },
): number {
  const first = tree.first[node] as number;
  if (first !== NONE && options.skipChildren !== true) return first;
  let at = node;
  while (at !== options.within && at !== NONE) {
    const next = tree.next[at] as number;
    if (next !== NONE) return next;
    at = tree.parent[at] as number;
  }
  return NONE;
}

/** All nodes below a node, in the order of the page, itself first. */
export function nodesInOrder(tree: PageTree, root: number): number[] {
  const nodes: number[] = [];
  for (let node = root; node !== NONE; node = nodeAfter(tree, node, { within: root }))
    nodes.push(node);
  return nodes;
}

/** The children that are elements. */
export function childElements(tree: PageTree, node: number): number[] {
  const children: number[] = [];
  for (let at = tree.first[node] as number; at !== NONE; at = tree.next[at] as number)
    if (tree.tag[at] !== TEXT) children.push(at);
  return children;
}

/** The text below a node, at most so many characters of it. */
export function textOf(tree: PageTree, root: number, maxChars = 10_000): string {
  let text = "";
  for (let node = root; node !== NONE; node = nodeAfter(tree, node, { within: root })) {
    text += tree.text[node] as string;
    if (text.length > maxChars) return text.slice(0, maxChars);
  }
  return text;
}

/** True when one of the nearest four ancestors (or any, with `any`) has this tag. */
export function hasAncestor(
  tree: PageTree,
  node: number,
  options: { readonly tag: string; readonly any?: boolean },
): boolean {
  let left = options.any === true ? Number.POSITIVE_INFINITY : 4;
  for (
    let at = tree.parent[node] as number;
    at !== NONE && left > 0;
    at = tree.parent[at] as number
  ) {
    if (tree.tag[at] === options.tag) return true;
    left -= 1;
  }
  return false;
}

type Shape = Pick<PageTree, "tag" | "parent" | "first" | "last" | "next" | "previous">;

/** How a tree stands, to go back to. */
export function rememberShape(tree: PageTree): Shape {
  const { tag, parent, first, last, next, previous } = tree;
  return {
    tag: tag.slice(),
    parent: parent.slice(),
    first: first.slice(),
    last: last.slice(),
    next: next.slice(),
    previous: previous.slice(),
  };
}

/** Goes back. Nodes that were made since stand nowhere. */
export function restoreShape(tree: PageTree, shape: Shape): void {
  for (const column of ["tag", "parent", "first", "last", "next", "previous"] as const) {
    const [to, from] = [tree[column] as unknown[], shape[column]];
    for (let node = 0; node < from.length; node += 1) to[node] = from[node];
  }
}
