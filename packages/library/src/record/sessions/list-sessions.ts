/** The sessions of a store, newest first. Manifests are small, so all are read and put in order; rows only of those that are shown. */
import type { SessionManifest } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { type SessionSummary, summarizeSession } from "./session-summary.ts";
import { workspaceOf } from "./workspace-of.ts";

const PAGE = 500;
const SHOWN = 20;

export interface SessionQuery {
  /** Only sessions that worked in this folder. */
  readonly workspace?: string;
  /** Most entries; 20 unless given. */
  readonly limit?: number;
  /** Only those that began before this one: the next page. */
  readonly before?: string;
}

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** Number of sessions that fit the query on all pages together. */
  readonly total: number;
  /** The value of `before` for the next page; null on the last one. */
  readonly next: string | null;
}

export async function listSessions(
  store: Pick<Store, "sessions" | "events" | "payloads">,
  { workspace, limit = SHOWN, before }: SessionQuery = {},
): Promise<SessionPage> {
  const fitting = (await newestFirst(store)).filter(
    (manifest) => workspace === undefined || workspaceOf(manifest) === workspace,
  );
  const from = before === undefined ? 0 : indexOf(fitting, before) + 1;
  const page = fitting.slice(from, from + limit);
  const sessions: SessionSummary[] = [];
  for (const manifest of page) sessions.push(await summarizeSession(store, manifest));
  const hasMore = from + page.length < fitting.length;
  return {
    sessions,
    total: fitting.length,
    next: hasMore ? (page.at(-1)?.sessionId ?? null) : null,
  };
}

/** Every manifest, newest first. */
export async function newestFirst(
  store: Pick<Store, "sessions">,
): Promise<readonly SessionManifest[]> {
  const all: SessionManifest[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.sessions.list({
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    all.push(...page);
    if (page.length < PAGE) break;
    after = page.at(-1)?.sessionId;
  }
  return all.sort(
    (left, right) =>
      right.createdAtMs - left.createdAtMs || (right.sessionId > left.sessionId ? 1 : -1),
  );
}

/** Past the end for one that is not there: a page after nothing is empty. */
function indexOf(manifests: readonly SessionManifest[], sessionId: string): number {
  const at = manifests.findIndex((manifest) => manifest.sessionId === sessionId);
  return at < 0 ? manifests.length : at;
}
