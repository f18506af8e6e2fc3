/** What a worker is told when it is started, in one environment variable. */
import type { StopAt } from "./boundaries.ts";
import type { Amount } from "./planned-calls.ts";
import type { PlantedFault } from "./planted-fault.ts";

export const TASK_VARIABLE = "TOOLPLANE_CHAOS_TASK";

/** The descriptor on which a worker says where it stands. */
export const REPORT_FD = 3;

export interface WorkerTask {
  readonly folder: string;
  readonly amount: Amount;
  readonly stop: StopAt | null;
  readonly fault: PlantedFault | null;
}
