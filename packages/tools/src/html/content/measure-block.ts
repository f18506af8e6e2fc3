/**
 * Counts the parts of a block from the back, like the measures of text that it builds on. When something is taken out,
 * its numbers are taken off everything around it, so that one walk is enough for all the judging that follows.
 */
import { type TextMeasures, textLength } from "../page/measure-text.ts";
import { detach, lastBelow, NONE, nodeBefore, type PageTree, TEXT } from "../page/page-tree.ts";
import { BLOCK_IN_DIV, EMBED, HEADING } from "../page/tag-kinds.ts";

/** Measures of text, and counts of the nodes below a node: `COUNTS` numbers for each. */
export interface BlockMeasures {
  readonly text: TextMeasures;
  readonly counts: Int32Array;
}

/** The numbers of a node. The last three are characters: in headings, in lists, in elements that hold text. */
export const PARAGRAPHS = 0;
export const IMAGES = 1;
export const ITEMS = 2;
export const INPUTS = 3;
export const EMBEDS = 4;
export const HEADING_CHARS = 5;
export const LIST_CHARS = 6;
export const TEXT_CHARS = 7;
const COUNTS = 8;

const TEXTUAL: ReadonlySet<string> = new Set([...BLOCK_IN_DIV, "span", "li", "td"]);

/** Counts the nodes below a node and below each node in it. */
export function measureBlocks(tree: PageTree, text: TextMeasures, root: number): BlockMeasures {
  const measures: BlockMeasures = { text, counts: new Int32Array(tree.size * COUNTS) };
  for (let node = lastBelow(tree, root); node !== root; node = nodeBefore(tree, node))
    if (tree.first[node] !== NONE) countChildren(tree, measures, node);
  countChildren(tree, measures, root);
  return measures;
}

/** Takes a node out, and its numbers off what it stood in. */
export function removeMeasured(tree: PageTree, measures: BlockMeasures, node: number): void {
  const { counts } = measures;
  const { chars, commas, linked } = measures.text;
  const own = ownCounts(tree, measures, node);
  const isNothing = chars[node] === 0 && own.every((count) => count === 0);
  for (let at = tree.parent[node] as number; at !== NONE; at = tree.parent[at] as number) {
    if (isNothing) break;
    for (let which = 0; which < COUNTS; which += 1)
      counts[at * COUNTS + which] =
        (counts[at * COUNTS + which] as number) - (own[which] as number);
    // A space between what is left may be counted twice or not at all: one character, and nothing here is that fine.
    chars[at] = Math.max(0, (chars[at] as number) - (chars[node] as number));
    commas[at] = (commas[at] as number) - (commas[node] as number);
    linked[at] = (linked[at] as number) - (linked[node] as number);
  }
  detach(tree, node);
}

/** A node's share in the numbers of its parent. */
function ownCounts(tree: PageTree, measures: BlockMeasures, node: number): Int32Array {
  const own = measures.counts.slice(node * COUNTS, (node + 1) * COUNTS);
  addKind(own, 0, { kind: KINDS.get(tree.tag[node] as string), text: measures.text, node });
  return own;
}

export function countOf({ counts }: BlockMeasures, node: number, which: number): number {
  return counts[node * COUNTS + which] as number;
}

function countChildren(tree: PageTree, measures: BlockMeasures, node: number): void {
  const { counts, text } = measures;
  const own = node * COUNTS;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    const tag = tree.tag[child] as string;
    if (tag === TEXT) continue;
    if (tree.first[child] !== NONE)
      for (let which = 0; which < COUNTS; which += 1)
        counts[own + which] =
          (counts[own + which] as number) + (counts[child * COUNTS + which] as number);
    const kind = KINDS.get(tag);
    if (kind !== undefined) addKind(counts, own, { kind, text, node: child });
  }
}

interface Added {
  readonly kind: Kind | undefined;
  readonly text: TextMeasures;
  readonly node: number;
}

function addKind(counts: Int32Array, from: number, { kind, text, node }: Added): void {
  if (kind === undefined) return;
  const { which, textual } = kind;
  const chars = textual || which >= HEADING_CHARS ? textLength(text, node) : 0;
  if (which >= 0)
    counts[from + which] = (counts[from + which] as number) + (which >= HEADING_CHARS ? chars : 1);
  if (textual) counts[from + TEXT_CHARS] = (counts[from + TEXT_CHARS] as number) + chars;
}

interface Kind {
  readonly which: number;
  readonly textual: boolean;
}

const KINDS: ReadonlyMap<string, Kind> = new Map(
  [
    ...[...TEXTUAL].map((tag) => [tag, -1] as const),
    ...[...HEADING].map((tag) => [tag, HEADING_CHARS] as const),
    ...[...EMBED].map((tag) => [tag, EMBEDS] as const),
    ["p", PARAGRAPHS] as const,
    ["img", IMAGES] as const,
    ["li", ITEMS] as const,
    ["input", INPUTS] as const,
    ["ul", LIST_CHARS] as const,
    ["ol", LIST_CHARS] as const,
  ].map(([tag, which]) => [tag, { which, textual: TEXTUAL.has(tag) }]),
);
