import type { Store } from "@toolplane/contract/ports";

const PAGE = 500;

/** Every session that a store has something of: a manifest, or rows. */
export async function listSessionIds(
  store: Pick<Store, "sessions" | "activity">,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { after };
    const page = await store.sessions.list({ ...from, limit: PAGE });
    for (const { sessionId } of page) ids.add(sessionId);
    if (page.length < PAGE) break;
    after = page.at(-1)?.sessionId;
  }
  const everything = { sinceMs: Number.MIN_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };
  for (const { sessionId } of await store.activity(everything)) ids.add(sessionId);
  return [...ids];
}
