import type { ShownChange } from "../call/approval.ts";
import type { Footprint } from "../policy/footprint.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Landing } from "../result/change-set.ts";
import type { LabelSource } from "../result/flow.ts";

/** How a recorded call went; each face draws the mark its own way. */
export type CallMark = "allow" | "ask" | "deny" | "failed" | "unknown" | "off" | "running";

export interface Road {
  /** The stage that settled the call, or that it is at. */
  readonly stage: string;
  /** `done`: it has an output. `refused`: a stage settled it with an error. `open`: not settled. */
  readonly outcome: "done" | "refused" | "open";
  readonly wasAsked: boolean;
}

/** A call as a timeline shows it. */
export interface CallLine {
  readonly callId: string;
  readonly tool: string;
  readonly origin: string | null;
  readonly what: string;
  readonly mark: CallMark;
  readonly words: string;
  /** Why it did not run, in a word; null for one that ran. */
  readonly refusal: string | null;
  readonly code: string | null;
  readonly road: Road;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  /** How much of its time people took to answer. */
  readonly waitedMs: number;
  /** The part of the wait that was over before it ran. */
  readonly waitedBeforeMs: number;
  readonly childSession: string | null;
  readonly labels: readonly string[];
}

/** `GET /sessions/{session}/calls`. */
export interface CallsPage {
  readonly calls: readonly CallLine[];
  readonly total: number;
  /** The place of the first of them among all. */
  readonly from: number;
}

export interface CutText {
  readonly text: string;
  /** Of the whole text. */
  readonly characters: number;
  readonly isCut: boolean;
}

/** Something that a call touched: what was foreseen of it, and what happened. */
export interface TouchedThing {
  readonly capability: string;
  readonly target: string;
  /** `predicted`, `opaque`, `in reach`, or `-` for what was not foreseen. */
  readonly before: string;
  /** Null where it did not come to that. */
  readonly real: { readonly mark: CallMark; readonly word: string } | null;
  readonly note?: string;
}

export interface RecordedResult extends CutText {
  readonly type: "output" | "error";
  readonly code: string | null;
  /** How a process ended, where it ended badly. */
  readonly ended: string | null;
  readonly truncated: boolean;
  /** The whole of it can be had at `…/output`. */
  readonly hasWhole: boolean;
  readonly labels: readonly LabelSource[];
  readonly attempts: number;
  /** The tool's words to the person; empty where it has none. */
  readonly message: string;
}

/** `GET /sessions/{session}/calls/{call}`. */
export interface OneCall extends CallLine {
  readonly arguments: CutText;
  /** The model's own arguments, where a person changed them. */
  readonly input: CutText | null;
  readonly touched: readonly TouchedThing[];
  readonly verdict: Verdict | null;
  readonly footprint: Footprint | null;
  readonly answers: readonly {
    readonly questionId: string;
    readonly choice: string;
    readonly receipt: string | null;
    readonly note: string | null;
  }[];
  readonly result: RecordedResult | null;
  /** Why there is no result: it runs, or its end is not known. */
  readonly unsettled: string | null;
  readonly landing: Landing | null;
  /** Landed or dropped by a person afterwards. */
  readonly byHand: object | null;
  readonly changes: readonly ShownChange[];
  /** Files that it changed; those beyond `changes` are only counted. */
  readonly files: number;
  /** Digests of payloads that are gone. */
  readonly missing: readonly string[];
  readonly record: {
    readonly first: number | null;
    readonly last: number | null;
    readonly rows: number;
    readonly hash: string | null;
  };
}

/** `POST /tools/{tool}/call`. */
export interface CalledTool {
  readonly sessionId: string;
  readonly callId: string;
  readonly result: CutText & {
    readonly type: "output" | "error";
    readonly code: string | null;
  };
}
