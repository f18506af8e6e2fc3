/** The calls that have to be made in a world: the same list for every worker, so that the next worker knows what is left. */
import type { ToolCall } from "@toolplane/contract";

/** How much work a world holds. */
export interface Amount {
  readonly sessions: number;
  readonly batches: number;
}

export type Batch = readonly ToolCall[];

/** One session with its responses, in order. */
export interface PlannedSession {
  readonly id: string;
  readonly batches: readonly Batch[];
}

export function plannedSessions({ sessions, batches }: Amount): readonly PlannedSession[] {
  return Array.from({ length: sessions }, (_, session) => ({
    id: `ses_${session}`,
    batches: Array.from({ length: batches }, (_batch, batch) => plannedBatch(session, batch)),
  }));
}

/** Reads and effects, what is asked about and what is refused, side by side. */
function plannedBatch(session: number, batch: number): Batch {
  const id = (name: string): string => `call_${session}_${batch}_${name}`;
  const calls: readonly ToolCall[] = [
    { id: id("read"), name: "read", arguments: { path: `src/${batch % 8}.txt` } },
    { id: id("asked"), name: "asked_effect", arguments: { note: "a" } },
    { id: id("free"), name: "free_effect", arguments: { note: "b" } },
    { id: id("denied"), name: "read", arguments: { path: ".env" } },
    { id: id("write"), name: "write", arguments: written(session, batch) },
    { id: id("grep"), name: "grep", arguments: { pattern: "line", path: "src" } },
    { id: id("wrong"), name: "read", arguments: { path: 7 } },
  ];
  // A command costs a process: every other response has one.
  if (batch % 2 === 1) return calls;
  return [
    ...calls,
    { id: id("bash"), name: "bash", arguments: { command: `echo ${id("bash")} >> effects.log` } },
  ];
}

function written(session: number, batch: number): ToolCall["arguments"] {
  return { path: `out/${session}-${batch}.txt`, content: `written by ${session}-${batch}\n` };
}

/** True for a call whose effect leaves a line with its id. */
export function isWitnessed(callId: string): boolean {
  return /_(asked|free|bash)$/.test(callId);
}
