/** The state of a connection, and how a failure changes it. */
import type { Clock } from "@toolplane/contract/ports";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";

/**
 * `stopped`: not needed yet or again, or closed. `starting`: connecting or listing. `ready`: calls go through.
 * `waiting`: the connection broke and is tried again at `retryAtMs`. `unauthorized`: a person must sign in. `failed`:
 * it broke too often, or can never work; only `restart` and `stop` let it be tried again.
 */
export type UpstreamState =
  | "stopped"
  | "starting"
  | "ready"
  | "waiting"
  | "unauthorized"
  | "failed";

export interface LifeFacts {
  readonly state: UpstreamState;
  /** A sentence for people about what happened; empty where there is none. */
  readonly message: string;
  /** Wall clock. */
  readonly sinceMs: number;
  /** Set while `waiting`. Wall clock. */
  readonly retryAtMs?: number;
  /** How often it broke since it was last well for a while. */
  readonly failures: number;
}

export interface LifeRecord {
  facts(): LifeFacts;
  become(state: UpstreamState, message?: string): void;
  /** Counts a failure; gives how long to wait before the next attempt, or null when there is none. */
  fail(reason: string): number | null;
  forgive(): void;
}

export function createLifeRecord(options: {
  readonly clock: Clock;
  readonly limits: Pick<UpstreamLimits, "backoffMs" | "maxFailures">;
  readonly onChange: () => void;
}): LifeRecord {
  const { clock, limits, onChange } = options;
  let facts: LifeFacts = { state: "stopped", message: "", sinceMs: clock.wallMs(), failures: 0 };
  const change = (next: Omit<LifeFacts, "sinceMs">): void => {
    facts = { ...next, sinceMs: clock.wallMs() };
    onChange();
  };
  return {
    facts: () => facts,
    become(state, message = "") {
      change({ state, message, failures: facts.failures });
    },
    fail(reason) {
      const failures = facts.failures + 1;
      if (failures >= limits.maxFailures) {
        change({ state: "failed", failures, message: `It broke ${failures} times. ${reason}` });
        return null;
      }
      const wait = limits.backoffMs[Math.min(failures, limits.backoffMs.length) - 1] ?? 0;
      const retryAtMs = clock.wallMs() + wait;
      change({ state: "waiting", failures, message: reason, retryAtMs });
      return wait;
    },
    forgive() {
      facts = { ...facts, failures: 0 };
    },
  };
}
