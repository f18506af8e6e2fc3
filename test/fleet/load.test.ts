/** Many sessions on a few workers, shortly: a thousand of them is `npm run chaos -- load`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLoadSound, runFleetLoad } from "../../lab/chaos/fleet/run-fleet-load.ts";
import { canPart } from "../../lab/chaos/fleet/start-machine.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

/** Programs that start take long where others are at work. */
/** Twenty sessions go through two programs that have to start first. */
const LOAD_MS = 180_000;
const TIME = { timeout: LOAD_MS };

describe.skipIf(!hasPostgres || !canPart)(
  "many sessions on workers (need postgresql and unshare)",
  () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.remove());

    it("all come to their end, with each call made once", TIME, async () => {
      const amount = { sessions: 20, calls: 2, ms: 50, workers: 2, concurrency: 4 };
      const report = await runFleetLoad({ server, database: "loaded" }, amount);
      expect(report).toMatchObject({ calls: 40, charged: 40, unknown: 0, commands: 2, faults: [] });
      expect(isLoadSound(report, amount.sessions)).toBe(true);
      expect([report.peak_mb > 0, report.connections > 0]).toEqual([true, true]);
    });
  },
);
