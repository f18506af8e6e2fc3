/** A run of an agent as it lies in the store, for people and for the process that goes on with it. */
import type { LoopState, Message } from "@toolplane/agent";
import type { KeptRun } from "@toolplane/contract/console";
import type { TurnMark } from "./run-log.ts";

export type { KeptRun, RunAbout, RunStatus } from "@toolplane/contract/console";

/** A run with everything that was said in it. */
export interface OpenedRun {
  readonly run: KeptRun;
  readonly state: LoopState;
  /** Everything that was said, in order, also what compaction left out of the state. */
  readonly said: readonly Message[];
  /** Turns that can be gone back to: one mark for each, the last one said counts. */
  readonly turns: readonly TurnMark[];
}
