/** Sessions with their subagents below them: who started whom, and in which order. */

export interface TreeNode {
  readonly sessionId: string;
  readonly parentSessionId?: string | null;
}

export interface TreeRow<T> {
  readonly node: T;
  /** Number of the given nodes above it. */
  readonly depth: number;
}

/** Orders nodes as given, each followed by those below it, the first started first. A node whose parent is not given is alone. */
export function sessionTree<T extends TreeNode>(nodes: readonly T[]): readonly TreeRow<T>[] {
  const known = new Set(nodes.map(({ sessionId }) => sessionId));
  const below = new Map<string, T[]>();
  const roots: T[] = [];
  for (const node of nodes) {
    const { parentSessionId: parent } = node;
    if (typeof parent !== "string" || !known.has(parent)) roots.push(node);
    else below.set(parent, [node, ...(below.get(parent) ?? [])]);
  }
  const rows: TreeRow<T>[] = [];
  const met = new Set<string>();
  const add = (node: T, depth: number): void => {
    // Any writer of the store could write a ring.
    if (met.has(node.sessionId)) return;
    met.add(node.sessionId);
    rows.push({ node, depth });
    for (const child of below.get(node.sessionId) ?? []) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  for (const node of nodes) add(node, 0);
  return rows;
}
