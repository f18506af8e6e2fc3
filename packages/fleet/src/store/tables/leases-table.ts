/** Leases of workers, by the database's clock: what the clock of a machine says does not count. */
import type { Leases } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

export interface OwnLease {
  readonly leases: Leases;
  /** Ends it at once. A lease that was never renewed leaves nothing to end. */
  end(): Promise<void>;
}

export function leasesTable({ read, write }: StoreQueue, forMs: number): OwnLease {
  const worker = crypto.randomUUID();
  let wasRenewed = false;
  return {
    leases: {
      worker,
      forMs,
      async renew() {
        wasRenewed = true;
        await write(RENEW, [storedText(worker), forMs]);
      },
      isHeld: async (name) => (await read(HELD, storedText(name))).length === 1,
    },
    async end() {
      if (wasRenewed) await write(END, [storedText(worker)]);
    },
  };
}

/** Those that ran out long ago go with it: nobody asks about them any more. */
const RENEW = `, gone AS (DELETE FROM toolplane.workers USING how WHERE held_until < clock_timestamp() - interval '30 days')
INSERT INTO toolplane.workers (worker, held_until)
SELECT $1::text, clock_timestamp() + $2::int * interval '1 ms' FROM how
ON CONFLICT (worker) DO UPDATE SET held_until = excluded.held_until`;
const HELD = "SELECT FROM toolplane.workers WHERE worker = $1 AND held_until > clock_timestamp()";
const END = " DELETE FROM toolplane.workers USING how WHERE worker = $1";
