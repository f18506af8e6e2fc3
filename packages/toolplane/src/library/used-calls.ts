/** How many calls of each tool a session has run so far, from its record: a limit per session holds although the process is new. */
import type { Store } from "@toolplane/contract";
import { loadRecord, readCalls } from "@toolplane/kernel/record";

/** Counts what reached its tool. Calls whose facts were dropped from the record are not known any more. */
export async function usedCalls(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
): Promise<Readonly<Record<string, number>>> {
  const { calls } = readCalls(await loadRecord(store, sessionId));
  const ran = Map.groupBy(
    calls.filter(({ stage }) => stage === "execute"),
    ({ tool }) => tool,
  );
  return Object.fromEntries([...ran].map(([tool, { length }]) => [tool, length]));
}
