/** Sessions and their calls, as the pages read them. */
import type { ShownChange, Verdict } from "@toolplane/contract";
import type { MarkName } from "./here.ts";

export interface ListedSession {
  readonly sessionId: string;
  readonly workspace: string | null;
  readonly parentSessionId: string | null;
  /** Which kind of subagent worked in it; null for one that is none. */
  readonly agent: string | null;
  readonly mode: string;
  readonly state: "open" | "closed" | "unfinished";
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  readonly rows: number;
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
  readonly asked: number;
  readonly unsettled: number;
  readonly client: string | null;
  readonly last: string;
  /** What was asked for, where a model worked in it; empty otherwise. */
  readonly purpose: string;
}

export interface Road {
  readonly stage: string;
  readonly outcome: "done" | "refused" | "open";
  readonly wasAsked: boolean;
}

export interface CallLine {
  readonly callId: string;
  readonly tool: string;
  readonly origin: string | null;
  readonly what: string;
  readonly mark: MarkName;
  readonly words: string;
  readonly refusal: string | null;
  readonly road: Road;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  readonly waitedMs: number;
  /** The part of the wait that was over before it ran. */
  readonly waitedBeforeMs: number;
  readonly childSession: string | null;
  readonly labels: readonly string[];
}

export interface CutText {
  readonly text: string;
  readonly characters: number;
  readonly isCut: boolean;
}

export interface Touched {
  readonly capability: string;
  readonly target: string;
  readonly before: string;
  readonly real: { readonly mark: MarkName; readonly word: string } | null;
  readonly note?: string;
}

export interface OneCall extends CallLine {
  readonly arguments: CutText;
  readonly touched: readonly Touched[];
  readonly verdict: Verdict | null;
  readonly answers: readonly {
    readonly choice: string;
    readonly receipt: string | null;
    readonly note: string | null;
  }[];
  readonly result:
    | (CutText & {
        readonly type: "output" | "error";
        readonly code: string | null;
        readonly ended: string | null;
        readonly truncated: boolean;
        readonly hasWhole: boolean;
        readonly labels: readonly { readonly label: string; readonly source: string }[];
      })
    | null;
  readonly changes: readonly ShownChange[];
  readonly record: {
    readonly first: number | null;
    readonly last: number | null;
    readonly hash: string | null;
  };
}

export interface SessionPage {
  readonly session: ListedSession;
  readonly sandbox: string | null;
  readonly below: readonly { readonly depth: number; readonly session: ListedSession }[];
  readonly files: readonly {
    readonly path: string;
    readonly changes: number;
    readonly undone: number;
  }[];
}

/** Null where the session is too long to look for them. */
export interface SessionLabels {
  readonly labels:
    | readonly { readonly label: string; readonly source: string; readonly tool: string }[]
    | null;
}

export type Verified =
  | { readonly ok: true; readonly rows: number; readonly head: string | null }
  | { readonly ok: false; readonly row: number; readonly problem: string };

export interface MovePlan {
  readonly action: "undo" | "redo";
  readonly files: readonly {
    readonly path: string;
    readonly changes: number;
    readonly what: string;
    readonly obstacle: string | null;
    readonly diff: string | null;
  }[];
  readonly scratch: readonly string[];
  readonly lasting: readonly { readonly tool: string; readonly did: readonly string[] }[];
}

export interface Replayed {
  readonly same: boolean;
  readonly rows: { readonly same: number; readonly of: number };
  readonly calls: number;
  readonly others: readonly {
    readonly callId: string;
    readonly tool: string;
    readonly outcome: string;
    readonly reasons: readonly string[];
  }[];
}
