import type { RecordKey, Store } from "@toolplane/contract/ports";
import { readAnswerText } from "./answer-text.ts";
import { createSeals } from "./seals.ts";
import { readWaitingRow } from "./waiting-row.ts";

/** Older answers are not looked for. */
const MOST = 20;

/** Names who answered a question of a session last; null where nobody did by way of the store. */
export async function lastAnswerer(
  { store, key }: { readonly store: Pick<Store, "paused">; readonly key: RecordKey },
  sessionId: string,
): Promise<string | null> {
  const seals = createSeals(key);
  for (const row of await store.paused.list(sessionId, { limit: MOST })) {
    const read = row.answer === undefined ? null : readWaitingRow(row, seals);
    if (row.answer === undefined || !read?.isGenuine) continue;
    const said = readAnswerText(row.answer, read.question, seals);
    if (said.kind === "answer") return said.by;
  }
  return null;
}
