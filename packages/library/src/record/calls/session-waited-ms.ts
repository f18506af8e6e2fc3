import type { EventRow, Store } from "@toolplane/contract/ports";
import { loadPayloads, readCalls } from "@toolplane/kernel/record";
import { waitedMs } from "./waited-ms.ts";

/** Asked calls that are looked at: the last ones. */
const MOST_ASKED = 200;

/** How long the calls of a session waited for people, all together. */
export async function sessionWaitedMs(
  store: Pick<Store, "payloads">,
  rows: readonly EventRow[],
): Promise<number> {
  const answers = rows.filter(({ type }) => type === "approval");
  const asked = new Set(answers.slice(-MOST_ASKED).map(({ callId }) => callId));
  const own = rows.filter(({ callId }) => asked.has(callId));
  const { calls } = readCalls({ rows: own, payloads: await loadPayloads(store, own) });
  return calls.reduce((sum, call) => sum + waitedMs(call), 0);
}
