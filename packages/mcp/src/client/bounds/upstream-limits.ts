/** The bounds of what a server may send: every wait, list, text and message that comes from it has a bound here. */
export interface UpstreamLimits {
  /** From opening the transport until the first list has been read. */
  readonly startTimeoutMs: number;
  /** For one request that is not a call. */
  readonly requestTimeoutMs: number;
  /** For a call, unless the host's configuration says otherwise. */
  readonly callTimeoutMs: number;
  /** The most that a host's configuration may give a call. */
  readonly maxCallTimeoutMs: number;
  /** How long calls may wait for their turn at one server; more than `maxWaitingCalls` are refused at once. */
  readonly maxWaitingCalls: number;
  readonly maxTools: number;
  readonly maxListPages: number;
  /** Of the definitions of one list, together. */
  readonly maxListBytes: number;
  /** Of one tool's definition, as JSON. */
  readonly maxDefinitionBytes: number;
  /** Of a description as models and people read it. */
  readonly maxDescriptionCharacters: number;
  /** Of one message from the server. */
  readonly maxMessageBytes: number;
  /** Of the text of one result or resource; beyond it the rest is dropped and that is said. */
  readonly maxResultBytes: number;
  /** Images and other binary parts of one result, together, as base64. */
  readonly maxBinaryBytes: number;
  readonly maxParts: number;
  /** Questions that one call may raise. */
  readonly maxQuestions: number;
  /** A server may report changes of its list as often as it likes; it is read this often. */
  readonly listIntervalMs: number;
  /** Waits between attempts; the last one repeats. */
  readonly backoffMs: readonly number[];
  /** So many failures without a well time of `wellAfterMs` between them, and it is not tried again. */
  readonly maxFailures: number;
  readonly wellAfterMs: number;
  /** Silence after which the server is asked whether it is there; 0 for never. */
  readonly pingEveryMs: number;
  readonly maxNotes: number;
  readonly maxNoteCharacters: number;
}

export const UPSTREAM_LIMITS: UpstreamLimits = Object.freeze({
  startTimeoutMs: 30_000,
  requestTimeoutMs: 30_000,
  callTimeoutMs: 60_000,
  maxCallTimeoutMs: 600_000,
  maxWaitingCalls: 256,
  maxTools: 20_000,
  maxListPages: 1_000,
  maxListBytes: 64 * 1_048_576,
  maxDefinitionBytes: 131_072,
  maxDescriptionCharacters: 4_096,
  maxMessageBytes: 16 * 1_048_576,
  maxResultBytes: 1_048_576,
  maxBinaryBytes: 8 * 1_048_576,
  maxParts: 256,
  maxQuestions: 8,
  listIntervalMs: 1_000,
  backoffMs: Object.freeze([1_000, 2_000, 5_000, 15_000, 60_000]),
  maxFailures: 10,
  wellAfterMs: 60_000,
  pingEveryMs: 60_000,
  maxNotes: 50,
  maxNoteCharacters: 500,
});
