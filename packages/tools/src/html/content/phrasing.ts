/** The nodes that are running text. */
import { NONE, type PageTree, TEXT } from "../page/page-tree.ts";
import { PHRASING } from "../page/tag-kinds.ts";

/** True for text and for elements in a line of it. */
export function isPhrasing(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node] as string;
  if (PHRASING.has(tag)) return true;
  if (tag !== "a" && tag !== "del" && tag !== "ins") return false;
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number)
    if (!isPhrasing(tree, child)) return false;
  return true;
}

/** True for white space and line breaks. */
export function isBlank(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node];
  return tag === "br" || (tag === TEXT && (tree.text[node] as string).trim() === "");
}
