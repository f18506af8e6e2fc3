import type { FleetView } from "../ports/engine.ts";

/** `GET /fleet`: null where the record is of one machine. */
export interface FleetFacts {
  readonly fleet: FleetReport | null;
}

export interface FleetReport extends FleetView {
  /** Runs that wait for a person, or for subagents that are runs of their own. */
  readonly waits: readonly {
    readonly run: string;
    readonly prompt: string;
    readonly questions: readonly string[];
    readonly subagents: readonly string[];
    readonly sinceMs: number;
  }[];
  /** Calls of the newest runs that began and never settled: their effects are unknown, and their models were told so. */
  readonly unknown: readonly {
    readonly run: string;
    readonly sessionId: string;
    readonly callId: string;
  }[];
}
