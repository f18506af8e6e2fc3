/**
 * The rows of sessions that are looked at: a page of a session asks for them several times in a moment, and again with every step
 * through its calls. Records only grow, so what is known is kept and only what came since is read.
 */
import type { EventRow, Store } from "@toolplane/contract/ports";

export interface SessionRows {
  /** The headers of all rows of a session, in order. */
  readonly all: readonly EventRow[];
  /** Those of each call, in the order of each call's first row; grouped once, when first asked for. */
  byCall(): ReadonlyMap<string, readonly EventRow[]>;
}

export type ReadSessionRows = (sessionId: string) => Promise<SessionRows>;

/** In all sessions together; the one that was looked at longest ago goes first. */
const MAX_KEPT = 50_000;
const PAGE = 1_000;

export function createRowCache(
  store: Pick<Store, "events">,
  mostKept: number = MAX_KEPT,
): ReadSessionRows {
  const kept = new Map<string, SessionRows>();
  const keep = (sessionId: string, rows: SessionRows): void => {
    kept.delete(sessionId);
    kept.set(sessionId, rows);
    let count = [...kept.values()].reduce((sum, { all }) => sum + all.length, 0);
    for (const [oldest, { all }] of kept) {
      if (count <= mostKept) return;
      kept.delete(oldest);
      count -= all.length;
    }
  };
  return async (sessionId) => {
    const head = await store.events.head(sessionId);
    const known = kept.get(sessionId) ?? NONE;
    const last = known.all.at(-1)?.sequence ?? -1;
    if (head !== null && head.sequence === last) return known;
    // One that was made again, or cut, is read from its beginning.
    const isLonger = head !== null && head.sequence > last;
    const rows = sessionRows(await readFrom(store, sessionId, isLonger ? known.all : []));
    keep(sessionId, rows);
    return rows;
  };
}

const NONE = sessionRows([]);

function sessionRows(all: readonly EventRow[]): SessionRows {
  let grouped: ReadonlyMap<string, readonly EventRow[]> | null = null;
  return {
    all,
    byCall() {
      grouped ??= Map.groupBy(
        all.filter(({ callId }) => callId !== null),
        ({ callId }) => callId as string,
      );
      return grouped;
    },
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
