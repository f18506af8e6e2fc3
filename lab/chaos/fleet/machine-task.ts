/** The task of a machine, given in one environment variable when it is started. */

export const TASK_VARIABLE = "TOOLPLANE_FLEET_TASK";

export interface MachineTask {
  readonly url: string;
  /** The machines share it, as they would share a checkout at one path. */
  readonly workspace: string;
  readonly userData: string;
  /** A line for each card that was charged. */
  readonly effects: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  /** How far the clock of the machine is ahead. */
  readonly aheadMs: number;
  /** It is a worker on the engine; otherwise it takes every run that nobody drives. */
  readonly isWorker: boolean;
  /** Of the loop, as far as a worker's queues know: it takes runs of these, and begins runs of the last. */
  readonly versions: readonly string[];
  /** Runs of a worker at once. */
  readonly concurrency: number;
  /** False: the store links the rows of a late worker behind the others'. */
  readonly isFenced: boolean;
}

/**
 * A session to begin, as its prompt says it: the model finds its script there, on whichever machine it answers. What it does is in the
 * first letter of its name: `s` runs a real command before the first card, `a` asks a person too, `w` charges cards alone, `p` only asks.
 */
export interface SessionPlan {
  readonly name: string;
  readonly calls: number;
  readonly ms: number;
}

export function promptOf({ name, calls, ms }: SessionPlan): string {
  return `${name} ${calls} ${ms}`;
}

/** The id of the call that charges a card. */
export function chargeId(at: number): string {
  return `charge_${at}`;
}

export function planOf(prompt: string): SessionPlan {
  const [name = "", calls, ms] = prompt.split(" ");
  return { name, calls: Number(calls), ms: Number(ms) };
}

/** What a machine says on its output, a line each. */
export type MachineWord =
  | { readonly says: "up" | "left" }
  | { readonly says: "goes-on" | "ended" | "refused"; readonly run: string; readonly why?: string };

/** The call that runs a real command, before the first card. */
export const COMMAND_ID = "command";

export const KEY: Uint8Array = new Uint8Array(32).fill(7);
