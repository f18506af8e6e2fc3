/** What every event of a call carries. */
import type { CallState } from "./call-state.ts";
import { maskedName } from "./masked.ts";

/** Names the call, its tool and where that comes from. */
export function callStamp(call: CallState): {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly origin: string;
  readonly atMs: number;
} {
  return {
    sessionId: call.session.manifest.sessionId,
    callId: call.id,
    tool: maskedName(call),
    origin: call.tool?.entry.origin ?? "unknown",
    atMs: call.session.host.clock.wallMs(),
  };
}
