/** What a block is made of, counted from the back like the measures of text that it builds on. */
import { createTextMeasures, measureNode, type TextMeasures, textLength } from "./measure-text.ts";
import { NONE, type PageTree, TEXT } from "./page-tree.ts";
import { BLOCK_IN_DIV, EMBED, HEADING } from "./tag-kinds.ts";

/** Columns of counts, by node; each is of what stands below it. */
export interface BlockMeasures {
  readonly text: TextMeasures;
  readonly paragraphs: Int32Array;
  readonly images: Int32Array;
  readonly items: Int32Array;
  readonly inputs: Int32Array;
  readonly embeds: Int32Array;
  /** Characters in headings, in lists, and in elements that hold text. */
  readonly headingChars: Int32Array;
  readonly listChars: Int32Array;
  readonly textChars: Int32Array;
}

const COUNTED = [
  "paragraphs",
  "images",
  "items",
  "inputs",
  "embeds",
  "headingChars",
  "listChars",
  "textChars",
] as const;
const TEXTUAL: ReadonlySet<string> = new Set([...BLOCK_IN_DIV, "span", "li", "td"]);

/** Empty columns. */
export function createBlockMeasures(nodes: number): BlockMeasures {
  return {
    text: createTextMeasures(nodes),
    paragraphs: new Int32Array(nodes),
    images: new Int32Array(nodes),
    items: new Int32Array(nodes),
    inputs: new Int32Array(nodes),
    embeds: new Int32Array(nodes),
    headingChars: new Int32Array(nodes),
    listChars: new Int32Array(nodes),
    textChars: new Int32Array(nodes),
  };
}

/** Measures a node whose children were measured. */
export function measureBlock(tree: PageTree, measures: BlockMeasures, node: number): void {
  measureNode(tree, measures.text, node);
  if (tree.tag[node] === TEXT) return;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    const tag = tree.tag[child] as string;
    if (tag === TEXT) continue;
    for (const column of COUNTED) {
      const values = measures[column];
      values[node] = (values[node] as number) + (values[child] as number);
    }
    countChild(measures, tag, { node, child });
  }
}

function countChild(
  measures: BlockMeasures,
  tag: string,
  { node, child }: { readonly node: number; readonly child: number },
): void {
  const add = (column: (typeof COUNTED)[number], count: number): void => {
    measures[column][node] = (measures[column][node] as number) + count;
  };
  const chars = textLength(measures.text, child);
  if (tag === "p") add("paragraphs", 1);
  else if (tag === "img") add("images", 1);
  else if (tag === "li") add("items", 1);
  else if (tag === "input") add("inputs", 1);
  else if (EMBED.has(tag)) add("embeds", 1);
  else if (HEADING.has(tag)) add("headingChars", chars);
  else if (tag === "ul" || tag === "ol") add("listChars", chars);
  if (TEXTUAL.has(tag)) add("textChars", chars);
}
