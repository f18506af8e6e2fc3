/**
 * Recorded calls with what was judged of them, and what their session had seen by then. Of a result only its labels are kept:
 * judging a call again needs nothing else of it.
 */
import type { SessionManifest } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import {
  type PastFlow,
  type RecordedCall,
  readCalls,
  readPastFlow,
} from "@toolplane/kernel/record";
import { readFamilies, type SessionFamilies } from "../ground/session-families.ts";

const PAGE = 1_000;

export interface CallQuery {
  /** Only those that worked in this folder. */
  readonly workspace?: string;
  /** Only those that began at this moment or later. */
  readonly sinceMs?: number;
  /** Goes through the newest first, for where not all may be gone through. */
  readonly isNewestFirst?: boolean;
  /** Asked between pages: true ends the session that is read, with the calls that were read of it. */
  readonly isOver?: () => boolean;
}

export interface SessionCalls {
  readonly manifest: SessionManifest;
  readonly calls: readonly RecordedCall[];
}

type CallStore = Pick<Store, "sessions" | "events" | "payloads">;

/** Goes through the sessions of a store, one at a time. */
export async function* loadCalls(
  store: CallStore,
  { workspace, sinceMs = 0, isNewestFirst = false, isOver }: CallQuery = {},
): AsyncGenerator<SessionCalls> {
  const pastOf = createPasts(store, await readFamilies(store));
  const manifests = isNewestFirst ? newestFirst(store) : byPages(store);
  for await (const manifest of manifests) {
    const isThere =
      workspace === undefined || manifest.variables?.workspace?.includes(workspace) === true;
    if (!isThere || manifest.createdAtMs < sinceMs) continue;
    const rows = await loadRows(store, manifest.sessionId, isOver);
    const past = await pastOf(manifest.sessionId, rows);
    yield {
      manifest,
      calls: readCalls(rows).calls.map((call) => ({ ...call, past: past(call) })),
    };
  }
}

/** Manifests are small, so all of them are put in order. */
async function* newestFirst(store: CallStore): AsyncGenerator<SessionManifest> {
  const all: SessionManifest[] = [];
  for await (const manifest of byPages(store)) all.push(manifest);
  yield* all.sort((left, right) => right.createdAtMs - left.createdAtMs);
}

async function* byPages(store: CallStore): AsyncGenerator<SessionManifest> {
  for (let after: string | undefined; ; ) {
    const page = await store.sessions.list({
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.sessionId;
  }
}

/** A family is read once; most sessions are one of their own. */
function createPasts(
  store: CallStore,
  families: SessionFamilies,
): (sessionId: string, own: Rows) => Promise<PastFlow> {
  const known = new Map<string, PastFlow>();
  return async (sessionId, own) => {
    const root = families.root(sessionId);
    const below = families.below(root);
    if (below.size === 0) return readPastFlow([own]);
    const earlier = known.get(root);
    if (earlier) return earlier;
    const members: Rows[] = [];
    for (const id of [root, ...below])
      members.push(id === sessionId ? own : await loadRows(store, id));
    const past = readPastFlow(members);
    known.set(root, past);
    return past;
  };
}

interface Rows {
  readonly rows: readonly EventRow[];
  readonly payloads: ReadonlyMap<string, Uint8Array>;
}

async function loadRows(
  store: CallStore,
  sessionId: string,
  isOver = (): boolean => false,
): Promise<Rows> {
  const rows: EventRow[] = [];
  for (let from = 0; ; ) {
    const page = await store.events.read(sessionId, { from, limit: PAGE });
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE || isOver()) break;
    from = last.sequence + 1;
  }
  const payloads = new Map<string, Uint8Array>();
  const isRead = ({ type }: EventRow): boolean => type.startsWith("call-") || type === "flow-note";
  for (const { payloadDigest } of rows.filter(isRead)) {
    if (isOver()) break;
    if (payloads.has(payloadDigest)) continue;
    const bytes = await store.payloads.get(payloadDigest);
    if (bytes === null) continue;
    payloads.set(payloadDigest, bytes);
    for (const { digest, isResult } of innerDigests(bytes)) {
      const inner = payloads.has(digest) ? null : await store.payloads.get(digest);
      if (inner !== null) payloads.set(digest, isResult ? labelsOnly(inner) : inner);
    }
  }
  return { rows, payloads };
}

/** Digests of the payloads that are needed too: arguments, results, and a person's words. */
function innerDigests(
  bytes: Uint8Array,
): readonly { readonly digest: string; readonly isResult: boolean }[] {
  const text = new TextDecoder().decode(bytes);
  return [
    ...text.matchAll(/"(arguments|result|note)":\{"bytes":\d+,"digest":"([0-9a-f]{64})"\}/g),
  ].map(([, name, digest]) => ({ digest: digest as string, isResult: name === "result" }));
}

/** A result without what it said, which may be megabytes. */
function labelsOnly(bytes: Uint8Array): Uint8Array {
  try {
    const { type, code, metadata } = JSON.parse(new TextDecoder().decode(bytes)) as ResultFacts;
    return new TextEncoder().encode(JSON.stringify({ type, code, metadata }));
  } catch {
    return bytes;
  }
}

interface ResultFacts {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly metadata?: unknown;
}
