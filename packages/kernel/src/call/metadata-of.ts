/** The metadata of a result, made once with the result: how long the call has taken, its attempts, whose text is in it. */
import type { ResultMetadata } from "@toolplane/contract";
import { nowOf } from "../session/now-of.ts";
import type { CallView } from "./call-view.ts";

export type MeasuredCall = CallView<{
  reads: "startedMs" | "attempt" | "outside" | "executed" | "tool";
  session: "host";
}>;

/** Metadata that can be added to while the result is made. */
export type FreshMetadata = { -readonly [K in keyof ResultMetadata]: ResultMetadata[K] };

/** Fresh for each result. */
export function metadataOf(call: MeasuredCall): FreshMetadata {
  const durationMs = nowOf(call.session.host.clock, call.startedMs) - call.startedMs;
  const metadata: FreshMetadata = { duration_ms: Math.max(0, Math.round(durationMs)) || 0 };
  if (call.attempt > 1) metadata.attempts = call.attempt;
  const outside = outsideOf(call);
  if (outside !== null) metadata.untrusted = { source: outside };
  return metadata;
}

/** What a server said is outside text even when no door saw it. */
function outsideOf({ outside, executed, tool }: MeasuredCall): string | null {
  return outside ?? (executed && tool?.entry.remote ? tool.entry.origin : null);
}
