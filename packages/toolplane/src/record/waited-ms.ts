/**
 * How long a call waited for the person who answered it. The intent is written when the answer is there and before anything runs,
 * so the time from the start to that row is the wait. Questions that came while it ran are part of the run.
 */
import type { RecordedCall } from "@toolplane/kernel/record";

/** Zero for one that nobody was asked about, and for one whose wait is not known because it only read. */
export function waitedMs({ rows, atMs, span, verdict, answers }: RecordedCall): number {
  const [first] = rows;
  if (verdict?.action !== "ask" || answers.length === 0 || first?.type !== "call-intent") return 0;
  const tookMs = span.durationMs ?? 0;
  return Math.min(tookMs, Math.max(0, first.atMs - (atMs - tookMs)));
}
