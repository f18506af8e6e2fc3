/** Calls that a session settled first and last, so that a person knows the session again. */
import type { JsonObject } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { loadPayloads, loadRecord, readCalls } from "@toolplane/kernel/record";

export interface EndCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** So many rows are looked through from the end: a call has two or three, and some follow the last one. */
const MOST_ROWS = 40;

/** Null where there is none among them, or where what it was is not kept any more. */
export async function readLastCall(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<EndCall | null> {
  const head = await store.events.head(sessionId);
  if (!head) return null;
  const from = Math.max(0, head.sequence - MOST_ROWS);
  const call = readCalls(await loadRecord(store, sessionId, { from })).calls.at(-1);
  return call ? { tool: call.tool, arguments: call.arguments ?? {} } : null;
}

/** The call that it settled first; null where there is none among its first rows. */
export async function readFirstCall(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<EndCall | null> {
  const rows = await store.events.read(sessionId, { from: 0, limit: MOST_ROWS });
  const payloads = await loadPayloads(store, rows);
  const call = readCalls({ rows, payloads }).calls[0];
  return call ? { tool: call.tool, arguments: call.arguments ?? {} } : null;
}
