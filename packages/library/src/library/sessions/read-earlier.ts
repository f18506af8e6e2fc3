/**
 * Reads from the record what a session did before this process. It counts the calls of each tool that it and its subagents ran,
 * so that a limit per session holds. It collects the ids of its calls, so that none runs a second time, and what they have seen.
 * Calls whose facts were dropped from the record are not counted any more; their ids are in its rows.
 */
import type { Store } from "@toolplane/contract/ports";
import type { EarlierWork } from "@toolplane/kernel";
import {
  classifyCalls,
  type LoadedRecord,
  loadRecord,
  readCalls,
  readFlow,
} from "@toolplane/kernel/record";
import { readFamilies } from "../../ground/session-families.ts";

export async function readEarlier(
  store: Pick<Store, "events" | "payloads" | "sessions">,
  sessionId: string,
): Promise<EarlierWork> {
  const record = await loadRecord(store, sessionId);
  if (record.rows.length === 0) return {};
  const below = new Map<string, LoadedRecord>();
  for (const id of (await readFamilies(store)).below(sessionId))
    below.set(id, await loadRecord(store, id));
  return {
    usedCalls: countCalls(record),
    usedBelow: Object.fromEntries([...below].map(([id, rows]) => [id, countCalls(rows)])),
    flow: readFlow(record, [...below.values()]),
    earlierCalls: classifyCalls(record.rows).flatMap(({ callId, state }) =>
      state === "not started" ? [] : [{ callId, state }],
    ),
  };
}

function countCalls(record: LoadedRecord): Readonly<Record<string, number>> {
  const ran = Map.groupBy(
    readCalls(record).calls.filter(({ stage }) => stage === "execute"),
    ({ tool }) => tool,
  );
  return Object.fromEntries([...ran].map(([tool, { length }]) => [tool, length]));
}
