/**
 * Exports a session as spans of OpenTelemetry's GenAI conventions, in the JSON form of OTLP: ids in hex, times in nanoseconds as
 * text, enumerations as numbers. Ids are made from the session's and the calls' own, so exporting twice gives the same spans and
 * a backend keeps them once. A session is one span with its calls below it. A subagent's session is below the call that started
 * it, in the trace of the session at the top: the one that its run was asked for in, where there is such a trace.
 */
import { createHash } from "node:crypto";
import type { Store } from "@toolplane/contract/ports";
import { CORE_VERSION } from "@toolplane/kernel";
import { type RecordedCall, toOtel } from "@toolplane/kernel/record";
import { readTrace, type TraceContext } from "../../ground/read-trace.ts";
import { type LoadedSession, loadSession } from "../sessions/load-session.ts";

export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  /** 64 bits as text, as the JSON form of protobuf wants it. */
  | { readonly intValue: string }
  | { readonly doubleValue: number };

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal. */
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** 0: unset, 2: error. */
  readonly status: { readonly code: 0 | 2; readonly message?: string };
}

/** The message that OTLP calls `ExportTraceServiceRequest`. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

/** Levels of subagents that are followed upwards. */
const MAX_DEPTH = 32;

/** Exports one session. Arguments, results and texts of errors are in it only with `content`. */
export async function exportOtlp(
  store: Pick<Store, "sessions" | "events" | "payloads" | "journal" | "runs">,
  session: LoadedSession,
  { content = false }: { readonly content?: boolean } = {},
): Promise<OtlpTraces> {
  const { traceId, parentSpanId } = await placeOf(store, session);
  const { sessionId } = session.manifest;
  const own = spanIdOf(sessionId);
  const place = { traceId, parentSpanId: own };
  return wrapSpans([
    { ...sessionSpan(session), traceId, spanId: own, ...(parentSpanId ? { parentSpanId } : {}) },
    ...session.calls.map((call) => ({ ...callSpan(call, content), ...place })),
    ...unsettledSpans(session).map((span) => ({ ...span, ...place })),
  ]);
}

export function wrapSpans(spans: readonly OtlpSpan[], service = "toolplane"): OtlpTraces {
  const attributes = attributesOf({
    "service.name": service,
    "service.version": CORE_VERSION,
  });
  const scope = { name: "toolplane", version: CORE_VERSION };
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
}

type Unplaced = Omit<OtlpSpan, "traceId" | "parentSpanId">;

function sessionSpan({ summary }: LoadedSession): Omit<Unplaced, "spanId"> {
  return {
    name: "session",
    kind: 1,
    startTimeUnixNano: nanoseconds(summary.startedAtMs),
    endTimeUnixNano: nanoseconds(Math.max(summary.lastAtMs, summary.startedAtMs)),
    attributes: attributesOf({
      "gen_ai.conversation.id": summary.sessionId,
      "toolplane.session.state": summary.state,
      "toolplane.session.mode": summary.mode,
      "toolplane.session.calls": summary.calls,
      "toolplane.session.asked": summary.asked,
      "toolplane.session.refused": summary.refused,
    }),
    status: { code: 0 },
  };
}

function callSpan(call: RecordedCall, content: boolean): Unplaced {
  const { atMs, result } = call;
  const told = result ?? LOST;
  const span = toOtel({ ...call, result: told }, { atMs, content });
  const { code, message } = span.status;
  return {
    spanId: spanIdOf(call.sessionId, call.callId, call.rows.at(-1)?.sequence ?? 0),
    name: span.name,
    kind: 1,
    startTimeUnixNano: nanoseconds(span.startTimeMs),
    endTimeUnixNano: nanoseconds(span.endTimeMs),
    attributes: attributesOf(span.attributes),
    status:
      code === "ERROR"
        ? { code: 2, ...(content && message !== undefined ? { message } : {}) }
        : { code: 0 },
  };
}

/** The payload of a result that retention let go of; how the call ended is then not told. */
const LOST = { type: "output", data: null, metadata: { duration_ms: 0 } } as const;

/** Spans of unsettled calls. Their end is unknown, or whether they ended: the span has no length and says so. */
function unsettledSpans({ unsettled, summary }: LoadedSession): readonly Unplaced[] {
  return unsettled.map(({ callId, tool, atMs, rows }) => ({
    spanId: spanIdOf(summary.sessionId, callId, rows.at(-1)?.sequence ?? 0),
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(atMs),
    endTimeUnixNano: nanoseconds(atMs),
    attributes: attributesOf({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.call.id": callId,
      "gen_ai.conversation.id": summary.sessionId,
      "toolplane.state": "unknown",
    }),
    status: { code: 0 },
  }));
}

/** The trace is that of the session at the top; the parent is the call that started this one, where the record still says so. */
async function placeOf(
  store: Pick<Store, "sessions" | "events" | "payloads" | "journal" | "runs">,
  { manifest }: LoadedSession,
): Promise<{ readonly traceId: string; readonly parentSpanId: string | null }> {
  const above = manifest.parentSessionId
    ? await store.sessions.get(manifest.parentSessionId)
    : null;
  let top = above ?? manifest;
  for (let depth = 0; depth < MAX_DEPTH && top.parentSessionId !== undefined; depth += 1) {
    const next = await store.sessions.get(top.parentSessionId);
    if (next === null) break;
    top = next;
  }
  const asked = await traceOf(store, top.sessionId);
  const traceId = asked?.traceId ?? traceIdOf(top.sessionId);
  if (above === null) return { traceId, parentSpanId: asked?.spanId ?? null };
  const { calls } = await loadSession(store, above);
  const starter = calls.find(({ result }) => result?.child_session === manifest.sessionId);
  const parentSpanId = starter
    ? spanIdOf(above.sessionId, starter.callId, starter.rows.at(-1)?.sequence ?? 0)
    : spanIdOf(above.sessionId);
  return { traceId, parentSpanId };
}

/** Of the run that a session is of, as whoever asked for it named it. */
async function traceOf(
  { runs }: Pick<Store, "runs">,
  sessionId: string,
): Promise<TraceContext | null> {
  const [run] = await runs.list({ sessionId, limit: 1 });
  const { trace } = (run?.about ?? {}) as { readonly trace?: unknown };
  return typeof trace === "string" ? readTrace(trace) : null;
}

/** Of a session at the top that nobody asked for in a trace of theirs. */
export function traceIdOf(sessionId: string): string {
  return digest("trace", sessionId).slice(0, 32);
}

export function spanIdOf(...parts: readonly (string | number)[]): string {
  return digest("span", ...parts).slice(0, 16);
}

/** Never all zeros in practice, which would be no id. */
function digest(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

export function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000)));
}

export function attributesOf(
  attributes: Readonly<Record<string, string | number | boolean>>,
): readonly OtlpAttribute[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

function otlpValue(value: string | number | boolean): OtlpValue {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
