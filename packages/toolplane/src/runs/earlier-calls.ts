/**
 * What became of the calls that a run has open, from the record of its session: those that came to their end are not made again, and
 * a program that had begun goes on, and a command whose changes a person was being asked about waits for the answer. What else began
 * and never settled goes the road again, where the session refuses it in words: nobody knows what it did.
 */
import type { EarlierCalls } from "@toolplane/agent";
import type {
  EarlierInnerCall,
  EarlierRun,
  Store,
  ToolCallText,
  ToolResult,
} from "@toolplane/contract";
import {
  classifyCalls,
  loadRecord,
  type RecordedCall,
  type RecordedRows,
  readCalls,
  readEarlierRun,
} from "@toolplane/kernel/record";
import { heldCall } from "./held-call.ts";
import { type LandingGround, settleLanding } from "./settle-landing.ts";

export interface EarlierGround extends LandingGround {
  readonly store: LandingGround["store"] & Pick<Store, "events" | "payloads">;
}

export async function readEarlierCalls(
  ground: EarlierGround,
  sessionId: string,
  calls: readonly ToolCallText[],
): Promise<EarlierCalls> {
  const record = await loadRecord(ground.store, sessionId);
  const ids = new Set(calls.map(({ id }) => id));
  const states = new Map(classifyCalls(record.rows).map(({ callId, state }) => [callId, state]));
  const recorded = readCalls(record).calls;
  const settled = settling(recorded, { record, sessionId, ground });
  const results = new Map<string, ToolResult>();
  for (const call of recorded)
    if (ids.has(call.callId) && states.get(call.callId) === "done")
      results.set(call.callId, call.result ? await settled(call.result) : NOT_KEPT);
  for (const id of ids) {
    if (results.has(id) || states.get(id) !== "unknown") continue;
    const held = await heldCall(id, record, { sessionId, ground });
    if (held) results.set(id, await settleLanding(held, record, ground));
  }
  const resumes = new Map<string, EarlierRun>();
  for (const id of ids) {
    const begun = results.has(id) ? null : readEarlierRun(record, [id]);
    if (begun) resumes.set(id, { ...begun, calls: await innerCalls(begun, settled) });
  }
  return { results, resumes };
}

type Settle = (result: ToolResult) => Promise<ToolResult>;

/** Settles what a result waits for. Which call it is of is told by its question: no two calls wait for the same one. */
function settling(
  recorded: readonly RecordedCall[],
  {
    record,
    sessionId,
    ground,
  }: {
    readonly record: RecordedRows;
    readonly sessionId: string;
    readonly ground: EarlierGround;
  },
): Settle {
  return async (result) => {
    const { awaits } = result.metadata;
    const call = recorded.find((one) => awaits && one.result?.metadata.awaits === awaits);
    return call ? settleLanding({ ...call, sessionId, result }, record, ground) : result;
  };
}

/** In their order, as they were made. */
async function innerCalls({ calls }: EarlierRun, settled: Settle): Promise<EarlierRun["calls"]> {
  const inner: EarlierRun["calls"][number][] = [];
  for (const call of calls)
    inner.push("result" in call && call.result ? await withResult(call, settled) : call);
  return inner;
}

async function withResult(call: EarlierInnerCall, settled: Settle): Promise<EarlierInnerCall> {
  return { ...call, result: call.result && (await settled(call.result)) };
}

const NOT_KEPT: ToolResult = {
  type: "error",
  code: "unavailable",
  error_text: "The call ran and came to its end. What it gave is no longer kept.",
  metadata: { duration_ms: 0 },
};
