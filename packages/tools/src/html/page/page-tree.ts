/**
 * A page as columns of numbers and strings, not as objects: a node is an index. A page of five megabytes has hundreds of
 * thousands of nodes, and a DOM of it would need ten times the memory that this does. Only the attributes that say
 * something about the content are kept.
 */

/** No node, in every column of the tree. */
export const NONE = -1;
/** The root, and the element that holds what is seen. */
export const ROOT = 0;
export const BODY = 1;
/** The tag of a text. */
export const TEXT = "#text";

/** A page. Columns are read freely and changed only by the functions of this file; `size` says how many nodes there are. */
export interface PageTree {
  size: number;
  readonly tag: string[];
  /** The text of a text node; "" for elements. */
  readonly text: string[];
  parent: Int32Array;
  first: Int32Array;
  last: Int32Array;
  next: Int32Array;
  previous: Int32Array;
  attributesFrom: Int32Array;
  attributesTo: Int32Array;
  /** 1 for elements with an attribute that says something of their part on the page. */
  telling: Int32Array;
  readonly attributeNames: string[];
  readonly attributeValues: string[];
}

const LINKS = ["parent", "first", "last", "next", "previous"] as const;
const COLUMNS = [...LINKS, "attributesFrom", "attributesTo", "telling"] as const;
const MIN_CAPACITY = 1_024;

/** An empty page: `html` with a `body` in it. `expected` is how many nodes there may be. */
export function createPageTree(expected: number): PageTree {
  const capacity = Math.max(MIN_CAPACITY, expected);
  const tree: PageTree = {
    size: 0,
    tag: [],
    text: [],
    parent: new Int32Array(capacity),
    first: new Int32Array(capacity),
    last: new Int32Array(capacity),
    next: new Int32Array(capacity),
    previous: new Int32Array(capacity),
    attributesFrom: new Int32Array(capacity),
    attributesTo: new Int32Array(capacity),
    telling: new Int32Array(capacity),
    attributeNames: [],
    attributeValues: [],
  };
  createNode(tree, "html");
  append(tree, createNode(tree, "body"), ROOT);
  return tree;
}

/** Makes a node that is not in the tree yet. */
export function createNode(tree: PageTree, tag: string, text = ""): number {
  const node = tree.size;
  if (node === tree.parent.length) grow(tree);
  tree.size = node + 1;
  tree.tag.push(tag);
  tree.text.push(text);
  tree.parent[node] = NONE;
  tree.first[node] = NONE;
  tree.last[node] = NONE;
  tree.next[node] = NONE;
  tree.previous[node] = NONE;
  const attributes = tree.attributeNames.length;
  tree.attributesFrom[node] = attributes;
  tree.attributesTo[node] = attributes;
  return node;
}

function grow(tree: PageTree): void {
  for (const column of COLUMNS) {
    const grown = new Int32Array(tree.size + (tree.size >> 1));
    grown.set(tree[column]);
    tree[column] = grown;
  }
}

/** Puts a node from outside the tree behind the last child. */
export function append(tree: PageTree, node: number, parent: number): void {
  const last = tree.last[parent] as number;
  tree.parent[node] = parent;
  tree.previous[node] = last;
  tree.next[node] = NONE;
  if (last === NONE) tree.first[parent] = node;
  else tree.next[last] = node;
  tree.last[parent] = node;
}

/** Puts a node from outside the tree before another. */
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
  const previous = tree.previous[node] as number;
  const next = tree.next[node] as number;
  if (previous === NONE) tree.first[parent] = next;
  else tree.next[previous] = next;
  if (next === NONE) tree.last[parent] = previous;
  else tree.previous[next] = previous;
  tree.parent[node] = NONE;
  tree.previous[node] = NONE;
  tree.next[node] = NONE;
}

/** Puts `node` in the place of `old`; `old` is out then. */
export function replaceNode(tree: PageTree, old: number, node: number): void {
  detach(tree, node);
  insertBefore(tree, node, old);
  detach(tree, old);
}

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

/**
 * The last node below a node, in the order of the page; itself when it holds none. With `nodeBefore` the way back over a whole
 * page, every child before its parent: `for (let at = lastBelow(tree, root); at !== root; at = nodeBefore(tree, at))`. A list of
 * the nodes would be a megabyte and more, several times for each page.
 */
export function lastBelow(tree: PageTree, node: number): number {
  let at = node;
  for (let last = tree.last[at] as number; last !== NONE; last = tree.last[at] as number) at = last;
  return at;
}

/** The node before this one in the order of the page. */
export function nodeBefore(tree: PageTree, node: number): number {
  const previous = tree.previous[node] as number;
  return previous === NONE ? (tree.parent[node] as number) : lastBelow(tree, previous);
}

export function childElements(tree: PageTree, node: number): number[] {
  const children: number[] = [];
  for (let at = tree.first[node] as number; at !== NONE; at = tree.next[at] as number)
    if (tree.tag[at] !== TEXT) children.push(at);
  return children;
}

/** The text below a node, at most so many characters of it. */
export function nodeText(tree: PageTree, root: number, maxChars = 10_000): string {
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

type Shape = Pick<PageTree, "tag" | (typeof LINKS)[number]>;

/** Copies the shape of a tree, to go back to. */
export function rememberShape(tree: PageTree): Shape {
  const copy = (column: (typeof LINKS)[number]): Int32Array => tree[column].slice(0, tree.size);
  return {
    tag: tree.tag.slice(),
    parent: copy("parent"),
    first: copy("first"),
    last: copy("last"),
    next: copy("next"),
    previous: copy("previous"),
  };
}

/** Goes back to a shape. Nodes that were made since are outside the tree. */
export function restoreShape(tree: PageTree, shape: Shape): void {
  for (const column of LINKS) tree[column].set(shape[column]);
  for (let node = 0; node < shape.tag.length; node += 1) tree.tag[node] = shape.tag[node] as string;
}
