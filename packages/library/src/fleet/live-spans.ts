/**
 * Sends spans to a collector while runs are driven: a segment, the answers of its model and its calls, each when it has ended. All are in
 * the trace that the run was asked for in, or in one that every machine makes alike from the first session of its family. Nothing waits for
 * them: what a collector does not take is dropped, and told once for each outage.
 */
import { suspendedBy } from "@toolplane/contract";
import type { Clock, RunRow, SegmentEnd } from "@toolplane/contract/ports";
import { toOtel } from "@toolplane/kernel/record";
import type { Agent, AgentEvent } from "../agent/agent.ts";
import { readTrace } from "../ground/read-trace.ts";
import {
  attributesOf,
  nanoseconds,
  type OtlpSpan,
  spanIdOf,
  traceIdOf,
  wrapSpans,
} from "../record/export/export-otlp.ts";
import { postOtlp } from "../record/export/post-otlp.ts";
import type { RunAbout } from "../runs/kept-run.ts";
import type { OtelSettings } from "./read-otel.ts";

export interface LiveSpans {
  /** Follows a segment; what it returns says how that ended. */
  follow(row: RunRow, agent: Pick<Agent, "on">): (end: SegmentEnd["state"]) => void;
  /** Sends what is left, no longer than its collector takes. */
  close(): Promise<void>;
}

export interface LiveSpansOptions extends OtelSettings {
  readonly clock: Pick<Clock, "wallMs" | "setTimer">;
  readonly onWarning: (text: string) => void;
}

const EVERY_MS = 1_000;
/** Past it the oldest are dropped. */
const MOST_WAITING = 2_048;

export function createLiveSpans({ clock, onWarning, service, ...to }: LiveSpansOptions): LiveSpans {
  let waiting: OtlpSpan[] = [];
  let sending: Promise<void> | null = null;
  let isOut = false;
  const closing = new AbortController();
  const send = async (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      await postOtlp(wrapSpans(spans), { ...to, service, signal: closing.signal });
      isOut = false;
    } catch (error) {
      if (!isOut) onWarning(`Spans are lost: ${error instanceof Error ? error.message : error}`);
      isOut = true;
    }
  };
  const later = (): void => {
    if (sending !== null || waiting.length === 0) return;
    sending = new Promise<void>((resolve) => void clock.setTimer(EVERY_MS, resolve))
      .then(send)
      .then(() => {
        sending = null;
        later();
      });
  };
  const keep = (span: OtlpSpan): void => {
    waiting.push(span);
    if (waiting.length > MOST_WAITING) waiting.shift();
    later();
  };
  return {
    follow(row, agent) {
      const place = placeOf(row, clock.wallMs());
      const began = clock.wallMs();
      const made = spansOf(place, () => clock.wallMs());
      const unhear = agent.on((event) => {
        const span = made(event.type === "subagent-event" ? event.event : event);
        if (span) keep(span);
      });
      return (end) => {
        unhear();
        keep({
          ...spanOf(place.segment, place, [began, clock.wallMs()]),
          ...(place.above === null ? {} : { parentSpanId: place.above }),
          name: "invoke_agent",
          attributes: attributesOf({
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.conversation.id": row.sessionId,
            "toolplane.run": row.id,
            "toolplane.segment.end": end,
          }),
        });
      };
    },
    async close() {
      const rest = AbortSignal.timeout(EVERY_MS * 2);
      rest.addEventListener("abort", () => closing.abort());
      await send();
    },
  };
}

interface SpanPlace {
  readonly traceId: string;
  readonly segment: string;
  /** The span that asked for it. */
  readonly above: string | null;
}

function placeOf({ id, sessionId, callId, about }: RunRow, nowMs: number): SpanPlace {
  const { trace, apart } = about as unknown as RunAbout;
  const asked = readTrace(trace);
  const starter = apart && callId !== null ? callSpanId(apart.above.sessionId, callId) : null;
  return {
    traceId: asked?.traceId ?? traceIdOf(apart?.family ?? sessionId),
    segment: spanIdOf("segment", id, nowMs),
    above: starter ?? asked?.spanId ?? null,
  };
}

/** Of events of one segment, in their order. */
function spansOf(place: SpanPlace, nowMs: () => number): (event: AgentEvent) => OtlpSpan | null {
  const turns = new Map<string, { readonly turn: number; readonly atMs: number }>();
  return (event) => {
    if (event.type === "turn-start") turns.set(event.loopId, { turn: event.turn, atMs: nowMs() });
    if (event.type === "message-add" && event.message.role === "assistant") {
      const began = turns.get(event.loopId);
      turns.delete(event.loopId);
      if (!began) return null;
      return {
        ...spanOf(spanIdOf("turn", event.loopId, began.turn), place, [began.atMs, nowMs()]),
        parentSpanId: place.segment,
        name: "chat",
        attributes: attributesOf({
          "gen_ai.operation.name": "chat",
          "toolplane.run": event.loopId,
          "toolplane.turn": began.turn,
        }),
      };
    }
    // One that waits for a person is told when it has come to its end.
    if (event.type !== "call-settle" || suspendedBy(event.result) || event.result.metadata.awaits)
      return null;
    const {
      code,
      message: _,
      ...span
    } = flat(toOtel({ ...event, arguments: null, verdict: null }, { atMs: nowMs() }));
    return {
      ...spanOf(callSpanId(event.sessionId, event.callId), place, [span.startMs, span.endMs]),
      parentSpanId: place.segment,
      name: span.name,
      attributes: attributesOf(span.attributes),
      status: { code: code === "ERROR" ? 2 : 0 },
    };
  };
}

function flat({ status, startTimeMs, endTimeMs, ...span }: ReturnType<typeof toOtel>) {
  return { ...span, ...status, startMs: startTimeMs, endMs: endTimeMs };
}

function spanOf(
  spanId: string,
  { traceId }: SpanPlace,
  [fromMs, toMs]: readonly [number, number],
): Omit<OtlpSpan, "name" | "attributes"> {
  return {
    traceId,
    spanId,
    kind: 1,
    startTimeUnixNano: nanoseconds(fromMs),
    endTimeUnixNano: nanoseconds(Math.max(fromMs, toMs)),
    status: { code: 0 },
  };
}

function callSpanId(sessionId: string, callId: string): string {
  return spanIdOf("live", sessionId, callId);
}
