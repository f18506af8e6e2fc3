/**
 * Sessions for a list that is looked at again and again: what a session came to is read once and kept until its record moves on.
 * Manifests are small, so all of them are put in order; rows are read only of the sessions that are shown, or that a filter has
 * to know about, and then in small portions between which others get their turn.
 */
import type { SessionManifest } from "@toolplane/contract";
import type {
  ListedSession,
  SessionBelow,
  SessionCounts,
  SessionList,
} from "@toolplane/contract/console";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { isProcessRunning } from "@toolplane/host";
import type { ShownRedactor } from "@toolplane/library/rooms/product";
import {
  newestFirst,
  readLastCall,
  sessionTree,
  sessionWaitedMs,
  summarize,
  workspaceOf,
} from "@toolplane/library/rooms/record";
import { callWords, describeSession, type SessionGround } from "@toolplane/library/rooms/runs";
import type { ReadSessionRows } from "./row-cache.ts";

export type SessionFilter = "all" | "live" | "waiting" | "denied" | "unknown";

interface IndexQuery {
  readonly workspace: string | null;
  readonly filter: SessionFilter;
  /** Words that must all occur in its id, folder, title or last call, or in who was there. */
  readonly words: readonly string[];
  /** Sessions that wait for a person. */
  readonly waiting: ReadonlySet<string>;
  readonly limit: number;
  /** Only those after this one. */
  readonly after: string | null;
}

export interface SessionIndex {
  page(query: IndexQuery): Promise<SessionList>;
  /** How many fit each filter, as far as there is time to look; the next look goes on from what was read. */
  counts(query: Pick<IndexQuery, "workspace" | "waiting">): Promise<SessionCounts>;
  one(manifest: SessionManifest): Promise<ListedSession>;
  /** Those whose process runs. */
  live(workspace: string | null): Promise<readonly ListedSession[]>;
  /** Those below a session, each after the one that started it: how deep, and the first few in full. */
  below(sessionId: string): Promise<readonly SessionBelow[]>;
}

type IndexStore = SessionGround["store"] & Pick<Store, "sessions">;

export interface IndexGround {
  readonly store: IndexStore;
  readonly key: RecordKey;
  readonly rowsOf: ReadSessionRows;
  readonly redactorOf: RedactorOf;
}

type RedactorOf = (manifest: SessionManifest) => Promise<ShownRedactor>;

interface KeptSession {
  /** The sources that it was read from: the end of its record, its newest run, and the secrets that are masked. */
  readonly from: string;
  readonly session: ListedSession;
}

const MAX_KEPT = 5_000;
/** Sessions that one request looks through at most; the next page goes on from there. */
const MAX_LOOKED = 2_000;
const PORTION = 20;
const LATELY_MS = 10 * 60_000;
const MAX_BELOW = 100;
const COUNT_MS = 300;

export function createSessionIndex(ground: IndexGround): SessionIndex {
  const { store, key, rowsOf } = ground;
  const kept = new Map<string, KeptSession>();
  const read = async (
    manifest: SessionManifest,
    redactorOf: RedactorOf,
  ): Promise<ListedSession> => {
    const { sessionId } = manifest;
    const head = await store.events.head(sessionId);
    const [run] = await store.runs.list({ sessionId, limit: 1 });
    const redactor = await redactorOf(manifest);
    const from = JSON.stringify([head?.sequence, run?.id, run?.updatedAtMs, redactor.key]);
    const known = kept.get(sessionId);
    if (known?.from === from && known.session.state !== "open") return known.session;
    const rows = (await rowsOf(sessionId)).all;
    const summary = await summarize(store, manifest, rows);
    const last = await readLastCall(store, sessionId);
    const session = {
      ...summary,
      ...(await describeSession({ store, key, redactor }, summary)),
      last: last === null ? "" : callWords(last),
      waitedMs: summary.asked === 0 ? 0 : await sessionWaitedMs(store, rows),
    };
    kept.delete(sessionId);
    kept.set(sessionId, { from, session });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return session;
  };
  const one = (manifest: SessionManifest): Promise<ListedSession> =>
    read(manifest, ground.redactorOf);
  /** Looks at the settings of each folder once. */
  const reader = (): typeof one => {
    const known = new Map<string | null, Promise<ShownRedactor>>();
    return (manifest) =>
      read(manifest, (own) => {
        const workspace = workspaceOf(own);
        const found = known.get(workspace) ?? ground.redactorOf(own);
        known.set(workspace, found);
        return found;
      });
  };
  return {
    one,
    async page(query) {
      const one = reader();
      const all = (await newestFirst(store)).filter(isIn(query.workspace));
      const from = query.after === null ? 0 : indexAfter(all, query.after);
      const found: ListedSession[] = [];
      let next: string | null = null;
      for (const [at, manifest] of all.slice(from, from + MAX_LOOKED + 1).entries()) {
        if (found.length >= query.limit || at >= MAX_LOOKED) {
          next = all[from + at - 1]?.sessionId ?? null;
          break;
        }
        if (at % PORTION === PORTION - 1) await turn();
        if (!mayFit(manifest, query)) continue;
        const session = await one(manifest);
        if (fits(session, query)) found.push(session);
      }
      return { sessions: found, total: all.length, next };
    },
    async counts({ workspace, waiting }) {
      const one = reader();
      const untilMs = Date.now() + COUNT_MS;
      const all = (await newestFirst(store)).filter(isIn(workspace)).slice(0, MAX_LOOKED);
      const looked: ListedSession[] = [];
      for (const manifest of all) {
        if (Date.now() > untilMs) break;
        if (looked.length % PORTION === PORTION - 1) await turn();
        looked.push(await one(manifest));
      }
      const count = (filter: SessionFilter): number =>
        looked.filter((session) => isOf(session, filter)).length;
      return {
        live: count("live"),
        waiting: all.filter(({ sessionId }) => waiting.has(sessionId)).length,
        denied: count("denied"),
        unknown: count("unknown"),
        looked: looked.length,
        isWhole: looked.length === all.length,
      };
    },
    async live(workspace) {
      const one = reader();
      const running = runningNow();
      const held = (await newestFirst(store)).filter(
        (manifest) => isIn(workspace)(manifest) && running(manifest),
      );
      const sessions: ListedSession[] = [];
      for (const [at, manifest] of held.entries()) {
        if (at % PORTION === PORTION - 1) await turn();
        if (!(await isLongClosed(store, manifest.sessionId))) sessions.push(await one(manifest));
      }
      return sessions.filter(({ state }) => state === "open");
    },
    async below(sessionId) {
      const one = reader();
      const all = await newestFirst(store);
      // Most sessions have no parent, and most have no children.
      const started = all.filter((one) => one.parentSessionId !== undefined);
      const own = all.filter((one) => one.sessionId === sessionId);
      if (started.length === 0) return [];
      const rows = sessionTree([...own, ...started.filter((one) => one.sessionId !== sessionId)]);
      const from = rows.findIndex(({ node }) => node.sessionId === sessionId) + 1;
      const end = rows.findIndex(({ depth }, at) => at >= from && depth === 0);
      const found: SessionBelow[] = [];
      for (const { node, depth } of rows
        .slice(from, end < 0 ? rows.length : end)
        .slice(0, MAX_BELOW))
        found.push({ depth, session: await one(node) });
      return found;
    },
  };
}

function isIn(workspace: string | null): (manifest: SessionManifest) => boolean {
  return (manifest) => workspace === null || workspaceOf(manifest) === workspace;
}

/** Past the end for one that is not there: a page after nothing is empty. */
function indexAfter(all: readonly SessionManifest[], sessionId: string): number {
  const at = all.findIndex((manifest) => manifest.sessionId === sessionId);
  return at < 0 ? all.length : at + 1;
}

/** One look at a process for all its sessions. */
function runningNow(): (manifest: SessionManifest) => boolean {
  const known = new Map<string, boolean>();
  return ({ heldBy }) => {
    if (heldBy === undefined) return false;
    const found = known.get(heldBy) ?? isProcessRunning(heldBy);
    known.set(heldBy, found);
    return found;
  };
}

/**
 * A server that runs for days has held thousands of sessions that are over. One that ended lately is looked at whole: it may be
 * held by two, of whom one has left.
 */
async function isLongClosed(store: IndexStore, sessionId: string): Promise<boolean> {
  const head = await store.events.head(sessionId);
  if (!head) return false;
  const [last] = await store.events.read(sessionId, { from: head.sequence, limit: 1 });
  return last?.type === "session-close" && Date.now() - last.atMs > LATELY_MS;
}

/** False for what the manifest alone rules out. */
function mayFit({ sessionId, heldBy }: SessionManifest, { filter, waiting }: IndexQuery): boolean {
  if (filter === "waiting") return waiting.has(sessionId);
  return filter !== "live" || (heldBy !== undefined && isProcessRunning(heldBy));
}

/** The manifest says whether one waits. */
function isOf({ state, refused, unsettled }: ListedSession, filter: SessionFilter): boolean {
  if (filter === "live") return state === "open";
  if (filter === "denied") return refused > 0;
  return filter !== "unknown" || (unsettled > 0 && state !== "open");
}

function fits(session: ListedSession, { filter, words }: IndexQuery): boolean {
  const { sessionId, client, workspace, last, title } = session;
  if (!isOf(session, filter)) return false;
  const who = [client, session.agent, session.model, session.person];
  const text = [sessionId, ...who, workspace, title, last].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The store answers at once, so no other request would have a turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
