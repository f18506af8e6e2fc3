/** The call that a session settled last, so that a person knows the session again. */
import type { JsonObject } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { loadRecord, readCalls } from "@toolplane/kernel/record";

export interface LastCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** So many rows are looked through from the end: a call has two or three, and some follow the last one. */
const MOST_ROWS = 40;

/** Null where there is none among them, or where what it was is not kept any more. */
export async function readLastCall(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<LastCall | null> {
  const head = await store.events.head(sessionId);
  if (!head) return null;
  const from = Math.max(0, head.sequence - MOST_ROWS);
  const call = readCalls(await loadRecord(store, sessionId, { from })).calls.at(-1);
  return call ? { tool: call.tool, arguments: call.arguments ?? {} } : null;
}
