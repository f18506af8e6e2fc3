/**
 * Time that a worker has on its runs and questions, by the clock of the store. Whoever opens a store is a worker, under a name that
 * never comes a second time.
 */
export interface Leases {
  /** The name of the worker that opened this store. */
  readonly worker: string;
  /** How long a lease holds that is not renewed. */
  readonly forMs: number;
  /** Gives this worker that time from now on. Closing the store ends it. */
  renew(): Promise<void>;
  /** False for a lease that ran out or was ended, and for a worker that never had one. */
  isHeld(worker: string): Promise<boolean>;
}
