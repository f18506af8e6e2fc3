/** Sessions with those that they started below them. One whose parent is not among them stays where it was. */
import type { ListedSession } from "@toolplane/contract/console";

export interface SessionTreeRow {
  readonly session: ListedSession;
  readonly depth: number;
}

export function sessionTreeRows(sessions: readonly ListedSession[]): readonly SessionTreeRow[] {
  const known = new Set(sessions.map(({ sessionId }) => sessionId));
  const isChild = ({ parentSessionId: parent }: ListedSession): boolean =>
    parent !== null && known.has(parent);
  const below = Map.groupBy(sessions.filter(isChild), ({ parentSessionId }) => parentSessionId);
  const rows: SessionTreeRow[] = [];
  const met = new Set<string>();
  const add = (session: ListedSession, depth: number): void => {
    // Whoever can write to a store could write a ring.
    if (met.has(session.sessionId)) return;
    met.add(session.sessionId);
    rows.push({ session, depth });
    for (const child of (below.get(session.sessionId) ?? []).toReversed()) add(child, depth + 1);
  };
  for (const session of sessions) if (!isChild(session)) add(session, 0);
  for (const session of sessions) add(session, 0);
  return rows;
}
