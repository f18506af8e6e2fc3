/** The lines that the guides tell the owner of a database to run, run by it; then a machine works with the login that they are for. */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import type { FleetReport } from "@toolplane/contract/console";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const PATIENCE = { timeout: WAITING_MS, interval: 100 };
const LOGIN = "toolplane_worker";

describe.skipIf(!hasPostgres)("a machine with a login of its own (need postgresql)", () => {
  let server: Postgres;
  let worlds: CliWorld[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE team");
    server.sql("postgres", `CREATE ROLE ${LOGIN} LOGIN`);
  });
  afterEach(() => {
    for (const world of worlds) world.remove();
    worlds = [];
  });
  afterAll(() => server?.remove());

  function machine(login?: string) {
    const world = openCliWorld({});
    worlds.push(world);
    const file = join(world.root, "team.key");
    writeFileSync(file, Buffer.alloc(32, 7), { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const record = { postgres: { env: "TEAM_RECORD" }, key: { file } };
    writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record }), { mode: 0o600 });
    const env = { TEAM_RECORD: server.url("team", login), TOOLPLANE_SANDBOX: "none" };
    const report = async (...words: string[]) => (await world.report(words, { env })).json;
    return {
      report,
      fails: async (...words: string[]) =>
        (await world.run(words, { env })).stderr.replaceAll(/\s+/g, " "),
      found: async () => {
        const { checks } = (await report("doctor")) as Doctor;
        return Object.fromEntries(checks.map((check) => [check.name, check]));
      },
      async work(...words: string[]) {
        const child = world.spawn(["worker", "--json", ...words], { env });
        await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
        return child;
      },
      script: (turns: readonly object[]) => {
        const place = join(world.root, "turns.jsonl");
        writeFileSync(place, turns.map((turn) => JSON.stringify(turn)).join("\n"));
        return place;
      },
    };
  }

  it("is told by doctor what it lacks, and works once it has been let in", async () => {
    const owner = machine();
    const worker = machine(LOGIN);
    expect(await owner.found()).toMatchObject({
      Store: { state: "fine" },
      Fleet: {
        state: "off",
        text: "the engine's tables are not there yet",
        next: "toolplane fleet   makes them, if you want workers.",
      },
    });
    server.sql("team", grants("fleet.md"));
    expect(await worker.fails("fleet")).toContain("with the login that owns the schema toolplane");
    await owner.report("fleet");
    expect((await worker.found()).Fleet).toMatchObject({
      state: "broken",
      text: `the engine's tables are there, and ${LOGIN} may not use them`,
      lines: ["It lacks rights on the schema toolplane_engine."],
    });
    expect(await worker.fails("fleet")).toContain("does not let this login do that");
    server.sql("team", grants("workers.md"));
    expect((await worker.found()).Fleet).toMatchObject({
      state: "fine",
      text: `the engine's tables are there, and ${LOGIN} may use them`,
    });
    const order = ["--script", worker.script([{ text: "Done." }]), "--queue", "slow"];
    const { run } = (await worker.report("fleet", "submit", "Say so.", ...order)) as {
      run: string;
    };
    expect(await worker.fails("worker", "--limit", "slow")).toContain("is not QUEUE=NUMBER");
    const child = await worker.work("--queue", "slow", "--limit", "slow=2", "--rate", "slow=5");
    await vi.waitFor(() => {
      const text = `SELECT status FROM toolplane.runs WHERE id = '${run}'`;
      expect(server.sql("team", text)).toBe("done");
    }, PATIENCE);
    const { queues } = (await worker.report("fleet")) as FleetReport;
    expect(queues).toMatchObject([
      { queue: "slow", concurrency: 2, perSecond: 5, isServed: true, waiting: 0 },
    ]);
    const over = once(child, "exit");
    child.kill("SIGTERM");
    await over;
  });
});

interface Doctor {
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly text: string;
    readonly next?: string;
  }[];
}

/** As they stand in a guide. */
function grants(guide: string): string {
  const text = readFileSync(join(import.meta.dirname, "../../docs/guides", guide), "utf8");
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const own = blocks.filter((block) => block.includes("GRANT"));
  expect(own).toHaveLength(1);
  return own.join("\n");
}
