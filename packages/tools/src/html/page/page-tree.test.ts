import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  append,
  BODY,
  createNode,
  createPageTree,
  detach,
  insertBefore,
  lastBelow,
  NONE,
  nodeAfter,
  nodeBefore,
  type PageTree,
} from "./page-tree.ts";

/** Each number puts a node somewhere, or takes one out. */
function grow(steps: readonly number[]): PageTree {
  const tree = createPageTree(0);
  for (const step of steps) {
    const other = BODY + (step % (tree.size - BODY));
    if (step % 7 === 0 && other !== BODY) detach(tree, other);
    else if (step % 3 === 0 && tree.parent[other] !== NONE && other !== BODY)
      insertBefore(tree, createNode(tree, "p"), other);
    else append(tree, createNode(tree, "div"), other);
  }
  return tree;
}

describe("the way back over a page", () => {
  it("meets what the way forward meets, from the last to the first", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { maxLength: 60 }), fc.nat(), (steps, pick) => {
        const tree = grow(steps);
        const root = BODY + (pick % (tree.size - BODY));
        const forward: number[] = [];
        for (let at = root; at !== NONE; at = nodeAfter(tree, at, { within: root }))
          forward.push(at);
        const back: number[] = [];
        for (let at = lastBelow(tree, root); at !== root; at = nodeBefore(tree, at)) back.push(at);
        expect([...back, root]).toEqual(forward.toReversed());
      }),
    );
  });
});
