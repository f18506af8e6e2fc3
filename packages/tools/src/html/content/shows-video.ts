import type { PageTree } from "../page/page-tree.ts";
import { VIDEO } from "./class-words.ts";

/** True for an embedded player of a film: it belongs to the article. */
export function showsVideo(tree: PageTree, node: number): boolean {
  const to = tree.attributesTo[node] as number;
  for (let at = tree.attributesFrom[node] as number; at < to; at += 1)
    if (VIDEO.test(tree.attributeValues[at] as string)) return true;
  return false;
}
