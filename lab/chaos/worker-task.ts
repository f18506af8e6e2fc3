/** The task of a worker, given in one environment variable when it is started. */
import type { StopAt } from "./boundaries.ts";
import type { Amount } from "./planned-calls.ts";
import type { PlantedFault } from "./planted-fault.ts";

export const TASK_VARIABLE = "TOOLPLANE_CHAOS_TASK";

/** The descriptor on which a worker reports where it stopped. */
export const REPORT_FD = 3;

/** `calls`: the planned calls themselves, made directly. `runs`: an agent for each session, whose model wants them. */
export type WorkKind = "calls" | "runs";

export interface WorkerTask {
  readonly kind: WorkKind;
  /** Of several workers side by side: every `of`th session, from this one on. */
  readonly share?: { readonly of: number; readonly index: number };
  readonly folder: string;
  readonly amount: Amount;
  readonly stop: StopAt | null;
  readonly fault: PlantedFault | null;
}
