/** Every row of a session, in pages: headers only, without payloads and without looking at the head. */
import type { EventRow, Store } from "@toolplane/contract/ports";

const PAGE = 1_000;

export async function readRows(
  store: Pick<Store, "events">,
  sessionId: string,
): Promise<readonly EventRow[]> {
  const rows: EventRow[] = [];
  for (let from = 0; ; ) {
    const page = await store.events.read(sessionId, { from, limit: PAGE });
    for (const row of page) rows.push(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return rows;
    from = last.sequence + 1;
  }
}
