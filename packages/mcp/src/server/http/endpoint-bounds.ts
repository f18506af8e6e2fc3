import type { Clock } from "@toolplane/contract/ports";

/** How much is served at once. */
export interface EndpointBounds {
  readonly clock: Clock;
  /** Sessions of 2025-11-25, and open subscriptions of 2026-07-28. */
  readonly maxSessions: number;
  /** How long a session lives after its last request. */
  readonly idleMs: number;
  readonly maxBodyBytes: number;
  readonly onError?: (error: Error) => void;
}
