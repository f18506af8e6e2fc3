/**
 * The rows of sessions that are looked at: a page of a session asks for them several times in a moment, and again with every step
 * through its calls. Records only grow, so what is known is kept and only what came since is read.
 */
import type { EventRow, Store } from "@toolplane/contract";

/** The headers of all rows of a session, in order. */
export type ReadSessionRows = (sessionId: string) => Promise<readonly EventRow[]>;

/** In all sessions together; the one that was looked at longest ago goes first. */
const MAX_KEPT = 50_000;
const PAGE = 1_000;

export function createRowCache(
  store: Pick<Store, "events">,
  mostKept: number = MAX_KEPT,
): ReadSessionRows {
  const kept = new Map<string, readonly EventRow[]>();
  const keep = (sessionId: string, rows: readonly EventRow[]): void => {
    kept.delete(sessionId);
    kept.set(sessionId, rows);
    let count = [...kept.values()].reduce((sum, own) => sum + own.length, 0);
    for (const [oldest, own] of kept) {
      if (count <= mostKept) return;
      kept.delete(oldest);
      count -= own.length;
    }
  };
  return async (sessionId) => {
    const head = await store.events.head(sessionId);
    const known = kept.get(sessionId) ?? [];
    const last = known.at(-1)?.sequence ?? -1;
    if (head !== null && head.sequence === last) return known;
    // One that was made anew, or cut, is read from its beginning.
    const isLonger = head !== null && head.sequence > last;
    const rows = await readFrom(store, sessionId, isLonger ? known : []);
    keep(sessionId, rows);
    return rows;
  };
}

async function readFrom(
  store: Pick<Store, "events">,
  sessionId: string,
  known: readonly EventRow[],
): Promise<readonly EventRow[]> {
  const rows = [...known];
  for (;;) {
    const from = (rows.at(-1)?.sequence ?? -1) + 1;
    const page = await store.events.read(sessionId, { from, limit: PAGE });
    for (const row of page) rows.push(row);
    if (page.length < PAGE) return rows;
  }
}
