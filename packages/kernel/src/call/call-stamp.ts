/** The members that every event of a call carries. */
import type { CallView } from "./call-view.ts";
import { maskedName, type NamedCall } from "./masked.ts";

export type StampedCall = NamedCall & CallView<{ reads: "id"; session: "manifest" | "host" }>;

/** Names the call, its tool and where that comes from. */
export function callStamp(call: StampedCall): {
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
    atMs: wallOf(call.session),
  };
}

/** Falls back to the session's creation, so that an event is sent even where the clock fails. */
function wallOf({ host, manifest }: StampedCall["session"]): number {
  try {
    return host.clock.wallMs();
  } catch {
    return manifest.createdAtMs;
  }
}
