/**
 * What a session did before this process, from its record: how many calls of each tool it ran, so that a limit per session holds,
 * and the ids of its calls, so that none runs a second time.
 */
import type { Store } from "@toolplane/contract";
import type { SessionOptions } from "@toolplane/kernel";
import { classifyCalls, loadRecord, readCalls } from "@toolplane/kernel/record";

/** Counts what reached its tool. Calls whose facts were dropped from the record are not counted any more; their ids stand in its rows. */
export async function readEarlier(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<Required<Pick<SessionOptions, "usedCalls" | "earlierCalls">>> {
  const record = await loadRecord(store, sessionId);
  const ran = Map.groupBy(
    readCalls(record).calls.filter(({ stage }) => stage === "execute"),
    ({ tool }) => tool,
  );
  return {
    usedCalls: Object.fromEntries([...ran].map(([tool, { length }]) => [tool, length])),
    earlierCalls: classifyCalls(record.rows).flatMap(({ callId, state }) =>
      state === "not started" ? [] : [{ callId, state }],
    ),
  };
}
