/** Writes preformatted text as a fenced block, its white space unchanged. */

import { attributeOf, NONE, type PageTree, TEXT } from "../page/page-tree.ts";
import { BLOCK } from "../page/tag-kinds.ts";
import { fenceFor } from "./escape-markdown.ts";

const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush)[-:]\s*([\w+#.-]+)/i;
const SHORT_NAME = /^[\w+#.-]{1,30}$/;

/** The block; "" for an empty one. */
export function renderCodeBlock(tree: PageTree, node: number): string {
  const text = rawText(tree, node)
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ")
    .replace(/^\n/, "")
    .trimEnd();
  if (text === "") return "";
  const fence = fenceFor(text, 3);
  return `${fence}${languageOf(tree, node)}\n${text}\n${fence}`;
}

function rawText(tree: PageTree, node: number): string {
  let text = "";
  for (let child = tree.first[node] as number; child !== NONE; child = tree.next[child] as number) {
    const tag = tree.tag[child] as string;
    if (tag === TEXT) text += tree.text[child] as string;
    else if (tag === "br") text += "\n";
    else {
      const inner = rawText(tree, child);
      // A line that is an element of its own ends where the element does.
      text += (BLOCK.has(tag) || tag === "tr") && !inner.endsWith("\n") ? `${inner}\n` : inner;
    }
  }
  return text;
}

/** The language that the block names, or the code in it, or one of the two elements around it. */
function languageOf(tree: PageTree, node: number): string {
  const parent = tree.parent[node] as number;
  const around = [parent, parent === NONE ? NONE : (tree.parent[parent] as number)];
  for (const at of [tree.first[node] as number, node, ...around]) {
    if (at === NONE || tree.tag[at] === TEXT) continue;
    const named = attributeOf(tree, at, "data-lang") ?? attributeOf(tree, at, "data-language");
    const language = named ?? LANGUAGE.exec(attributeOf(tree, at, "class") ?? "")?.[1];
    if (language && SHORT_NAME.test(language)) return language.toLowerCase();
  }
  return "";
}
