/** A run of an agent as it lies in the store, for people and for whoever goes on with it. */
import type { LoopState, Message } from "@toolplane/agent";
import type { TurnMark } from "./run-log.ts";

/** Said once, when a run begins. */
export interface RunAbout {
  /** As a person named it: a script by its file. */
  readonly model: string;
  /** The first words of what was asked for. */
  readonly prompt: string;
  readonly workspace: string | null;
  /** What the model is told before everything else, where somebody said so. */
  readonly instructions?: string;
  /** Which kind of subagent it is, where it works behind the run that started it. */
  readonly behind?: string;
  /** The run and the turn that it goes on from, in another folder. */
  readonly forkOf?: { readonly runId: string; readonly turn: number };
}

/**
 * `working`: a process drives it. `interrupted`: it had not come to its end when its process did. `suspended`: it waits for a
 * person. The others are how it ended.
 */
export type RunStatus =
  | "ready"
  | "working"
  | "interrupted"
  | "suspended"
  | "done"
  | "stopped"
  | "failed";

export interface KeptRun extends RunAbout {
  readonly id: string;
  readonly sessionId: string;
  /** The run that started this one, and the call of it that did. */
  readonly parentId: string | null;
  readonly callId: string | null;
  readonly status: RunStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Answers of the model. */
  readonly turns: number;
  /** Ids of the questions that it waits for. */
  readonly waiting: readonly string[];
}

/** A run with everything that was said in it. */
export interface OpenedRun {
  readonly run: KeptRun;
  readonly state: LoopState;
  /** Everything that was said, in order, also what compaction left out of the state. */
  readonly said: readonly Message[];
  /** Where it can be gone back to: one for each turn, the last one said counts. */
  readonly turns: readonly TurnMark[];
}
