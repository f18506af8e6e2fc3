/**
 * Notices what other processes write: looks at the store once a second while a page listens, and when it says that a question was
 * answered. One look reads the ends of the records that moved lately, and the ids of the questions that wait.
 */
import { listWaiting } from "@toolplane/library/rooms/approvals";
import type { State } from "@toolplane/library/rooms/state";
import type { EventFeed } from "../feed/event-feed.ts";

export interface StoreWatch {
  /** Looks now, because something was just changed here. */
  look(): Promise<void>;
  close(): void;
}

const LOOK_MS = 1_000;
const BEAT_MS = 15_000;
const MOST = 200;
/** Newest runs, which are looked at for words that no call goes with. */
const MOST_RUNS = 20;
/** Clocks of other processes on this machine, and transactions that commit late. */
const OVERLAP_MS = 10_000;

export function watchStore({
  state,
  feed,
  wallMs,
}: {
  readonly state: Pick<State, "store" | "key">;
  readonly feed: EventFeed;
  readonly wallMs: () => number;
}): StoreWatch {
  let known = new Map<string, number>();
  let waiting = "";
  /** Entries of the newest runs; null before the first look. */
  let said: ReadonlyMap<string, number> | null = null;
  let sinceMs = wallMs();
  let looking: Promise<void> | null = null;
  const lookOnce = async (): Promise<void> => {
    const { store } = state;
    const startedMs = wallMs();
    const active = await store.activity({ sinceMs: sinceMs - OVERLAP_MS, limit: MOST });
    const moved = active.filter(({ sessionId, rows }) => known.get(sessionId) !== rows);
    known = new Map(active.map(({ sessionId, rows }) => [sessionId, rows]));
    sinceMs = startedMs;
    const runs = await store.runs.list({ limit: MOST_RUNS });
    const spoken = runs.some(({ id, length }) => said !== null && said.get(id) !== length);
    said = new Map(runs.map(({ id, length }) => [id, length]));
    if (moved.length > 0 || spoken) feed.tell({ type: "sessions", data: { moved } });
    const open = await listWaiting({ ...state, limit: MOST });
    const ids = open.map(({ question, state: at }) => ({ id: question.id, state: at }));
    const text = JSON.stringify(ids);
    if (text !== waiting) feed.tell({ type: "approvals", data: { waiting: ids } });
    waiting = text;
  };
  const look = (): Promise<void> => {
    // A store that is busy is asked again a second later.
    looking ??= lookOnce()
      .catch(() => {})
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const looks = setInterval(() => {
    if (feed.clients() > 0) void look();
  }, LOOK_MS);
  const stop = state.store.hearing?.listen(() => {
    if (feed.clients() > 0) void look();
  });
  const beats = setInterval(() => feed.beat(), BEAT_MS);
  return {
    look,
    close() {
      stop?.();
      clearInterval(looks);
      clearInterval(beats);
    },
  };
}
