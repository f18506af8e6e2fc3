/** Class and id of an element, judged by their words. Names repeat all over a page, so each text is judged once. */

import { attributeOf, type PageTree } from "../page/page-tree.ts";
import { BYLINE, NEGATIVE, PERHAPS, POSITIVE, UNLIKELY } from "./class-words.ts";

/** Weights of the names on one page. */
export interface ClassWeights {
  /** 25 for a word of content, less 25 for one of surroundings, for class and id apart. */
  weigh(node: number): number;
  /** True for a part that is hardly ever content. */
  isUnlikely(node: number): boolean;
  /** True for a name of a line that says who wrote something. */
  isByline(node: number): boolean;
  /** Class and id, one behind the other. */
  names(node: number): string;
}

const WEIGHT = 25;

/** Makes one for a page; without `weigh`, every name weighs nothing. */
export function createClassWeights(
  tree: PageTree,
  options: { readonly weigh: boolean },
): ClassWeights {
  const weights = new Map<string, number>();
  const unlikely = createMemo((text) => UNLIKELY.test(text) && !PERHAPS.test(text));
  const byline = createMemo((text) => BYLINE.test(text));

  function weighText(text: string | null): number {
    if (!text) return 0;
    let weight = weights.get(text);
    if (weight === undefined) {
      weight = (POSITIVE.test(text) ? WEIGHT : 0) - (NEGATIVE.test(text) ? WEIGHT : 0);
      weights.set(text, weight);
    }
    return weight;
  }

  const names = (node: number): string =>
    `${attributeOf(tree, node, "class") ?? ""} ${attributeOf(tree, node, "id") ?? ""}`;

  return {
    names,
    weigh: (node) =>
      options.weigh
        ? weighText(attributeOf(tree, node, "class")) + weighText(attributeOf(tree, node, "id"))
        : 0,
    isUnlikely: (node) => unlikely(names(node)),
    isByline: (node) => byline(names(node)),
  };
}

function createMemo(judge: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>([[" ", false]]);
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = judge(text);
      known.set(text, answer);
    }
    return answer;
  };
}
