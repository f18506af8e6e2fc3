/** The call's node in the cancellation tree, made when it is first needed, and the stamp its events carry. */
import type { CancelScope } from "../session/cancel-scope.ts";
import type { CallRecord } from "./call-record.ts";

/** The scope of a call. A caller's own signal cancels this call only. */
export function callScope(call: CallRecord): CancelScope {
  if (call.scope) return call.scope;
  const scope = call.session.scope.child();
  const { signal } = call.options;
  if (signal) {
    const stop = (): void => scope.cancel({ kind: "cancelled", text: "Cancelled" });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    scope.onCancel(() => signal.removeEventListener("abort", stop));
  }
  call.scope = scope;
  return scope;
}

/** What every event of a call carries. */
export function callStamp(call: CallRecord): {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly origin: string;
  readonly atMs: number;
} {
  return {
    sessionId: call.session.manifest.sessionId,
    callId: call.id,
    tool: call.name,
    origin: call.tool?.entry.origin ?? "unknown",
    atMs: call.session.host.clock.wallMs(),
  };
}
