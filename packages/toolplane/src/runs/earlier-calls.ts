/**
 * What became of the calls that a run has open, from the record of its session: those that came to their end are not made again, and
 * a program that had begun goes on. What began and never settled goes the road again, where the session refuses it in words: nobody
 * knows what it did.
 */
import type { EarlierCalls } from "@toolplane/agent";
import type { EarlierRun, Store, ToolCallText, ToolResult } from "@toolplane/contract";
import { classifyCalls, loadRecord, readCalls, readEarlierRun } from "@toolplane/kernel/record";

export async function readEarlierCalls(
  store: Pick<Store, "events" | "payloads">,
  sessionId: string,
  calls: readonly ToolCallText[],
): Promise<EarlierCalls> {
  const record = await loadRecord(store, sessionId);
  const ids = new Set(calls.map(({ id }) => id));
  const done = new Set(
    classifyCalls(record.rows).flatMap(({ callId, state }) => (state === "done" ? [callId] : [])),
  );
  const results = new Map<string, ToolResult>();
  for (const { callId, result } of readCalls(record).calls)
    if (ids.has(callId) && done.has(callId)) results.set(callId, result ?? NOT_KEPT);
  const resumes = new Map<string, EarlierRun>();
  for (const id of ids) {
    const begun = results.has(id) ? null : readEarlierRun(record, [id]);
    if (begun) resumes.set(id, begun);
  }
  return { results, resumes };
}

const NOT_KEPT: ToolResult = {
  type: "error",
  code: "unavailable",
  error_text: "The call ran and came to its end. What it gave is no longer kept.",
  metadata: { duration_ms: 0 },
};
