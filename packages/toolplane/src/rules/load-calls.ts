/** Recorded calls with what was judged of them. Arguments and results are not read: judging a footprint again needs neither. */
import type { EventRow, SessionManifest, Store } from "@toolplane/contract";
import { type RecordedCall, readCalls } from "@toolplane/kernel/record";

const PAGE = 1_000;

export interface CallQuery {
  /** Only those that worked in this folder. */
  readonly workspace?: string;
  /** Only those that began at this moment or later. */
  readonly sinceMs?: number;
}

export interface SessionCalls {
  readonly manifest: SessionManifest;
  readonly calls: readonly RecordedCall[];
}

/** Goes through the sessions of a store, one at a time. */
export async function* loadCalls(
  store: Pick<Store, "sessions" | "events" | "payloads">,
  { workspace, sinceMs = 0 }: CallQuery = {},
): AsyncGenerator<SessionCalls> {
  for (let after: string | undefined; ; ) {
    const page = await store.sessions.list({
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    for (const manifest of page) {
      const isThere =
        workspace === undefined || manifest.variables?.workspace?.includes(workspace) === true;
      if (!isThere || manifest.createdAtMs < sinceMs) continue;
      yield { manifest, calls: await loadSession(store, manifest.sessionId) };
    }
    if (page.length < PAGE) return;
    after = page.at(-1)?.sessionId;
  }
}

async function loadSession(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<readonly RecordedCall[]> {
  const rows: EventRow[] = [];
  for (let from = 0; ; ) {
    const page = await store.events.read(sessionId, { from, limit: PAGE });
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    from = last.sequence + 1;
  }
  const digests = new Set(
    rows.filter(({ type }) => type.startsWith("call-")).map(({ payloadDigest }) => payloadDigest),
  );
  const payloads = new Map<string, Uint8Array>();
  for (const digest of digests) {
    const bytes = await store.payloads.get(digest);
    if (bytes !== null) payloads.set(digest, bytes);
  }
  return readCalls({ rows, payloads }).calls;
}
