/** Events of a run. Its driver reports what happened; nothing else changes its state. */
import type { Json, ToolCallText } from "@toolplane/contract";
import type { ReachedLimit, Spent } from "./loop-state.ts";
import type { Picture, ToolMessage } from "./message.ts";

/** The usage of one answer, as far as its provider says it. */
export interface ModelUsage extends Spent {
  /** Of the input: what the provider had kept from before, and what it keeps from now on. */
  readonly cachedTokens?: number;
  readonly writtenTokens?: number;
  /** It said nothing of it: the numbers are not what was used. */
  readonly isUnknown?: true;
}

export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCallText[];
  /** `length`: it ran into its own bound. `refused`: the provider stopped its answer. */
  readonly finish: "stop" | "calls" | "length" | "refused";
  readonly usage: ModelUsage;
  /** Calls that had to be mended before they were any, by their id: what was wrong with them. */
  readonly repaired?: Readonly<Record<string, string>>;
  readonly opaque?: Json;
}

export type LoopInput =
  /** A person's words that begin a run, or go on with one that is over; a parent's, where a subagent gets its task. */
  | {
      readonly type: "prompt";
      readonly text: string;
      readonly from?: "parent";
      /** The words that the model has to know first: the host's own. */
      readonly notes?: readonly string[];
      readonly pictures?: readonly Picture[];
    }
  /** Words for the run while it works: before the model's next answer. */
  | { readonly type: "steer"; readonly text: string }
  /** Words that wait until the turn has ended. */
  | { readonly type: "follow-up"; readonly text: string }
  /** A note of the host itself, such as what a background child found; `run` is that child's where others drove it. */
  | { readonly type: "note"; readonly text: string; readonly run?: string }
  | { readonly type: "answer"; readonly answer: ModelAnswer; readonly workedMs: number }
  | {
      readonly type: "model-failure";
      readonly message: string;
      readonly workedMs: number;
      readonly tries?: number;
      /** The status of the provider's last answer, where it gave one. */
      readonly httpStatus?: number;
    }
  | {
      readonly type: "results";
      readonly results: readonly ToolMessage[];
      /** A person's words between the calls, so that the rest was skipped. */
      readonly steering: readonly string[];
      readonly workedMs: number;
      /** Questions that calls without a result wait for. */
      readonly waiting?: readonly string[];
      /** Runs that these calls started and others drive. */
      readonly behind?: readonly string[];
    }
  /**
   * It is done, but others that it started wait for a person, and their findings are still to come; or a person was asked whether
   * its budget is raised.
   */
  | { readonly type: "await"; readonly questions: readonly string[] }
  /** A suspended run goes on: the calls that waited are to be run. */
  | { readonly type: "resume" }
  /** The beginning of the conversation, said shorter; null where it could not be. */
  | { readonly type: "compacted"; readonly summary: string | null; readonly spent: Spent }
  /** The conversation is to be said shorter before the model answers next, however long it is. */
  | { readonly type: "shorten" }
  /** A run below this one used something. */
  | { readonly type: "spend"; readonly spent: Spent; readonly turns?: number }
  /** A bound that it shares with others is reached, or nobody raises its own. */
  | { readonly type: "limit"; readonly limit: ReachedLimit }
  /** Its budget in money, or one that it shares, is used up: a person may raise it. */
  | { readonly type: "pause"; readonly limit: ReachedLimit }
  /** The budget was raised: its own to so much in all, or one above it. A pause for it is over. */
  | { readonly type: "raise"; readonly costMicros?: number }
  /** The words that were to begin the run were turned away. */
  | { readonly type: "input-reject"; readonly reason: string }
  /** `said`: the part of its answer that the model had given until then. */
  | { readonly type: "cancel"; readonly reason: string; readonly said?: string };
