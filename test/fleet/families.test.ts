/** Subagents in the background, driven by workers of a fleet. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetReport } from "@toolplane/contract/console";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { type FleetWorld, killed, openFleetWorld } from "./fleet-world.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

/** Workers are started one after the other, and a lease has to run out. */
const FAMILY_MS = 180_000;
const TIME = { timeout: FAMILY_MS };
/** What a busy machine needs beside. */
const SLOW_MS = 8_000;
/** A thousandth of a dollar for each answer. */
const prices = { "*": { input: 10, output: 10 } };
const usage = { input: 90, output: 10 };
const start = { name: "task", arguments: { prompt: "Look.", background: true } };

describe.skipIf(!hasPostgres)("families of runs on a fleet (need postgresql)", () => {
  let server: Postgres;
  let fleet: FleetWorld;
  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(() => {
    fleet = openFleetWorld(server, { prices });
  });
  afterEach(() => fleet.close());
  afterAll(() => server?.remove());

  it(
    "a subagent in the background outlives the segment of its parent and its own worker, and is heard of",
    TIME,
    async () => {
      const run = await fleet.submit([
        { calls: [start] },
        { text: "I wait." },
        { text: "It is done." },
        { agent: "general", calls: [fleet.gated("go")] },
        { agent: "general", text: "Found it." },
      ]);
      const first = await fleet.work("first");
      // Its parent occupies nobody while it works.
      await fleet.comesTo(run, "suspended");
      await fleet.begins("go");
      const [child = ""] = await fleet.below(run);
      const seen = (await fleet.world.report(["fleet"], { env: fleet.env })).json as FleetReport;
      expect(seen.waits).toMatchObject([{ run, questions: [], subagents: [child] }]);
      await fleet.work("second");
      await killed(first);
      fleet.open("go");
      await fleet.comesTo(run, "done");
      await fleet.comesTo(child, "done");
      expect(fleet.saidIn(run)).toContain("Found it.");
      expect(fleet.saidIn(run)).toContain("It is done.");
      // What was cut off is told to it as unknown, and nothing ran twice.
      expect(readFileSync(join(fleet.world.workspace, "go-began"), "utf8")).toBe("\n");
      expect(fleet.sql("SELECT count(*) FROM toolplane.runs")).toBe("2");
    },
  );

  it("a parent that is killed while it starts one starts no second", TIME, async () => {
    const run = await fleet.submit([
      { calls: [start, fleet.gated("go")] },
      { text: "I wait." },
      { text: "It is done." },
      { agent: "general", text: "Found it." },
    ]);
    const first = await fleet.work("first");
    const [child = ""] = await fleet.below(run);
    await fleet.begins("go");
    await fleet.comesTo(child, "done");
    await killed(first);
    fleet.open("go");
    await fleet.work("second");
    await fleet.comesTo(run, "done");
    expect(fleet.saidIn(run).split("Found it.")).toHaveLength(2);
    expect(fleet.sql("SELECT count(*) FROM toolplane.runs")).toBe("2");
  });

  it("a cancel reaches those below, while their parent waits", TIME, async () => {
    const run = await fleet.submit([
      { calls: [start] },
      { text: "I wait." },
      { agent: "general", calls: [fleet.gated("never")] },
    ]);
    await fleet.work("first");
    await fleet.comesTo(run, "suspended");
    await fleet.begins("never");
    const [child = ""] = await fleet.below(run);
    const began = performance.now();
    await fleet.world.report(["fleet", "cancel", run], { env: fleet.env });
    await fleet.comesTo(child, "stopped");
    expect(performance.now() - began).toBeLessThan(2_000 + SLOW_MS);
    await fleet.comesTo(run, "stopped");
  });

  it.skipIf(!hasSandbox)(
    "one that works in a view of its own goes to the machine where that lies (needs a sandbox)",
    TIME,
    async () => {
      await fleet.close();
      fleet = openFleetWorld(server, { prices }, { TOOLPLANE_SANDBOX: "" });
      const run = await fleet.submit([
        { calls: [start] },
        { text: "I wait." },
        { text: "It is done." },
        {
          agent: "general",
          calls: [{ name: "write", arguments: { path: "b.txt", content: "two\n" } }],
        },
        { agent: "general", text: "Written." },
      ]);
      await fleet.work("first");
      const [child = ""] = await fleet.below(run);
      expect(fleet.sql(`SELECT labels FROM toolplane.fleet_runs WHERE run_id = '${child}'`)).toBe(
        '["worker=first"]',
      );
      await fleet.comesTo(run, "done");
      expect(readFileSync(join(fleet.world.workspace, "b.txt"), "utf8")).toBe("two\n");
    },
  );

  it(
    "a family shares one purse on two machines: at its end all of it waits, and goes on with an answer",
    TIME,
    async () => {
      const read = (limit: number) => ({ name: "read", arguments: { path: "a.txt", limit } });
      const run = await fleet.submit(
        [
          { calls: [start, start, start], usage },
          { text: "I wait.", usage },
          ...Array.from({ length: 3 }, () => ({ text: "Go on.", usage })),
          ...Array.from({ length: 16 }, (_, at) => ({
            agent: "general",
            calls: [read(at + 1)],
            usage,
          })),
          { agent: "general", text: "Found it.", usage },
        ],
        ...["--max-cost", "0.015"],
      );
      await fleet.work("first", "--concurrency", "2");
      await fleet.work("second", "--concurrency", "2");
      const children = await fleet.below(run, 3);
      for (const child of children) await fleet.comesTo(child, "suspended");
      await fleet.comesTo(run, "suspended");
      // As in one process, one answer of each may pass it.
      expect(spentBy(fleet)).toBeGreaterThanOrEqual(15_000);
      expect(spentBy(fleet)).toBeLessThanOrEqual(18_000);
      const open = "SELECT id FROM toolplane.paused_sessions WHERE resolved_at_ms IS NULL";
      for (const question of fleet.sql(open).split("\n")) {
        const words = ["approvals", "answer", question, "answers", "--answer", "1"];
        expect((await fleet.world.run(words, { env: fleet.env })).code).toBe(0);
      }
      for (const child of children) await fleet.comesTo(child, "done");
      await fleet.comesTo(run, "done");
      // Nobody's answers were counted twice, or not at all.
      const answers = `SELECT count(*) FROM toolplane.run_log WHERE entry LIKE '%"role":"assistant"%'`;
      expect(spentBy(fleet)).toBe(Number(fleet.sql(answers)) * 1_000);
    },
  );
});

/** By the family's purse, in millionths of a dollar. */
function spentBy({ sql }: FleetWorld): number {
  const value = sql("SELECT value FROM toolplane.slots WHERE tool_id = 'family:purse'");
  const { members } = JSON.parse(value) as Purse;
  return Object.values(members).reduce((sum, { used }) => sum + used.costMicros, 0);
}

interface Purse {
  readonly members: Readonly<Record<string, { readonly used: { readonly costMicros: number } }>>;
}
