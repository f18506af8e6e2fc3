/**
 * Finds the content of a page: first with every means to leave things out, and, where little is left, again with one fewer
 * each time. When nothing gives enough, the attempt that kept most counts. The method (points for paragraphs, climbing to
 * shared ancestors, conditional cleaning, retries) is the one that arc90 and Mozilla made known as Readability.
 */

import { measureAll, type TextMeasures } from "../page/measure-text.ts";
import {
  childElements,
  nodeText,
  type PageTree,
  rememberShape,
  restoreShape,
} from "../page/page-tree.ts";
import { chooseContent } from "./choose-content.ts";
import { createClassWeights } from "./class-weight.ts";
import { cleanContent } from "./clean-content.ts";
import { prunePage } from "./prune-page.ts";
import { scoreBlocks } from "./score-blocks.ts";
import { splitBreaks } from "./split-breaks.ts";

export interface FoundContent {
  /** A node outside the tree, with the content below it. */
  readonly content: number;
  readonly author: string | null;
  readonly chars: number;
}

/** Facts about the page that are known beforehand. */
export interface FindOptions {
  readonly measures: TextMeasures;
  readonly title: string;
  readonly author: string | null;
}

interface Means {
  readonly stripUnlikely: boolean;
  readonly weigh: boolean;
  readonly conditionally: boolean;
}

const ENOUGH_CHARS = 500;
const ATTEMPTS: readonly Means[] = [
  { stripUnlikely: true, weigh: true, conditionally: true },
  { stripUnlikely: false, weigh: true, conditionally: true },
  { stripUnlikely: false, weigh: false, conditionally: true },
  { stripUnlikely: false, weigh: false, conditionally: false },
];

/** Finds the content; the tree is changed. */
export function findContent(tree: PageTree, options: FindOptions): FoundContent {
  splitBreaks(tree);
  const shape = rememberShape(tree);
  let { author } = options;
  let best: {
    readonly chars: number;
    readonly means: Means;
    readonly author: string | null;
  } | null = null;
  for (const means of ATTEMPTS) {
    const found = attempt(tree, means, { ...options, author });
    if (found.chars >= ENOUGH_CHARS) return found;
    if (best === null || found.chars > best.chars) best = { chars: found.chars, means, author };
    author = found.author;
    restoreShape(tree, shape);
  }
  const { means, author: known } = best as NonNullable<typeof best>;
  return attempt(tree, means, { ...options, author: known });
}

function attempt(tree: PageTree, means: Means, options: FindOptions): FoundContent {
  const { measures } = options;
  const weights = createClassWeights(tree, means);
  const { stripUnlikely, conditionally } = means;
  const { paragraphs, author } = prunePage(tree, { ...options, weights, stripUnlikely });
  const scores = scoreBlocks(tree, { weights, measures, paragraphs });
  const content = chooseContent(tree, weights, scores);
  measureAll(tree, measures, [content, ...childElements(tree, content)]);
  cleanContent(tree, { content, weights, measures, conditionally });
  return { content, author, chars: countChars(tree, content) };
}

/** Characters of text, exactly as far as it matters whether there are enough. */
function countChars(tree: PageTree, content: number): number {
  return nodeText(tree, content, ENOUGH_CHARS * 20)
    .trim()
    .replace(/\s{2,}/g, " ").length;
}
