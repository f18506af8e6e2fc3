/** What a block is made of, counted from the back like the measures of text that it builds on. */
import { measureNode, type TextMeasures, textLength } from "./measure-text.ts";
import { NONE, type PageTree, TEXT } from "./page-tree.ts";
import { BLOCK_IN_DIV, EMBED, HEADING } from "./tag-kinds.ts";

/** Measures of text, and counts of what stands below a node: `COUNTS` numbers for each. */
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

/** Empty columns. */
export function createBlockMeasures(text: TextMeasures, nodes: number): BlockMeasures {
  return { text, counts: new Int32Array(nodes * COUNTS) };
}

/** One of the numbers of a node. */
export function countOf({ counts }: BlockMeasures, node: number, which: number): number {
  return counts[node * COUNTS + which] as number;
}

/** Measures a node whose children were measured. */
export function measureBlock(tree: PageTree, measures: BlockMeasures, node: number): void {
  measureNode(tree, measures.text, node);
  if (tree.tag[node] === TEXT) return;
  const { counts } = measures;
  const own = node * COUNTS;
  counts.fill(0, own, own + COUNTS);
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    const tag = tree.tag[child] as string;
    if (tag === TEXT) continue;
    for (let which = 0; which < COUNTS; which += 1)
      counts[own + which] =
        (counts[own + which] as number) + (counts[child * COUNTS + which] as number);
    const kind = KINDS.get(tag);
    if (kind === undefined) continue;
    if (kind.which >= 0) {
      const amount = kind.which >= HEADING_CHARS ? textLength(measures.text, child) : 1;
      counts[own + kind.which] = (counts[own + kind.which] as number) + amount;
    }
    if (kind.textual)
      counts[own + TEXT_CHARS] =
        (counts[own + TEXT_CHARS] as number) + textLength(measures.text, child);
  }
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
