/**
 * Reads how long a call waited for people: before it ran, while it ran, and for what it had changed to land. Its span says so. A
 * record of an earlier version does not; there the intent tells, which is written when the answer is there and before anything
 * runs.
 */
import type { RecordedCall } from "@toolplane/kernel/record";

/** Zero for a call without a question. */
export function waitedMs(call: RecordedCall): number {
  const { waited_ms: told } = call.span.attrs;
  return typeof told === "number" ? Math.min(tookMs(call), Math.max(0, told)) : untilIntent(call);
}

/** Without the time in which a person was asked. */
export function ranMs(call: RecordedCall): number {
  return tookMs(call) - waitedMs(call);
}

/** The part of the wait that was over before it ran. */
export function waitedBeforeMs(call: RecordedCall): number {
  const waited = waitedMs(call);
  if (call.rows[0]?.type === "call-intent") return Math.min(waited, untilIntent(call));
  return call.verdict?.action === "ask" ? waited : 0;
}

/** From the start to the intent, where a person was asked before it ran. */
function untilIntent(call: RecordedCall): number {
  const { rows, atMs, verdict, answers } = call;
  const [first] = rows;
  if (verdict?.action !== "ask" || answers.length === 0 || first?.type !== "call-intent") return 0;
  return Math.min(tookMs(call), Math.max(0, first.atMs - (atMs - tookMs(call))));
}

function tookMs({ span }: RecordedCall): number {
  return span.durationMs ?? 0;
}
