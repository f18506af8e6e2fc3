/** The parts of a run in this process. */
import type { EarlierRun, Reasoning, ToolCallText, ToolResult } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { ModelTool } from "@toolplane/kernel/projection";
import type { LoopInput } from "../loop/loop-input.ts";
import type { LoopState, ReachedLimit } from "../loop/loop-state.ts";
import type { LoopEvent, LoopWork } from "../loop/loop-step.ts";
import type { Model, ModelFault } from "../models/model.ts";

/** A model that gave no answer is asked again. */
export interface ModelRetry extends ModelFault {
  readonly type: "model-retry";
  readonly loopId: string;
  /** The model, as people name it. */
  readonly model: string;
  /** The try that is coming, of so many. */
  readonly attempt: number;
  readonly of: number;
  readonly waitMs: number;
  /** The provider's words. */
  readonly message: string;
}

/** Pieces of the model's answer as they come, beside the events of the state. */
export type RunEvent =
  | LoopEvent
  | ModelRetry
  | { readonly type: "message-update"; readonly loopId: string; readonly delta: string }
  | { readonly type: "thought-update"; readonly loopId: string; readonly delta: string };

export interface RunOptions {
  readonly state: LoopState;
  readonly model: Model;
  readonly session: Session;
  /** The agent that it is, where it is a subagent. */
  readonly agent?: string;
  readonly reasoning?: Reasoning;
  /** The beginning of every prompt. It stays the same as long as it can: providers cache equal beginnings. */
  readonly system: () => string;
  readonly tools: () => readonly ModelTool[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The word in the fence around text from outside, by call id. */
  readonly nonce: (callId: string) => string;
  /** True: it comes back with what is left undone, before anything more is done. */
  readonly leaves?: () => boolean;
  /** Messages that came meanwhile, for the calls that have not begun. */
  readonly inbox: LoopInbox;
  /** The bound of a budget that is shared with others, once it is reached; asked before anything is spent. */
  readonly bound?: (work: LoopWork) => ReachedLimit | null | Promise<ReachedLimit | null>;
  /** Runs that its calls have handed to others since this was asked last. */
  readonly behind?: () => readonly string[];
  /**
   * Asks whether the budget in money is raised, its own or one that it shares: gives `raise`, `limit` where it is not, or `await`
   * where the answer is still to come. Without it a run ends at that bound.
   */
  readonly raise?: (limit: ReachedLimit, signal: AbortSignal) => Promise<LoopInput>;
  readonly on?: (event: RunEvent) => void;
  readonly keep?: (state: LoopState) => Promise<void>;
  /**
   * Looks up calls that the state has open and an earlier process may have begun. Called once, for the first ones that
   * are run.
   */
  readonly earlier?: ((calls: readonly ToolCallText[]) => Promise<EarlierCalls>) | undefined;
}

export interface EarlierCalls {
  /** Results of the calls that came to their end, by call id: they are not made again. */
  readonly results: ReadonlyMap<string, ToolResult>;
  /** Programs that had begun, by call id: what they had called is not called again. */
  readonly resumes: ReadonlyMap<string, EarlierRun>;
}

/** Messages that wait for the loop. */
export interface LoopInbox {
  take(): readonly LoopInput[];
}
