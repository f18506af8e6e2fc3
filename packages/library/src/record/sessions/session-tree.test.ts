import { expect, it } from "vitest";
import { sessionTree } from "./session-tree.ts";

const node = (sessionId: string, parentSessionId: string | null = null) => ({
  sessionId,
  parentSessionId,
});
const drawn = (nodes: ReturnType<typeof node>[]) =>
  sessionTree(nodes).map((row) => `${"  ".repeat(row.depth)}${row.node.sessionId}`);

it("puts subagents below whoever started them, the first started first", () => {
  // Newest first, as a list gives them.
  const nodes = [node("z"), node("c2", "a"), node("d", "c1"), node("c1", "a"), node("a")];
  expect(drawn(nodes)).toEqual(["z", "a", "  c1", "    d", "  c2"]);
});

it("shows one whose parent is on another page by itself, and gets out of a ring", () => {
  expect(drawn([node("b", "gone")])).toEqual(["b"]);
  expect(drawn([node("a", "b"), node("b", "a")])).toEqual(["a", "  b"]);
});
