/** A unified diff without a diff algorithm: everything that was goes, everything that is comes. Enough for tests. */
import type { TreeNode } from "./memory-tree.ts";

const MISSING = "/dev/null";

/** The change of one path as a diff. */
export function showMemoryDiff(change: {
  readonly path: string;
  readonly before: TreeNode | null;
  readonly after: TreeNode | null;
}): string {
  const { path, before, after } = change;
  const header = `--- ${before ? path : MISSING}\n+++ ${after ? path : MISSING}\n`;
  const old = nodeText(before);
  const now = nodeText(after);
  if (old === null || now === null) return `${header}(binary content differs)\n`;
  if (old === now) return header;
  const gone = linesOf(old);
  const come = linesOf(now);
  const hunk = `@@ -${range(gone)} +${range(come)} @@`;
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  return `${header}${[hunk, ...lines].join("\n")}\n`;
}

function nodeText(node: TreeNode | null): string | null {
  if (node === null) return "";
  if (node.kind === "link") return `link to ${node.target}`;
  if (node.kind !== "file" || node.bytes.includes(0)) return null;
  return new TextDecoder().decode(node.bytes);
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function range(lines: readonly string[]): string {
  return `${lines.length === 0 ? 0 : 1},${lines.length}`;
}
