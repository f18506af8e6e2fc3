/** Workers on the engine in trouble, shortly: an hour of it is `npm run chaos -- fleet`. They share a kernel and a disk. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runWorkerChaos } from "../../lab/chaos/fleet/run-worker-chaos.ts";
import { canPart } from "../../lab/chaos/fleet/start-machine.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

/** A round kills, stops and cuts off workers one after the other, and waits for their leases to run out each time. */
const ROUND_MS = 180_000;

describe.skipIf(!hasPostgres || !canPart)(
  "workers in trouble (need postgresql and unshare)",
  () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.remove());

    it("end every session, and make no call twice", { timeout: ROUND_MS }, async () => {
      const amount = { sessions: 12, calls: 4, ms: 200, rounds: 1 };
      const report = await runWorkerChaos({ server, database: "working" }, amount);
      expect(report).toMatchObject({ sessions: 12, calls: 48, twice: [], faults: [] });
    });
  },
);
