/**
 * A session as JSON lines, for programs. The first line is the session; then a line for each settled call, each call that was
 * never settled, each set that was landed or dropped by hand, what a person did about labels, each file change; with `rows` also
 * every row of the chain and the sealed head, by which it can be verified elsewhere. What was said (arguments, results, causes) is
 * left out unless asked for.
 */
import { labelsOf } from "@toolplane/contract";
import type { RecordedCall, RecordedLanding } from "@toolplane/kernel/record";
import { waitedMs } from "../calls/waited-ms.ts";
import type { LoadedSession, UnsettledCall } from "../sessions/load-session.ts";
import { bareLabels, bareNote } from "./bare-flow.ts";
import { withoutContent } from "./without-content.ts";

export interface JsonLinesOptions {
  /** Arguments, results, details, texts of errors. */
  readonly content?: boolean;
  /** The rows of the chain, and its head. */
  readonly rows?: boolean;
}

/** The lines, without line feeds. */
export function* exportJsonLines(
  session: LoadedSession,
  { content = false, rows = false }: JsonLinesOptions = {},
): Generator<string> {
  const { manifest, summary, calls, unsettled, landings, unreadable, changes, record } = session;
  const { seen, notes } = session.flow;
  yield line("session", { ...summary, manifest, labels: content ? seen : bareLabels(seen) });
  for (const call of calls) yield line("call", settledCall(call, content));
  for (const call of unsettled) yield line("unsettled", unsettledCall(call, content));
  for (const landing of landings) yield line("landing", landedByHand(landing, content));
  for (const note of notes) yield line("note", { note: content ? note : bareNote(note) });
  for (const callId of unreadable) yield line("unreadable", { callId });
  for (const { sessionId: _, ...change } of changes) yield line("change", change);
  if (!rows) return;
  for (const { sessionId: _, type, ...row } of record.rows) yield line("row", { ...row, of: type });
  yield line("head", record.head ?? {});
}

function line(type: string, facts: object): string {
  return JSON.stringify({ type, ...facts });
}

function settledCall(call: RecordedCall, content: boolean): object {
  const { callId, tool, origin, atMs, stage, result, span } = call;
  const labels = result === null ? null : labelsOf(result.metadata);
  const { footprint, verdict, accesses } = call;
  return {
    callId,
    tool,
    origin,
    atMs,
    startedAtMs: atMs - (span.durationMs ?? 0),
    durationMs: span.durationMs ?? null,
    waitedMs: waitedMs(call),
    stage,
    outcome: outcomeOf(call),
    ...(result?.type === "error" ? { code: result.code } : {}),
    labels: labels && (content ? labels : bareLabels(labels)),
    ...(content ? { footprint, verdict, accesses } : withoutContent(call)),
    answers: call.answers.map(({ questionId, choice, receipt, extra }) => ({
      questionId,
      choice,
      ...(receipt ? { receipt: receipt.id } : {}),
      ...(content && extra !== undefined ? { extra } : {}),
    })),
    rows: call.rows.map(({ sequence }) => sequence),
    missing: call.missing,
    ...(content ? said(call) : {}),
  };
}

function said({ arguments: given, input, result, uncut, cause, detail }: RecordedCall): object {
  return { arguments: given, input, result, uncut, cause, detail };
}

function unsettledCall(call: UnsettledCall, content: boolean): object {
  const { callId, tool, atMs, footprint, arguments: given, rows } = call;
  const bare = withoutContent({ footprint, verdict: null, accesses: [] });
  return {
    callId,
    tool,
    atMs,
    ...(content ? { footprint } : { footprint: bare.footprint }),
    rows: rows.map(({ sequence }) => sequence),
    ...(content ? { arguments: given } : {}),
  };
}

/** Named one by one: a field that a landing gains later is content until it is added here. */
function landedByHand(recorded: RecordedLanding, content: boolean): object {
  const { callId, atMs, state, action, by, paths, without, landing, held, rows } = recorded;
  return {
    callId,
    atMs,
    state,
    action,
    by,
    paths,
    without,
    ...(content ? { landing, held } : {}),
    rows: rows.map(({ sequence }) => sequence),
  };
}

/** Reads the row's type: it is there also when the result was let go of. */
function outcomeOf({ rows }: RecordedCall): "succeeded" | "failed" | "refused" {
  const type = rows.at(-1)?.type;
  if (type === "call-succeed") return "succeeded";
  return type === "call-fail" ? "failed" : "refused";
}
