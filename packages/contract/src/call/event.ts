/**
 * Events: what a host may listen to. Noun, then verb. `call-start` and `call-end` bracket every executed call; a call that
 * was refused before execution has neither, only `call-settle`, which every call has exactly once.
 */

import type { ErrorCode } from "../result/error.ts";
import type { ToolResult } from "../result/result.ts";
import type { Json, JsonObject } from "../schema/json-schema.ts";
import type { Answer, Question, ShownChange } from "./approval.ts";
import type { ProgressFigures } from "./progress-figures.ts";
import type { TraceSpan } from "./trace-span.ts";

interface CallEvent {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  /** The layer or source the tool was found in. */
  readonly origin: string;
  readonly atMs: number;
}

/** Everything that can be listened to. */
export type ToolplaneEvent =
  | (CallEvent & {
      readonly type: "call-start";
      /** Null for a call that steering skipped. */
      readonly arguments: JsonObject | null;
      readonly attempt: number;
    })
  | (CallEvent & { readonly type: "call-preview"; readonly changes: readonly ShownChange[] })
  | (CallEvent & { readonly type: "call-update"; readonly partial: Json })
  | (CallEvent & {
      readonly type: "call-progress";
      readonly text: string;
      readonly figures?: ProgressFigures;
    })
  | (CallEvent & { readonly type: "call-end"; readonly isError: boolean })
  | (CallEvent & {
      readonly type: "call-settle";
      readonly result: ToolResult;
      /** The stage that settled it. */
      readonly stage: string;
      readonly code?: ErrorCode;
      /** Of a call that failed or was refused: what it was given, masked; absent where that never became arguments. */
      readonly arguments?: JsonObject;
      readonly span: TraceSpan;
    })
  | (CallEvent & { readonly type: "approval-request"; readonly question: Question })
  | (CallEvent & {
      readonly type: "approval-answer";
      readonly questionId: string;
      /** "none": the question is over without an answer, because the call was stopped or no answer could be had. */
      readonly choice: Answer["choice"] | "none";
    })
  | (CallEvent & {
      readonly type: "access-refuse";
      readonly subject: string;
      readonly reason: string;
    })
  | (CallEvent & { readonly type: "access-surprise"; readonly subject: string })
  | { readonly type: "tools-disable"; readonly sessionId: string; readonly atMs: number }
  | { readonly type: "session-open"; readonly sessionId: string; readonly atMs: number }
  | { readonly type: "session-close"; readonly sessionId: string; readonly atMs: number };

/** Names are noun and verb; `EVENT_MEANINGS` says what each is sent for. */
export type EventType = ToolplaneEvent["type"];

/** The event of one type, for a listener that wants no other. */
export type EventOf<T extends EventType> = Extract<ToolplaneEvent, { readonly type: T }>;

/** Every event type with one sentence; `docs/reference/events.md` is generated from it. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  "call-start": "A call is about to execute.",
  "call-preview":
    "What a call is about to do to files, worked out before it is done. Nobody is asked by it.",
  "call-update": "A running tool reported a partial result. Never sent to a model.",
  "call-progress": "A running tool reported progress in words, for people.",
  "call-end": "An executed call came back.",
  "call-settle": "A call has its result, whether it ran or not.",
  "approval-request": "A person is being asked.",
  "approval-answer": "The question is over: a person answered, or nobody could.",
  "access-refuse": "A door refused an operation of a running call.",
  "access-surprise": "A door allowed an operation by a rule that the footprint had not predicted.",
  "tools-disable": "A call came while tools are switched off.",
  "session-open": "A session was opened.",
  "session-close": "A session was closed.",
};

/** In the order in which `EVENT_MEANINGS` and the reference page list them. */
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENT_MEANINGS) as EventType[];
