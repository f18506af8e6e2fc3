/** The elements that are open while a page is read, and what a start or end tag does to them. */
import { append, BODY, createNode, detach, type PageTree } from "./page-tree.ts";
import { BLOCK, IMPLIED_END, SCOPE, TABLE_PART, VOID } from "./tag-kinds.ts";

export interface OpenElements {
  current(): number;
  /** A start tag: ends what it implies the end of, and opens the element unless it is void. */
  enter(tag: string): number;
  /** An end tag; one without its start tag ends nothing. */
  leave(tag: string): void;
  /** Takes an element out that was just opened. */
  drop(node: number): void;
}

/** Elements nested deeper become siblings, as in browsers. */
const MAX_DEPTH = 512;
const PAGE_PARTS: ReadonlySet<string> = new Set(["html", "body", "head"]);

/** Makes a stack with `body` on it. */
export function createOpenElements(tree: PageTree): OpenElements {
  const stack: number[] = [BODY];
  /** Most blocks are in no paragraph, and then there is no need to look for one. */
  let openParagraphs = 0;
  const tagAt = (depth: number): string => tree.tag[stack[depth] as number] as string;

  function endFrom(depth: number): void {
    for (let at = stack.length - 1; at >= depth; at -= 1)
      if (tagAt(at) === "p") openParagraphs -= 1;
    stack.length = depth;
  }

  function endImplied(tag: string): void {
    const implied = IMPLIED_END[tag];
    if (implied !== undefined) {
      let outermost = -1;
      for (let depth = stack.length - 1; depth > 0; depth -= 1) {
        if (implied.within.has(tagAt(depth))) break;
        if (implied.ends.has(tagAt(depth))) outermost = depth;
      }
      if (outermost > 0) endFrom(outermost);
    }
    if (openParagraphs > 0 && BLOCK.has(tag)) endParagraph();
    if (tag === "a") endLink();
  }

  function endParagraph(): void {
    for (let depth = stack.length - 1; depth > 0; depth -= 1) {
      if (tagAt(depth) === "p") {
        endFrom(depth);
        return;
      }
      if (SCOPE.has(tagAt(depth))) return;
    }
  }

  // A link does not hold a link: the start of the next one ends it, unless a block is between.
  function endLink(): void {
    for (let depth = stack.length - 1; depth > 0; depth -= 1) {
      const tag = tagAt(depth);
      if (tag === "a") endFrom(depth);
      if (tag === "a" || BLOCK.has(tag) || SCOPE.has(tag)) return;
    }
  }

  return {
    current: () => stack[stack.length - 1] as number,
    enter(tag) {
      if (PAGE_PARTS.has(tag)) return BODY;
      endImplied(tag);
      const node = createNode(tree, tag);
      append(tree, node, stack[stack.length - 1] as number);
      if (!VOID.has(tag) && stack.length < MAX_DEPTH) {
        stack.push(node);
        if (tag === "p") openParagraphs += 1;
      }
      return node;
    },
    leave(tag) {
      if (PAGE_PARTS.has(tag)) return;
      const isBlock = BLOCK.has(tag);
      const isPart = TABLE_PART.has(tag) || tag === "table";
      for (let depth = stack.length - 1; depth > 0; depth -= 1) {
        const open = tagAt(depth);
        if (open === tag) {
          endFrom(depth);
          return;
        }
        if (isPart ? open === "table" : SCOPE.has(open)) return;
        if (!isBlock && !isPart && BLOCK.has(open)) return;
      }
    },
    drop(node) {
      if (stack[stack.length - 1] === node) stack.pop();
      detach(tree, node);
    },
  };
}
