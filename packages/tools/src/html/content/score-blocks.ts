/**
 * Finds the element that holds the text. Every paragraph gives points to the elements around it, fewer with distance: for being
 * one, for its commas and for its length. Tags and names add or take points, and links take them in proportion.
 */

import { linkDensity, measureBelow, type TextMeasures, textLength } from "../page/measure-text.ts";
import { BODY, NONE, type PageTree, ROOT } from "../page/page-tree.ts";
import type { ClassWeights } from "./class-weight.ts";

/** Elements with points, and the measures they were scored by. */
export interface Scores {
  readonly points: Map<number, number>;
  readonly measures: TextMeasures;
  /** The best elements, best first. */
  readonly best: readonly number[];
}

const MIN_CHARS = 25;
const CHARS_A_POINT = 100;
const MAX_LENGTH_POINTS = 3;
const LEVELS = 5;
const KEPT = 5;

const TAG_POINTS: Readonly<Record<string, number>> = {
  div: 5,
  pre: 3,
  td: 3,
  blockquote: 3,
  address: -3,
  ol: -3,
  ul: -3,
  dl: -3,
  dd: -3,
  dt: -3,
  li: -3,
  form: -3,
  h1: -5,
  h2: -5,
  h3: -5,
  h4: -5,
  h5: -5,
  h6: -5,
  th: -5,
};

/** The points that an element has before any paragraph gives it some. */
export function basePoints(tree: PageTree, weights: ClassWeights, node: number): number {
  return (TAG_POINTS[tree.tag[node] as string] ?? 0) + weights.weigh(node);
}

export interface ScoreOptions {
  readonly weights: ClassWeights;
  readonly measures: TextMeasures;
  readonly paragraphs: readonly number[];
}

/** Scores the elements around paragraphs. */
export function scoreBlocks(tree: PageTree, options: ScoreOptions): Scores {
  const { weights, measures, paragraphs } = options;
  measureBelow(tree, measures, BODY);
  const points = new Map<number, number>();
  for (const paragraph of paragraphs) {
    if (tree.parent[paragraph] === NONE) continue;
    const length = textLength(measures, paragraph);
    if (length < MIN_CHARS) continue;
    const own =
      2 +
      (measures.commas[paragraph] as number) +
      Math.min(Math.floor(length / CHARS_A_POINT), MAX_LENGTH_POINTS);
    let ancestor = tree.parent[paragraph] as number;
    for (let level = 0; level < LEVELS && ancestor !== NONE && ancestor !== ROOT; level += 1) {
      const before = points.get(ancestor) ?? basePoints(tree, weights, ancestor);
      points.set(ancestor, before + own / (level === 0 ? 1 : level === 1 ? 2 : level * 3));
      ancestor = tree.parent[ancestor] as number;
    }
  }
  for (const [node, score] of points) points.set(node, score * (1 - linkDensity(measures, node)));
  // Sorting is stable: of equals, the one that was reached first stays ahead.
  const best = [...points.keys()].sort(
    (one, other) => scoreOf(points, other) - scoreOf(points, one),
  );
  return { points, measures, best: best.slice(0, KEPT) };
}

function scoreOf(points: ReadonlyMap<number, number>, node: number): number {
  return points.get(node) ?? 0;
}
