/**
 * Walks one call again for replay, through every stage but `execute`.
 *
 * The road must
 * - be a session of the same configuration (tools, policy layers, mode, judges, budget), fresh, without listeners,
 * whose recorder only hands back what it gets; calls come one at a time, in the order in which they began;
 * - begin with `input` under `callId` and `name`, and let every stage compute its own outcome: none is copied;
 * - take `answers` from the front instead of asking a person, one for each permission question (`edit` and `reject`
 * carry the person's words in `extra`). A question without a recorded answer had none: then `stop` says how it ended.
 * Answers that are left when `execute` is reached were given while the tool ran: they are kept as they are;
 * - at `execute`, write the intent where it is due, then take `execute.result` as what the tool returned, before
 * `bound`; and set attempts, accesses, the outside source, cause and detail from the same place. The tool is not
 * called;
 * - at `bound`, cut again; a sidecar is not written, its path is `execute.sidecarPath`, and null means that writing it
 * failed;
 * - where `stop` is set, end the call at stage `stop.stage` with its code and text: instead of the stage's own work, or
 * after it when `stop.after` says so.
 *
 * Times, ids and MACs are inputs, not outcomes: the recorded ones are put into the replayed entry before it is
 * compared.
 */
import type {
  AnswerFacts,
  FlowFacts,
  Footprint,
  Json,
  JsonObject,
  ToolResult,
} from "@toolplane/contract";
import type { AccessFact, IntentEntry, SettleEntry } from "@toolplane/contract/ports";

/** How a recorded call came back from `execute`. */
export interface ReplayedExecution {
  /** Before it was cut. Redacted already: redacting it again changes nothing. */
  readonly result: ToolResult;
  readonly attempts: number;
  /** The tool's own cost, from the span's attribute `tokens`; the budget of later calls depends on it. */
  readonly usedTokens: number | null;
  readonly accesses: readonly AccessFact[];
  /** Where outside text came from. */
  readonly outside: string | null;
  readonly cause: Json;
  readonly detail: Json;
  readonly sidecarPath: string | null;
}

/** One recorded call, as the road is to be fed with it. */
export interface ReplayCall {
  readonly callId: string;
  readonly name: string;
  readonly input: JsonObject | string;
  /** The tool was found then: one that a model had searched for is not searched for again. */
  readonly wasFound: boolean;
  readonly answers: readonly AnswerFacts[];
  /** Set where the footprint, or what kept it from being read, is taken as recorded: the files may not be what they were. */
  readonly footprint?: Footprint | { readonly fault: string };
  /** Null when the call never reached `execute`. */
  readonly execute: ReplayedExecution | null;
  /** Set when the call was stopped before its tool ran: cancelled, past its deadline, or skipped by a hook or by steering. */
  readonly stop: {
    readonly stage: string;
    readonly code: "cancelled" | "timeout" | "skipped";
    readonly text: string;
    /** True when the stage had done its work and the call was stopped on the way to the next. */
    readonly after: boolean;
  } | null;
  /** The session's labels and its person's words when the call was judged. Notes only grow from call to call. */
  readonly past?: FlowFacts;
  /** Monotonic times of the recording. */
  readonly startMs: number;
  readonly endMs: number;
  /** Wall time when the call settled. */
  readonly wallMs: number;
}

/** The entries that the road handed to its recorder. */
export interface ReplayedCall {
  readonly settle: SettleEntry;
  /** Null when no intent was written. */
  readonly intent: IntentEntry | null;
}

/** Port: implemented by the face, a fake in tests. */
export interface Replayer {
  /** A rejection counts as a difference of that one call. */
  run(call: ReplayCall): Promise<ReplayedCall>;
}
