/**
 * Measures the text of an element: characters with runs of white space counted as one and none at either end, commas, and
 * the share inside links. Lengths add up from child to parent, so the whole page is measured in one walk from the back,
 * where every child comes before its parent; a caller that takes nodes out on that walk gets lengths without them.
 */
import { attributeOf, lastBelow, NONE, nodeBefore, type PageTree, TEXT } from "./page-tree.ts";

/** Columns of measures, by node. */
export interface TextMeasures {
  chars: Int32Array;
  /** Bit 1: begins with white space; bit 2: ends with it. */
  edges: Uint8Array;
  commas: Int32Array;
  /** Characters inside links; those to a place on the same page count a third. */
  linked: Float64Array;
}

const STARTS = 1;
const ENDS = 2;
const SAME_PAGE_SHARE = 0.3;

export function createTextMeasures(nodes: number): TextMeasures {
  return {
    chars: new Int32Array(nodes),
    edges: new Uint8Array(nodes),
    commas: new Int32Array(nodes),
    linked: new Float64Array(nodes),
  };
}

/** Makes room for nodes that were made since. Texts never change, so what was measured of them stays. */
export function growTextMeasures(measures: TextMeasures, nodes: number): void {
  if (measures.chars.length >= nodes) return;
  const grown = createTextMeasures(nodes + (nodes >> 3));
  grown.chars.set(measures.chars);
  grown.edges.set(measures.edges);
  grown.commas.set(measures.commas);
  grown.linked.set(measures.linked);
  Object.assign(measures, grown);
}

/** Measures an element whose children were measured; texts were when they were read. */
function measureNode(tree: PageTree, measures: TextMeasures, node: number): void {
  const tag = tree.tag[node];
  const { chars, edges, commas, linked } = measures;
  if (tag === TEXT) return;
  let length = 0;
  let edge = 0;
  let commaCount = 0;
  let linkLength = 0;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    const childChars = chars[child] as number;
    if (childChars === 0) continue;
    const childEdge = edges[child] as number;
    if (length === 0) edge = childEdge;
    else {
      if ((edge & ENDS) !== 0 && (childEdge & STARTS) !== 0) length -= 1;
      edge = (edge & STARTS) | (childEdge & ENDS);
    }
    length += childChars;
    commaCount += commas[child] as number;
    linkLength += linked[child] as number;
  }
  chars[node] = length;
  edges[node] = edge;
  commas[node] = commaCount;
  linked[node] = linkLength;
  if (tag !== "a") return;
  const href = attributeOf(tree, node, "href") ?? "";
  const share = href.length > 1 && href.startsWith("#") ? SAME_PAGE_SHARE : 1;
  linked[node] = linkLength + textLength(measures, node) * share;
}

/** Measures a node and everything below it. */
export function measureBelow(tree: PageTree, measures: TextMeasures, root: number): void {
  growTextMeasures(measures, tree.size);
  for (let node = lastBelow(tree, root); node !== root; node = nodeBefore(tree, node))
    measureNode(tree, measures, node);
  measureNode(tree, measures, root);
}

/** Measures everything in a list of nodes that has parents before children. */
export function measureAll(tree: PageTree, measures: TextMeasures, nodes: readonly number[]): void {
  growTextMeasures(measures, tree.size);
  for (let at = nodes.length - 1; at >= 0; at -= 1)
    measureNode(tree, measures, nodes[at] as number);
}

/** Characters of text, white space at the ends not counted. */
export function textLength({ chars, edges }: TextMeasures, node: number): number {
  const edge = edges[node] as number;
  const length = (chars[node] as number) - (edge & STARTS) - ((edge & ENDS) >> 1);
  return Math.max(length, 0);
}

/** The share of an element's text that is in links. */
export function linkDensity(measures: TextMeasures, node: number): number {
  const length = textLength(measures, node);
  return length === 0 ? 0 : (measures.linked[node] as number) / length;
}

export interface SourcePiece {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Adds a piece of text to what was measured of a text node. Reading from the source is faster than from a slice of it. */
export function measurePiece(
  measures: TextMeasures,
  node: number,
  { source, start, end }: SourcePiece,
): void {
  let length = 0;
  let commaCount = 0;
  let wasSpace = (measures.edges[node] as number) >= ENDS;
  const begins = start < end && isSpace(source.charCodeAt(start)) ? STARTS : 0;
  const edge = (measures.chars[node] === 0 ? begins : (measures.edges[node] as number)) & STARTS;
  for (let at = start; at < end; at += 1) {
    const code = source.charCodeAt(at);
    const space = isSpace(code);
    if (!space || !wasSpace) length += 1;
    wasSpace = space;
    if (code === 0x2c || (code > 0x60b && isComma(code))) commaCount += 1;
  }
  measures.chars[node] = (measures.chars[node] as number) + length;
  measures.commas[node] = (measures.commas[node] as number) + commaCount;
  measures.edges[node] = edge | (wasSpace ? ENDS : 0);
}

/** White space as ECMAScript has it. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Commas of Arabic, Sindhi, Chinese and other scripts. */
function isComma(code: number): boolean {
  return (
    code === 0x60c ||
    code === 0xff0c ||
    code === 0xfe50 ||
    code === 0xfe10 ||
    code === 0xfe11 ||
    code === 0x2e41 ||
    code === 0x2e34 ||
    code === 0x2e32
  );
}
