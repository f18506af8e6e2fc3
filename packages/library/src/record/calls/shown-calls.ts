/** Every call of a session in the order in which they began, settled or not: their numbers are what a person types. */
import type { LoadedSession } from "../sessions/load-session.ts";
import type { ShownCall } from "./shown-call.ts";

/** All of a session's, or some. */
export interface CallsOfSession extends Pick<LoadedSession, "calls" | "unsettled" | "landings"> {
  readonly summary: Pick<LoadedSession["summary"], "state">;
}

/**
 * Shows calls in order. Calls of one run began in the order that the record gives them; unsettled ones come where they began.
 * Inner calls come below the call that made them, although other calls may have begun between.
 */
export function shownCalls(session: CallsOfSession): readonly ShownCall[] {
  const { calls, unsettled, summary, landings } = session;
  const shown: ShownCall[] = calls.map((call) => ({
    kind: "settled",
    call,
    startedAtMs: call.atMs - (call.span.durationMs ?? 0),
    parentId: call.span.parentSpanId ?? null,
    byHand: landings.findLast(({ callId }) => callId === call.callId) ?? null,
  }));
  for (const call of unsettled) {
    const first = call.rows[0]?.sequence ?? 0;
    const at = shown.findIndex(({ call: other }) => (other.rows[0]?.sequence ?? 0) > first);
    const entry = {
      kind: "unsettled",
      call,
      startedAtMs: call.atMs,
      parentId: outerId(call.callId, session),
      isLive: summary.state === "open",
    } as const;
    shown.splice(at < 0 ? shown.length : at, 0, entry);
  }
  return belowTheirOwn(shown);
}

/** The intent of a call does not say who made it; its id does. */
function outerId(callId: string, { calls, unsettled }: CallsOfSession): string | null {
  const outer = /^(.+)\.\d+(?:-\d+)?$/.exec(callId)?.[1];
  return [...calls, ...unsettled].find((one) => one.callId === outer)?.callId ?? null;
}

function belowTheirOwn(shown: readonly ShownCall[]): readonly ShownCall[] {
  const ids = new Set(shown.map(({ call }) => call.callId));
  const inner = Map.groupBy(
    shown.filter(({ parentId }) => parentId !== null && ids.has(parentId)),
    ({ parentId }) => parentId,
  );
  if (inner.size === 0) return shown;
  const placed = new Set([...inner.values()].flat());
  return shown.flatMap((one) => {
    if (placed.has(one)) return [];
    const below = inner.get(one.call.callId) ?? [];
    inner.delete(one.call.callId);
    return [one, ...below];
  });
}
