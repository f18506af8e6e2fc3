/**
 * Finds the calls that a run has open in the record of its session. Those that came to their end are not made again. A program
 * that had begun goes on. A command whose changes a person was being asked about waits for the answer. Any other call that began
 * and never settled goes the road again, where the session refuses it in words: its effects are unknown.
 */
import type { EarlierCalls } from "@toolplane/agent";
import type { EarlierRun, ToolCallText, ToolResult } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
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
  const cutOff = async (id: string): Promise<ToolResult | null> => {
    const held = await heldCall(id, record, { sessionId, ground });
    return held && settleLanding(held, record, ground);
  };
  for (const id of ids) {
    if (results.has(id) || states.get(id) !== "unknown") continue;
    const result = await cutOff(id);
    if (result) results.set(id, result);
  }
  const resumes = new Map<string, EarlierRun>();
  for (const id of ids) {
    const begun = results.has(id) ? null : readEarlierRun(record, [id]);
    if (begun) resumes.set(id, { ...begun, calls: await innerCalls(begun, { settled, cutOff }) });
  }
  return { results, resumes };
}

type Settle = (result: ToolResult) => Promise<ToolResult>;

/** Settles what a result waits for. Its question tells which call it is of: no two calls wait for the same one. */
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

/** In their order, as they were made. One that a person was being asked about when the process ended is settled by the answer. */
async function innerCalls(
  { calls }: EarlierRun,
  {
    settled,
    cutOff,
  }: { readonly settled: Settle; readonly cutOff: (id: string) => Promise<ToolResult | null> },
): Promise<EarlierRun["calls"]> {
  const inner: EarlierRun["calls"][number][] = [];
  for (const call of calls) {
    if (!("result" in call)) inner.push(call);
    else {
      const { result, callId } = call;
      const now = result ? settled(result) : callId === undefined ? null : cutOff(callId);
      inner.push({ ...call, result: await now });
    }
  }
  return inner;
}

const NOT_KEPT: ToolResult = {
  type: "error",
  code: "unavailable",
  error_text: "The call ran and came to its end. What it gave is no longer kept.",
  metadata: { duration_ms: 0 },
};
