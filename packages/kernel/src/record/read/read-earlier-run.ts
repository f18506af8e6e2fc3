/**
 * Reads what a call that calls others had done when its process ended, so that it can go on (`CallOptions.resumes`):
 * each of its calls by place, from the rows below it. One that settled is not made again. One that was stopped before
 * it changed anything is made again: it waited for a person's answer, say. One that began and may have changed
 * something is marked unknown.
 */
import type {
  EarlierInnerCall,
  EarlierRun,
  JsonObject,
  StoppedInnerCall,
} from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { type Content, readContent, readPayload } from "../rows/payload.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { type RecordedRows, readCalls } from "./read-calls.ts";

/**
 * Null when there is nothing to go on with: the call never began, or it came to an end of its own. `callIds`: the call, and behind
 * it the ids under which it went on since, where those were others.
 */
export function readEarlierRun(
  record: RecordedRows,
  callIds: readonly string[],
): EarlierRun | null {
  const begun = record.rows.find(
    ({ callId, type }) => callId === callIds[0] && type === "call-intent",
  );
  if (!begun || callIds.some((id) => hasEnded(record, id))) return null;
  const calls: (EarlierInnerCall | StoppedInnerCall)[] = [];
  for (const id of callIds) {
    for (const { place, known } of readBelow(record, id)) calls[place - 1] = known;
  }
  // The calls between left no row: they waited, or did nothing but read.
  return { startedAtMs: begun.atMs, calls: Array.from(calls, (known) => known ?? { stopped: 0 }) };
}

/** True for a call that was not merely cancelled: with whatever it had to say, it said it. */
function hasEnded({ rows, payloads }: RecordedRows, id: string): boolean {
  const { calls, unreadable } = readCalls({
    rows: rows.filter(({ callId }) => callId === id),
    payloads,
  });
  return unreadable.length > 0 || calls.some((call) => !wasCancelled(call));
}

interface PlacedCall {
  /** Counted from one. */
  readonly place: number;
  readonly known: EarlierInnerCall | StoppedInnerCall;
}

/** The calls below one, in the order of their first rows. */
function readBelow({ rows, payloads }: RecordedRows, outerId: string): readonly PlacedCall[] {
  const below = Map.groupBy(
    rows.filter(
      ({ callId, type }) => callId?.startsWith(`${outerId}.`) && type !== "late-settlement",
    ),
    ({ callId }) => callId as string,
  );
  return [...below].flatMap(([callId, own]) => {
    const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(callId.slice(outerId.length + 1));
    const end = readCalls({ rows: own, payloads }).calls.at(-1);
    if (!found || (end && end.span.parentSpanId !== outerId)) return [];
    const known = end
      ? fromEnd(end, Number(found[2] ?? 1))
      : fromIntent(callId, own[0] as EventRow, payloads);
    return [{ place: Number(found[1]), known }];
  });
}

function fromEnd(call: RecordedCall, attempt: number): PlacedCall["known"] {
  const { callId, tool: name, input, result, intended } = call;
  if (wasCancelled(call) && !intended) return { stopped: attempt };
  const args = (input ?? call.arguments ?? {}) as JsonObject;
  return { callId, name, arguments: args, result: wasCancelled(call) ? null : result };
}

/** Reads a call that began. Facts that the record no longer holds fit no call, and so end the resumed run. */
function fromIntent(
  callId: string,
  { payloadDigest }: EventRow,
  payloads: RecordedRows["payloads"],
): EarlierInnerCall {
  const facts = (readPayload(payloads.get(payloadDigest)) ?? {}) as {
    readonly tool?: string;
    readonly arguments?: Content;
  };
  const args = facts.arguments ? readContent(facts.arguments, payloads) : undefined;
  const name = facts.tool ?? "unknown";
  return { callId, name, arguments: (args ?? {}) as JsonObject, result: null };
}

function wasCancelled({ result }: RecordedCall): boolean {
  return result?.type === "error" && result.code === "cancelled";
}
