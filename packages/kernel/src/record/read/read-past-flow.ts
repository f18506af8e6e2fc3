/**
 * Reads what a session had seen, and what its person had said, at the moment of each of its calls. A family is one: a
 * parent, its children and theirs share what they saw. What is missing counts as seen, as for a session that is
 * continued.
 */
import type { FlowFacts, FlowNote, SeenLabel } from "@toolplane/contract";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { type RecordedRows, readCalls } from "./read-calls.ts";
import { notesOf, seenIn } from "./read-flow.ts";

/** Gives the facts of the moment in which a call was judged. Calls of the same moment get the same object. */
export type PastFlow = (
  call: Pick<RecordedCall, "sessionId" | "callId" | "atMs" | "span">,
) => FlowFacts;

const NOTHING: FlowFacts = Object.freeze({ seen: [], notes: [] });

export function readPastFlow(family: readonly RecordedRows[]): PastFlow {
  const places = new Map<string, number>();
  for (const rows of family)
    for (const [index, call] of readCalls(rows).calls.entries()) places.set(callKey(call), index);
  const moments = momentsOf(family);
  return (call) => {
    const { atMs, span, sessionId } = call;
    // Calls of one response were judged before any of them had come back.
    const judgedMs = atMs - ((span.endMs ?? span.startMs) - span.startMs);
    const place = places.get(callKey(call)) ?? 0;
    const isBefore = ({ atMs: thenMs, by }: Moment): boolean => {
      if (thenMs !== judgedMs || by === null) return thenMs <= judgedMs;
      // Within one millisecond the order in which the calls began decides, and none came before itself.
      return by.sessionId !== sessionId || (places.get(callKey(by)) ?? place) < place;
    };
    const after = moments.findIndex((moment) => !isBefore(moment));
    const last = (after < 0 ? moments.length : after) - 1;
    return moments[last]?.facts ?? NOTHING;
  };
}

function callKey({ sessionId, callId }: Pick<RecordedCall, "sessionId" | "callId">): string {
  return `${sessionId} ${callId}`;
}

interface Moment {
  readonly atMs: number;
  readonly facts: FlowFacts;
  /** The call that brought it; null for a person's own word. */
  readonly by: Pick<RecordedCall, "sessionId" | "callId"> | null;
}

type Happening =
  | { readonly atMs: number; readonly label: SeenLabel }
  | { readonly atMs: number; readonly note: FlowNote };

function momentsOf(family: readonly RecordedRows[]): readonly Moment[] {
  const happened: Happening[] = family.flatMap((rows) => [
    ...notesOf(rows).flatMap(({ atMs, note }) =>
      note.kind === "inherited" ? [] : [{ atMs, note }],
    ),
    ...seenIn(rows, () => true).map((label) => ({ atMs: label.atMs, label })),
  ]);
  const moments: Moment[] = [];
  let facts = NOTHING;
  const known = new Set<string>();
  for (const one of happened.sort((left, right) => left.atMs - right.atMs)) {
    if ("note" in one) {
      if (one.note.kind === "cleared") known.clear();
      const seen = one.note.kind === "cleared" ? [] : facts.seen;
      facts = { seen, notes: [...facts.notes, one.note] };
      moments.push({ atMs: one.atMs, facts, by: null });
      continue;
    }
    const { label } = one;
    const key = JSON.stringify([label.label, label.source]);
    // Only the first of a source says anything new, so a long session has few moments.
    if (known.has(key)) continue;
    known.add(key);
    facts = { seen: [...facts.seen, label], notes: facts.notes };
    moments.push({ atMs: one.atMs, facts, by: label });
  }
  return moments;
}
