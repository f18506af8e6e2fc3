import type { CallMark } from "./calls.ts";

/** How a call ended, in a word that one can filter by; `asked`: a person was asked, however it ended. */
export type CallVerdict = "allowed" | "failed" | "denied" | "rejected" | "stopped" | "asked";

/** The filters of calls, as a request and a search name them. */
export const CALL_FILTERS = [
  "tool",
  "command",
  "path",
  "host",
  "rule",
  "verdict",
  "client",
  "person",
  "session",
] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];

/** A call as the index of calls shows it. All texts are foreign. */
export interface IndexedCallFacts {
  readonly tool: string;
  /** The argument that says most. */
  readonly what: string;
  readonly mark: CallMark;
  /** `allowed once`, `denied`, `failed`. */
  readonly words: string;
  readonly code: string | null;
  /** The rule that decided, with its file and line; null where none did. */
  readonly rule: string | null;
  readonly durationMs: number | null;
  readonly client: string | null;
  readonly agent: string | null;
  /** The account that the program ran under; null where it was not kept. */
  readonly person: string | null;
  readonly workspace: string | null;
}

export interface FoundCall extends IndexedCallFacts {
  readonly sessionId: string;
  readonly callId: string;
  readonly atMs: number;
}

/** Calls that look the same: the latest of them, how many there are, and the latest few by their ids. */
export interface FoundGroup {
  readonly call: FoundCall;
  readonly count: number;
  readonly latest: readonly Pick<FoundCall, "sessionId" | "callId" | "atMs">[];
}

/** How far the index is: rows of the record that nobody has looked for calls in yet. */
export interface IndexProgress {
  readonly left: number;
  readonly total: number;
}

/** `GET /calls`. */
export interface FoundCallsPage {
  readonly groups: readonly FoundGroup[];
  /** Calls in these groups. */
  readonly calls: number;
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
  /** Null: the store has no index, and calls cannot be searched. */
  readonly index: IndexProgress | null;
}
