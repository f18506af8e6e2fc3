/** Every call of a session in the order in which they began, settled or not: their numbers are what a person types. */
import type { LoadedSession } from "./load-session.ts";
import type { ShownCall } from "./shown-call.ts";

/** All of a session's, or some. */
export interface CallsOfSession extends Pick<LoadedSession, "calls" | "unsettled" | "landings"> {
  readonly summary: Pick<LoadedSession["summary"], "state">;
}

/** In order. Calls of one run began in the order that the record gives them; unsettled ones stand where they began. */
export function shownCalls(session: CallsOfSession): readonly ShownCall[] {
  const { calls, unsettled, summary, landings } = session;
  const shown: ShownCall[] = calls.map((call) => ({
    kind: "settled",
    call,
    startedAtMs: call.atMs - (call.span.durationMs ?? 0),
    byHand: landings.findLast(({ callId }) => callId === call.callId) ?? null,
  }));
  for (const call of unsettled) {
    const first = call.rows[0]?.sequence ?? 0;
    const at = shown.findIndex(({ call: other }) => (other.rows[0]?.sequence ?? 0) > first);
    const entry = {
      kind: "unsettled",
      call,
      startedAtMs: call.atMs,
      isLive: summary.state === "open",
    } as const;
    shown.splice(at < 0 ? shown.length : at, 0, entry);
  }
  return shown;
}
