/** A session, as a host holds it. */
import type {
  Approval,
  EarlierRun,
  Explanation,
  Narrowing,
  SecurityMode,
  SeenLabel,
  SessionManifest,
  ToolCall,
  ToolCallText,
  ToolplaneEvent,
  ToolResult,
} from "@toolplane/contract";
import type { CallOptions } from "../../call/call-state.ts";
import type { BatchOutcome } from "../../pipeline/run-batch.ts";
import type { ListedTool } from "../../registry/entry/tool-entry.ts";

/** One conversation's worth of calls. */
export interface Session {
  readonly id: string;
  readonly manifest: SessionManifest;
  /** Runs one call down the whole road. Never throws, never rejects: every outcome is a result. */
  call(call: ToolCall | ToolCallText, options?: CallOptions): Promise<ToolResult>;
  /** Runs the calls of one model response by the session's strategy; every call is answered, in call order. */
  callAll(
    calls: readonly (ToolCall | ToolCallText)[],
    options?: Pick<CallOptions, "signal" | "byName"> & {
      /** Runs that an earlier process began, by call id. */
      readonly resumes?: ReadonlyMap<string, EarlierRun>;
      /** Calls that were mended before they were any, by call id: what was wrong with each. */
      readonly repaired?: Readonly<Record<string, string>>;
    },
  ): Promise<BatchOutcome>;
  /** Judges a call and says why. Asks no person and runs nothing. */
  explain(
    call: ToolCall | ToolCallText,
    options?: Pick<CallOptions, "byName">,
  ): Promise<Explanation>;
  /**
   * Makes the session ready for its first command ahead of time: a line that does nothing runs in the sandbox, unrecorded.
   * For programs that wait for a model meanwhile. It takes a moment, never rejects, and no call needs it.
   */
  ready(): Promise<void>;
  /** The tools as a model sees them: the same objects until something changes, later ones at the end. */
  definitions(): readonly ListedTool[];
  /** The same as one canonical JSON text, byte for byte the same until something changes, so that prompt caches hold. */
  listing(): string;
  /** Listens to the session's events; returns how to stop. */
  on(listener: (event: ToolplaneEvent) => void): () => void;
  /** The mode that holds now: the one that it was opened with, or what a person chose since. */
  mode(): SecurityMode;
  /**
   * Sets the mode that a person chose, from the next judgement on. Throws a ConfigurationError in a child, whose mode
   * is its parent's or stricter.
   */
  setMode(mode: SecurityMode): void;
  /** Standing answers given in this session. */
  approvals(): readonly Approval[];
  /**
   * Takes standing answers back that were revoked elsewhere, by their ids: their keys are asked about again, and what runs only by
   * one of them is ended.
   */
  revokeApprovals(ids: readonly string[]): void;
  /** Clears the session's manifest and with it every approval: keys are asked about again, and what runs by one is ended. */
  clearApprovals(): void;
  /**
   * Narrowings in force here: a skill in use that lists the tools it takes. Those of its ancestors apply too and are
   * listed there.
   */
  narrowings(): readonly Narrowing[];
  /** Ends a narrowing, by its `by`: the skill was left. What the rules say holds as before. False when there is none. */
  lift(by: string): boolean;
  /**
   * The person's own words: what they name in them, a rule with `unless: "named"` does not ask about. Only a person's: a prompt
   * that they typed, never one that a model, a tool or another agent wrote.
   */
  said(text: string): void;
  /** Labels that it, its ancestors and its children have seen, without those that were endorsed. */
  labels(): readonly SeenLabel[];
  /** It was started from within another session, which had seen these: they count here too, and are kept with it. */
  inherit(seen: readonly SeenLabel[]): void;
  /** A person vouches for one source of labels, as `labels` names it: it does not count any more, here and below. */
  endorse(source: string): void;
  /**
   * Takes all labels away, as a person's decision. Throws a ConfigurationError in a child: its labels are its parent's,
   * and the driver of a child is no person.
   */
  clearLabels(): void;
  /** Cancels every running call and refuses new ones. */
  cancel(): void;
  /** Cancels, removes sidecars, lets go of timers. Safe to call twice. */
  close(): Promise<void>;
}
