/**
 * Classifies calls after a crash, from the rows alone. A settlement means that a call is done. An intent without one
 * means that it may have run, wholly, partly or not at all, and nothing is guessed. A call that a caller knows of and
 * the record does not was never executed, or only read: intents are durable before anything more than a read begins.
 */
import type { EventRow } from "@toolplane/contract/ports";

type CallState = "not started" | "done" | "unknown";

export interface ClassifiedCall {
  readonly callId: string;
  readonly state: CallState;
}

/** Classifies every call of the rows, and then those of `known` (a model's last response) that the rows do not name. */
export function classifyCalls(
  rows: readonly EventRow[],
  known: readonly string[] = [],
): readonly ClassifiedCall[] {
  const states = new Map<string, CallState>();
  for (const { callId, type } of rows) {
    if (callId === null) continue;
    if (type === "call-succeed" || type === "call-fail") states.set(callId, "done");
    else if (type === "call-intent") states.set(callId, "unknown");
    // Behind an intent it is another call under the same id, which says nothing of the one that began.
    else if (type === "call-refuse" && !states.has(callId)) states.set(callId, "done");
  }
  for (const callId of known) if (!states.has(callId)) states.set(callId, "not started");
  return [...states].map(([callId, state]) => ({ callId, state }));
}
