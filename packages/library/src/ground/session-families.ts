/**
 * Finds sessions that belong together: a session, its subagents, theirs, and so on. A family shares its budget and what it has
 * seen.
 */
import type { Store } from "@toolplane/contract/ports";

/** Manifests of one page. */
const PAGE = 500;

export interface SessionFamilies {
  /** The subagents of a session, theirs, and so on. */
  below(sessionId: string): ReadonlySet<string>;
  /** The first of its ancestors that is still known; itself where it has none. */
  root(sessionId: string): string;
}

export async function readFamilies({
  sessions,
}: Pick<Store, "sessions">): Promise<SessionFamilies> {
  const children = new Map<string, string[]>();
  const parents = new Map<string, string>();
  let after: string | undefined;
  for (;;) {
    const page = await sessions.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const { sessionId, parentSessionId: parent } of page) {
      if (parent === undefined) continue;
      children.set(parent, [...(children.get(parent) ?? []), sessionId]);
      parents.set(sessionId, parent);
    }
    after = page.at(-1)?.sessionId;
    if (after === undefined || page.length < PAGE) break;
  }
  return {
    below: (sessionId) => belowOf(children, sessionId),
    root(sessionId) {
      const met = new Set<string>();
      let id = sessionId;
      for (let parent = parents.get(id); parent !== undefined; parent = parents.get(id)) {
        // Any writer of the store could write a ring.
        if (met.has(parent)) break;
        met.add(parent);
        id = parent;
      }
      return id;
    },
  };
}

function belowOf(
  children: ReadonlyMap<string, readonly string[]>,
  root: string,
): ReadonlySet<string> {
  const below = new Set<string>();
  const left = [root];
  for (let id = left.pop(); id !== undefined; id = left.pop())
    for (const child of children.get(id) ?? [])
      if (!below.has(child)) {
        below.add(child);
        left.push(child);
      }
  return below;
}
