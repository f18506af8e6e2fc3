/**
 * Reads what a session and those below it have seen, and what a person decided about it, from their records. A session
 * that is continued begins with this, so what is missing counts as seen: a result that retention dropped may have
 * brought anything.
 */
import {
  type FlowFacts,
  type FlowNote,
  labelsOf,
  PRIVATE,
  type SeenLabel,
  UNTRUSTED,
} from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { type Content, readContent, readPayload } from "../rows/payload.ts";
import { type RecordedRows, readCalls } from "./read-calls.ts";

export function readFlow(own: RecordedRows, below: readonly RecordedRows[] = []): FlowFacts {
  const notes = [own, ...below].flatMap(notesOf).sort((left, right) => left.atMs - right.atMs);
  const clear = notesOf(own).findLast(({ note }) => note.kind === "cleared");
  const seen = [
    ...seenIn(own, ({ sequence }) => clear === undefined || sequence > clear.sequence),
    // Rows of two sessions have no order among them but their time; what is as old as the clearing stays.
    ...below.flatMap((rows) =>
      seenIn(rows, ({ atMs }) => clear === undefined || atMs >= clear.atMs),
    ),
  ].sort((left, right) => left.atMs - right.atMs);
  return {
    seen,
    notes: notes.map(({ note }) => note).filter(({ kind }) => kind !== "inherited"),
  };
}

export interface PlacedNote {
  readonly note: FlowNote;
  readonly atMs: number;
  readonly sequence: number;
}

/** A person's decisions about the flow of one session, in order. */
export function notesOf({ rows, payloads }: RecordedRows): readonly PlacedNote[] {
  return rows.flatMap(({ type, payloadDigest, atMs, sequence }) => {
    if (type !== "flow-note") return [];
    const facts = readPayload(payloads.get(payloadDigest)) as
      | { readonly note?: Content }
      | undefined;
    const note = facts?.note === undefined ? undefined : readContent(facts.note, payloads);
    // A note whose payload is gone names nothing and clears nothing.
    return note === undefined ? [] : [{ note: note as FlowNote, atMs, sequence }];
  });
}

/** Labels that a session inherited from the one that started it: seen from then on. */
function inheritedIn(
  record: RecordedRows,
  counts: (row: EventRow) => boolean,
): readonly SeenLabel[] {
  return record.rows
    .filter(counts)
    .flatMap((row) =>
      notesOf({ ...record, rows: [row] }).flatMap(({ note, atMs }) =>
        note.kind === "inherited" ? note.seen.map((one) => ({ ...one, atMs })) : [],
      ),
    );
}

/** Labels that one session began with and that its calls brought, of those whose last row counts. */
export function seenIn(
  record: RecordedRows,
  counts: (settled: EventRow) => boolean,
): readonly SeenLabel[] {
  const { calls, unreadable } = readCalls(record);
  const lost = new Set(unreadable);
  return [
    ...inheritedIn(record, counts),
    ...calls
      .filter(({ rows }) => rows.slice(-1).every(counts))
      .flatMap(({ sessionId, callId, tool, atMs, result, stage }) => {
        const by = { sessionId, callId, tool, atMs };
        if (result !== null) return labelsOf(result.metadata).map((label) => ({ ...label, ...by }));
        return stage === "execute" ? unknownLabels(by) : [];
      }),
    ...record.rows.flatMap((row) => {
      const { type, callId, sessionId, atMs } = row;
      const hasRun = type === "call-succeed" || type === "call-fail";
      if (!hasRun || callId === null || !lost.has(callId) || !counts(row)) return [];
      return unknownLabels({ sessionId, callId, tool: "", atMs });
    }),
  ];
}

function unknownLabels(by: Omit<SeenLabel, "label" | "source">): readonly SeenLabel[] {
  const source = `call ${by.callId}, whose result is no longer kept`;
  return [UNTRUSTED, PRIVATE].map((label) => ({ label, source, ...by }));
}
