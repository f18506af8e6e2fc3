/** Budgets in money of runs that workers drive. */
import type { FleetReport } from "@toolplane/contract/console";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { type FleetWorld, openFleetWorld } from "./fleet-world.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const PATIENCE = { timeout: WAITING_MS, interval: 200 };
/** Three programs start, one after the other. */
const STARTS_MS = 180_000;
const TIME = { timeout: STARTS_MS };
const prices = { "*": { input: 10, output: 10 } };
const usage = { input: 90, output: 10 };

describe.skipIf(!hasPostgres)("money on a fleet (needs postgresql)", () => {
  let server: Postgres;
  let fleet: FleetWorld;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(() => fleet.close());
  afterAll(() => server?.remove());

  it(
    "a run whose money is used up waits for a person, and goes on where it is answered from elsewhere",
    TIME,
    async () => {
      fleet = openFleetWorld(server, { prices });
      const read = (limit: number) => ({ name: "read", arguments: { path: "a.txt", limit } });
      const run = await fleet.submit(
        [1, 2, 3, 4].map((at) => ({ calls: [read(at)], usage })),
        ...["--max-cost", "0.002"],
      );
      await fleet.work("first");
      await fleet.comesTo(run, "suspended");
      const answered = "SELECT count(*) FROM toolplane.run_log WHERE entry LIKE '%assistant%'";
      expect(fleet.sql(answered)).toBe("2");
      const { world, env } = fleet.beside({});
      const { waits } = (await world.report(["fleet"], { env })).json as FleetReport;
      expect(waits).toMatchObject([{ run, questions: [expect.any(String)] }]);
      const [question = ""] = waits[0]?.questions ?? [];
      const words = ["approvals", "answer", question, "answers", "--answer", "1"];
      expect((await world.run(words, { env })).code).toBe(0);
      await fleet.comesTo(run, "done");
      expect(fleet.sql(answered)).toBe("5");
    },
  );

  it(
    "a worker that knows no price asks no model, says which price is missing, and leaves the run to one that knows it",
    TIME,
    async () => {
      fleet = openFleetWorld(server, { prices });
      const run = await fleet.submit([{ text: "Done.", usage }], "--max-cost", "1");
      const poor = fleet.beside({});
      await poor.work("poor");
      const report = async () =>
        (await fleet.world.report(["fleet"], { env: fleet.env })).json as FleetReport;
      await vi.waitFor(
        async () =>
          expect((await report()).failures).toMatchObject([
            { run, fault: expect.stringContaining("no price of script:"), isGivenUp: false },
          ]),
        PATIENCE,
      );
      expect(fleet.saidIn(run)).not.toContain("assistant");
      // One that cannot be opened anywhere ends all the same.
      const { stdout } = await fleet.world.run(["fleet", "cancel", run], { env: fleet.env });
      expect(stdout).toContain("is to end");
      await fleet.comesTo(run, "stopped");
      await vi.waitFor(async () => expect((await report()).failures).toEqual([]), PATIENCE);
      const next = await fleet.submit([{ text: "Done.", usage }], "--max-cost", "1");
      await vi.waitFor(async () => expect((await report()).failures).toHaveLength(1), PATIENCE);
      await fleet.work("rich");
      await fleet.comesTo(next, "done");
      await vi.waitFor(async () => expect((await report()).failures).toEqual([]), PATIENCE);
    },
  );
});
