/** The title of an article: what the page declares, or the title of its window without the name of the site. */
import type { PageFacts, PageHead } from "./page-head.ts";
import { BODY, NONE, nodeAfter, nodeText, type PageTree } from "./page-tree.ts";

const SEPARATOR = /\s[|\-–—\\/>»]\s/g;
const HIERARCHY = /\s[\\/>»]\s/;
const FEW_WORDS = 4;
const SHORT = 15;
const LONG = 150;

/** The title; "" when there is none. */
export function readTitle(tree: PageTree, head: PageHead, facts: PageFacts): string {
  if (facts.title !== null) return foldSpace(facts.title);
  const whole = foldSpace(head.title ?? "");
  const title = foldSpace(withoutSite(tree, whole));
  const words = countWords(title);
  const cutOne = words === countWords(whole.replace(SEPARATOR, "")) - 1;
  return words <= FEW_WORDS && !(HIERARCHY.test(whole) && cutOne) ? whole : title;
}

function withoutSite(tree: PageTree, whole: string): string {
  const last = [...whole.matchAll(SEPARATOR)].at(-1);
  if (last !== undefined) {
    const before = whole.slice(0, last.index);
    return countWords(before) < 3 ? whole.replace(/^[^|\-–—\\/>»]*[|\-–—\\/>»]/, "") : before;
  }
  if (whole.includes(": ")) return afterColon(tree, whole);
  if (whole.length >= SHORT && whole.length <= LONG) return whole;
  const headings = headingsOf(tree, (tag) => tag === "h1");
  return headings.length === 1 ? (headings[0] as string) : whole;
}

function afterColon(tree: PageTree, whole: string): string {
  if (headingsOf(tree, (tag) => tag === "h1" || tag === "h2").includes(whole)) return whole;
  const after = whole.slice(whole.lastIndexOf(":") + 1);
  if (countWords(foldSpace(after)) < 3) return whole.slice(whole.indexOf(":") + 1);
  return countWords(whole.slice(0, whole.indexOf(":"))) > 5 ? whole : after;
}

function headingsOf(tree: PageTree, isOne: (tag: string) => boolean): string[] {
  const headings: string[] = [];
  for (let node = BODY; node !== NONE; node = nodeAfter(tree, node, { within: BODY }))
    if (isOne(tree.tag[node] as string)) headings.push(foldSpace(nodeText(tree, node, 1_000)));
  return headings;
}

function foldSpace(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}
