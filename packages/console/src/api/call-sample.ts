/**
 * The newest calls, for figures that only payloads hold: how long they took, what refused them, what they asked. What a session says
 * is kept in a few words until its record moves on, so a second look reads only what came since.
 */
import type { EventRow, Store } from "@toolplane/contract/ports";
import { loadPayloads, type RecordedCall, readCalls } from "@toolplane/kernel/record";
import { newestFirst, ranMs, waitedMs } from "@toolplane/library/rooms/record";

/** A call as far as figures need it. */
export interface SampledCall {
  readonly sessionId: string;
  readonly tool: string;
  readonly stage: string;
  /** It came as far as its tool. */
  readonly hasRun: boolean;
  readonly isRefused: boolean;
  readonly code: string;
  readonly wasAsked: boolean;
  /** Without the time in which a person was asked. */
  readonly tookMs: number;
  readonly waitedMs: number;
}

interface CallSample {
  readonly calls: readonly SampledCall[];
  /** Sessions that have any calls. */
  readonly sessions: number;
}

export type TakeSample = () => Promise<CallSample>;

const SAMPLED = 2_000;
/** A look ends after this, with what it has; the next one goes on from there. */
const SAMPLE_MS = 400;
const PAGE = 1_000;

type SampleStore = Pick<Store, "sessions" | "events" | "payloads">;

export function createCallSample(store: SampleStore, nowMs: () => number): TakeSample {
  let kept: ReadonlyMap<string, KeptCalls> = new Map();
  return async () => {
    const untilMs = nowMs() + SAMPLE_MS;
    const used = new Map<string, KeptCalls>();
    const calls: SampledCall[] = [];
    for (const { sessionId } of await newestFirst(store)) {
      if (calls.length >= SAMPLED || nowMs() > untilMs) break;
      const sequence = (await store.events.head(sessionId))?.sequence ?? -1;
      const known = kept.get(sessionId);
      const own =
        known?.sequence === sequence ? known : await sampleSession(store, sessionId, sequence);
      used.set(sessionId, own);
      for (const call of own.calls) calls.push(call);
    }
    // Whatever this look did not need is dropped, so no more is kept than one look holds.
    kept = used;
    return { calls, sessions: [...used.values()].filter((own) => own.calls.length > 0).length };
  };
}

interface KeptCalls {
  /** The last row that was read. */
  readonly sequence: number;
  readonly calls: readonly SampledCall[];
}

async function sampleSession(
  store: SampleStore,
  sessionId: string,
  sequence: number,
): Promise<KeptCalls> {
  const rows: EventRow[] = [];
  for (let from = Math.max(0, sequence - SAMPLED + 1); from <= sequence; from += PAGE)
    rows.push(...(await store.events.read(sessionId, { from, limit: PAGE })));
  const own = rows.filter(({ type }) => type.startsWith("call-"));
  const { calls } = readCalls({ rows: own, payloads: await loadPayloads(store, own) });
  await new Promise<void>((resolve) => void setImmediate(resolve));
  return { sequence, calls: calls.map(sampledCall) };
}

function sampledCall(call: RecordedCall): SampledCall {
  const { sessionId, tool, stage, result, answers, rows } = call;
  return {
    sessionId,
    tool,
    stage,
    waitedMs: waitedMs(call),
    hasRun: stage === "execute" || stage === "record",
    isRefused: rows.at(-1)?.type === "call-refuse",
    code: result?.type === "error" ? result.code : "no longer kept",
    wasAsked: answers.length > 0,
    tookMs: ranMs(call),
  };
}
