/** Several machines on one database: what becomes of a run whose machine died, stalled or lost the network. They share a kernel and a disk. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFleetChaos, runZombie } from "../../lab/chaos/fleet/run-fleet-chaos.ts";
import { canPart } from "../../lab/chaos/fleet/start-machine.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const TIME = { timeout: 90_000 };

describe.skipIf(!hasPostgres || !canPart)("machines (need postgresql and unshare)", () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  const stalled = { sessions: 3, calls: 5, ms: 250 };

  it("make no call twice when one stalls past its lease and wakes", TIME, async () => {
    const report = await runZombie({ server, database: "stalled" }, stalled);
    expect(report).toMatchObject({ sessions: 3, calls: 15, twice: [], faults: [] });
    expect(report.unknown).toBeGreaterThan(0);
    expect(report.late).toBeGreaterThan(0);
  });

  it(
    "make no call twice when both stall in turn, and the first wants its own runs back",
    TIME,
    async () => {
      const amount = { sessions: 3, calls: 3, ms: 4_000, isHeirStopped: true };
      const report = await runZombie({ server, database: "swapped" }, amount);
      expect(report).toMatchObject({ sessions: 3, calls: 9, twice: [], faults: [] });
      expect(report.unknown).toBeGreaterThan(0);
    },
  );

  it("make calls twice where the fence is missing", TIME, async () => {
    const report = await runZombie({ server, database: "unfenced", isFenced: false }, stalled);
    expect(report.twice.length).toBeGreaterThan(0);
  });

  it("go on when others are killed or cut off, and when the database crashes", TIME, async () => {
    const amount = { sessions: 6, calls: 4, ms: 250, kills: 1 };
    const report = await runFleetChaos({ server, database: "killed" }, amount);
    expect(report).toMatchObject({ sessions: 6, calls: 24, twice: [], faults: [] });
    expect(report.unknown).toBeGreaterThan(0);
  });
});
