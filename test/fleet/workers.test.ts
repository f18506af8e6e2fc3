/** Workers as a team starts them: real programs on one database, with runs that are submitted from elsewhere. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import type { FleetReport } from "@toolplane/contract/console";
import { openDbosEngine, openPostgresStore } from "@toolplane/fleet";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const KEY = Buffer.alloc(32, 7);
const PATIENCE = { timeout: WAITING_MS, interval: 100 };
const TIME = { timeout: 90_000 };

describe.skipIf(!hasPostgres)("workers of a fleet (need postgresql)", () => {
  let server: Postgres;
  let database = 0;
  const worlds: CliWorld[] = [];
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(killed));
    for (const world of worlds.splice(0)) world.remove();
  });
  afterAll(() => server?.remove());

  /** A machine, and how its commands find the record; the next ones share it. */
  function machine(): Machine {
    const world = openCliWorld({ "a.txt": "one\n" });
    worlds.push(world);
    const file = join(world.root, "team.key");
    writeFileSync(file, KEY, { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const record = { postgres: { env: "TEAM_RECORD" }, key: { file } };
    writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record }), { mode: 0o600 });
    const env = { TEAM_RECORD: server.url(`fleet${database}`), TOOLPLANE_SANDBOX: "none" };
    const report = async <T>(...words: string[]) => (await world.report(words, { env })).json as T;
    return {
      world,
      env,
      fleet: () => report<FleetReport>("fleet"),
      submit: (...words) => report<{ run: string; isNew: boolean }>("fleet", "submit", ...words),
      refused: async (...words) => (await world.run(words, { env })).stderr,
      async work(...words) {
        const child = world.spawn(["worker", "--json", ...words], { env });
        workers.push(child);
        const said = await Promise.race([
          once(child.stdout ?? child, "data").then(String),
          once(child, "exit").then(() => "{}"),
        ]);
        return { child, ...(JSON.parse(said) as { readonly health: number | null }) };
      },
    };
  }
  async function fresh(): Promise<Machine> {
    database += 1;
    server.sql("postgres", `CREATE DATABASE fleet${database}`);
    return machine();
  }
  const statusOf = (run: string) =>
    server.sql(`fleet${database}`, `SELECT status FROM toolplane.runs WHERE id = '${run}'`);
  const comesTo = (run: string, status: string) =>
    vi.waitFor(() => expect(statusOf(run)).toBe(status), PATIENCE);

  it(
    "drive what was submitted, suspend for a person, and go on with the answer",
    TIME,
    async () => {
      const one = await fresh();
      const shop = join(one.world.root, "shop");
      mkdirSync(shop);
      const script = scriptOf(one.world, [
        { calls: [{ name: "write", arguments: { path: "b.txt", content: "two\n" } }] },
        { text: "Written." },
      ]);
      rule(one.world, "ask");
      const { run } = await one.submit("Write b.txt.", "--script", script, "--folder", "shop");
      const unserved = await one.fleet();
      expect(unserved.queues).toMatchObject([
        { labels: ["workspace=shop"], waiting: 1, isServed: false },
      ]);
      const { health } = await one.work("--folder", `shop=${shop}`, "--health", "0");
      await comesTo(run, "suspended");
      const ready = await fetch(`http://127.0.0.1:${health}/ready`);
      expect([ready.status, await ready.text()]).toEqual([200, "ready\n"]);
      // Nobody drives it, and nothing of it is in a queue.
      const idle = await one.fleet();
      expect(idle.queues.filter(({ waiting, driving }) => waiting + driving > 0)).toEqual([]);
      expect(idle.waits).toMatchObject([{ run, questions: [expect.any(String)] }]);
      const person = machine();
      const [question = ""] = idle.waits[0]?.questions ?? [];
      const answered = await person.world.run(["approvals", "answer", question, "once"], {
        env: person.env,
      });
      expect(answered.code, answered.stderr).toBe(0);
      expect(answered.stderr).toContain("A worker goes on with it: toolplane fleet");
      expect(answered.stderr).not.toContain("--resume");
      await comesTo(run, "done");
      expect(readFileSync(join(shop, "b.txt"), "utf8")).toBe("two\n");
      expect(existsSync(join(one.world.workspace, "b.txt"))).toBe(false);
    },
  );

  it(
    "lose nothing when one is killed: another goes on within the lease and two seconds",
    TIME,
    async () => {
      const one = await fresh();
      const script = scriptOf(one.world, [
        { calls: [{ name: "bash", arguments: { command: "echo once >> c.txt; sleep 60" } }] },
        { text: "Done." },
      ]);
      rule(one.world, "allow");
      const { run } = await one.submit("Sleep.", "--script", script);
      const { child } = await one.work("--name", "first");
      await comesTo(run, "working");
      const file = join(one.world.workspace, "c.txt");
      await vi.waitFor(() => expect(existsSync(file)).toBe(true), PATIENCE);
      // It is at work, so nothing of it is unknown yet.
      expect((await one.fleet()).unknown).toEqual([]);
      await one.work("--name", "second");
      await killed(child);
      const diedMs = performance.now();
      await comesTo(run, "done");
      expect(performance.now() - diedMs).toBeLessThan(LEASE_MS + 2_000 + SLOW_MS);
      expect((await one.fleet()).unknown).toMatchObject([{ run }]);
      expect(readFileSync(file, "utf8")).toBe("once\n");
    },
  );

  it(
    "let go of their runs between two steps when they are told to end, and others go on",
    TIME,
    async () => {
      const one = await fresh();
      const gate = join(one.world.root, "gate");
      const wait = `until [ -e ${gate} ]; do sleep 0.1; done`;
      const script = scriptOf(one.world, [
        { calls: [{ name: "bash", arguments: { command: wait } }] },
        { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
        { text: "Done." },
      ]);
      rule(one.world, "allow");
      const trace = "0af7651916cd43dd8448eb211c80319c";
      const env = { ...one.env, TRACEPARENT: `00-${trace}-b7ad6b7169203331-01` };
      const words = ["fleet", "submit", "Wait.", "--script", script];
      const { run } = (await one.world.report(words, { env })).json as { readonly run: string };
      const { child } = await one.work();
      await vi.waitFor(
        async () => expect((await one.fleet()).queues).toMatchObject([{ driving: 1 }]),
        PATIENCE,
      );
      await comesTo(run, "working");
      child.kill("SIGTERM");
      writeFileSync(gate, "");
      expect(await once(child, "exit")).toEqual([0, null]);
      expect(statusOf(run)).toBe("working");
      await one.work();
      await comesTo(run, "done");
      expect((await one.fleet()).unknown).toEqual([]);
      // The calls of both workers are in the trace that it was asked for in, wherever one looks.
      const person = machine();
      const session = server
        .sql(`fleet${database}`, `SELECT session_id FROM toolplane.runs WHERE id = '${run}'`)
        .trim();
      const exported = await person.world.run(["export", session, "--format", "otlp"], {
        env: person.env,
      });
      const traces = exported.stdout.match(/"traceId":\s*"\w+"/g) ?? [];
      expect([traces.length, new Set(traces)], exported.stderr).toEqual([
        3,
        new Set([expect.stringContaining(trace)]),
      ]);
    },
  );

  it("end a run that is cancelled, driven or not", TIME, async () => {
    const one = await fresh();
    const script = scriptOf(one.world, [
      { calls: [{ name: "bash", arguments: { command: "sleep 60" } }] },
    ]);
    rule(one.world, "allow");
    const driven = await one.submit("Sleep.", "--script", script);
    const waiting = await one.submit("Sleep.", "--script", script, "--after", "3600");
    await one.work();
    await comesTo(driven.run, "working");
    await vi.waitFor(
      async () => expect((await one.fleet()).workers).toMatchObject([{ driving: 1 }]),
      PATIENCE,
    );
    for (const { run } of [driven, waiting])
      await one.world.report(["fleet", "cancel", run], { env: one.env });
    await comesTo(driven.run, "stopped");
    await comesTo(waiting.run, "stopped");
  });

  it("join again under their name after a kill, when the lease has run out", TIME, async () => {
    const one = await fresh();
    const { child } = await one.work("--name", "same");
    await killed(child);
    const again = one.world.spawn(["worker", "--name", "same"], { env: one.env });
    workers.push(again);
    let said = "";
    again.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const heard = (what: string) => vi.waitFor(() => expect(said).toContain(what), PATIENCE);
    await heard("Waits: an earlier worker named same has not let go of the name; at most 17 s.");
    // Its lease is over, without waiting for it.
    server.sql(`fleet${database}`, "DELETE FROM toolplane.workers");
    await heard("same takes runs from default.");
    expect((await one.fleet()).workers).toMatchObject([{ name: "same", isHeld: true }]);
  });

  it("are refused with a label that promises what is not there", TIME, async () => {
    const one = await fresh();
    const wrong = ["os=plan9", "tool=teleport", "workspace=none", "sandbox=full"];
    const said = await one.refused("worker", ...wrong.flatMap((label) => ["--label", label]));
    expect(said.replaceAll(/\s+/g, " ")).toContain("os=plan9: this machine has os=linux");
    expect(said).toContain("no tool teleport");
    expect(said).toContain("workspace=none");
    expect(said).toContain("sandbox=full");
    const folders = ["shop=../nowhere", "../shop=.", "shop", "="];
    for (const folder of folders)
      expect(await one.refused("worker", "--folder", folder)).toContain("--folder");
  });

  it("submit once under a key, and refuse what no worker could take", TIME, async () => {
    const one = await fresh();
    const script = scriptOf(one.world, [{ text: "Done." }]);
    const order = ["--script", script, "--key", "nightly"];
    const first = await one.submit("Do it.", ...order);
    const second = await one.submit("Do it.", ...order);
    expect([first.isNew, second]).toEqual([true, { run: first.run, isNew: false }]);
    expect(server.sql(`fleet${database}`, "SELECT count(*) FROM toolplane.runs")).toBe("1");
    for (const folder of ["../etc", "/etc"])
      expect(
        await one.refused("fleet", "submit", "Do it.", "--script", script, "--folder", folder),
      ).toContain(`--folder takes the name of a workspace, and ${folder} is none.`);
    expect(server.sql(`fleet${database}`, "SELECT count(*) FROM toolplane.runs")).toBe("1");
  });

  it("show how often a run went wrong", TIME, async () => {
    const one = await fresh();
    const { run } = await one.submit("Do it.", "--script", scriptOf(one.world, []));
    const shown = async (times: number) => {
      server.sql(
        `fleet${database}`,
        `UPDATE toolplane.fleet_runs SET fault = 'No price.', faults = ${times}`,
      );
      return (await one.world.run(["fleet"], { env: one.env })).stdout;
    };
    expect(await shown(1)).toContain(`${run.slice(0, 8)} went wrong once: No price.`);
    expect(await shown(2)).toContain(`${run.slice(0, 8)} went wrong 2 times: No price.`);
  });

  it(
    "leave a run to those who know the loop that kept it, and show that it waits",
    TIME,
    async () => {
      const one = await fresh();
      const name = `fleet${database}`;
      const script = scriptOf(one.world, [{ text: "Done." }]);
      const kept = await one.submit("Do it.", "--script", script, "--after", "3600");
      const early = await one.submit("Do it.", "--script", script, "--after", "3600");
      // One was submitted for a loop of tomorrow; the other was kept by it since, as a worker does that is newer.
      server.sql(
        name,
        `UPDATE toolplane.fleet_runs SET version = '2' WHERE run_id = '${early.run}';
UPDATE toolplane.runs SET head = replace(head, '"version":1', '"version":2') WHERE id = '${kept.run}';
UPDATE toolplane.fleet_runs SET not_before = NULL`,
      );
      await one.work();
      await vi.waitFor(
        async () =>
          expect((await one.fleet()).queues).toMatchObject([
            { version: "2", waiting: 2, isServed: false },
          ]),
        PATIENCE,
      );
      expect((await one.fleet()).failures).toEqual([]);
      expect([statusOf(kept.run), statusOf(early.run)]).toEqual(["working", "working"]);
      expect(
        server.sql(name, "SELECT count(*) FROM toolplane.run_log WHERE entry LIKE '%assistant%'"),
      ).toBe("0");
    },
  );

  it(
    "go on from a database of yesterday: what is gone is driven again, and what is over is over",
    TIME,
    async () => {
      const one = await fresh();
      const script = scriptOf(one.world, [{ text: "Done." }]);
      const { run } = await one.submit("Do it.", "--script", script);
      // As a backup of a moment in which a worker was at it that is long gone.
      const name = `fleet${database}`;
      server.sql(
        name,
        `INSERT INTO toolplane.fleet_workers VALUES ('gone', 'gone', '{"name":"gone","queues":["default"],"versions":["1"],"labels":[],"concurrency":1}');
INSERT INTO toolplane.workers VALUES ('gone', now() - interval '1 day');
UPDATE toolplane_engine.workflow_status SET status = 'PENDING', executor_id = 'gone'`,
      );
      await one.work("--name", "gone");
      await comesTo(run, "done");
      expect((await one.fleet()).workers).toMatchObject([{ name: "gone", isHeld: true }]);
    },
  );

  it("sweep at once without harm, and again where a sweep was cut off", TIME, async () => {
    const one = await fresh();
    const name = `fleet${database}`;
    const script = scriptOf(one.world, [{ text: "Done." }]);
    const runs = [];
    for (let at = 0; at < 4; at += 1)
      runs.push((await one.submit("Do it.", "--script", script)).run);
    server.sql(
      name,
      `INSERT INTO toolplane.fleet_workers VALUES ('gone', 'gone', '{"name":"gone","queues":["default"],"versions":["1"],"labels":[],"concurrency":1}');
UPDATE toolplane_engine.workflow_status SET status = 'PENDING', executor_id = 'gone'`,
    );
    // One sweep got as far as two of the four, and its transaction with the worker's row was lost.
    server.sql(
      name,
      `UPDATE toolplane_engine.workflow_status SET status = 'ENQUEUED', executor_id = NULL
WHERE workflow_uuid IN (SELECT workflow_uuid FROM toolplane_engine.workflow_status LIMIT 2)`,
    );
    await Promise.all([one.work("--name", "one"), one.work("--name", "two")]);
    for (const run of runs) await comesTo(run, "done");
    const { workers: left, failures } = await one.fleet();
    expect(left.map((worker) => worker.name)).toEqual(["one", "two"]);
    expect(failures).toEqual([]);
  });

  it("ask no more of the database for runs that wait", TIME, async () => {
    const one = await fresh();
    const url = server.url(`fleet${database}`);
    const store = await openPostgresStore({ url });
    if (!store.leases) throw new TypeError("It gives no leases.");
    const engine = await openDbosEngine({ url, leases: store.leases });
    await one.work();
    const log = join(server.folder, "log");
    server.sql("postgres", "ALTER SYSTEM SET log_statement = 'all'");
    server.sql("postgres", "ALTER SYSTEM SET log_line_prefix = '%d '");
    server.sql("postgres", "SELECT pg_reload_conf()");
    const seconds = 4;
    const statements = async (): Promise<number> => {
      const count = () => readFileSync(log, "utf8").split(`fleet${database} LOG:`).length;
      const before = count();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return (count() - before) / seconds;
    };
    const without = await statements();
    server.sql(
      `fleet${database}`,
      `INSERT INTO toolplane.fleet_runs (run_id, queue, priority, version, labels, wanted, given)
SELECT 'run_' || n, 'default', 0, '1', '[]', 1, 1 FROM generate_series(1, 1000) AS n`,
    );
    const connections = () =>
      Number(
        server.sql(
          "postgres",
          `SELECT count(*) FROM pg_stat_activity WHERE datname = 'fleet${database}' AND backend_type = 'client backend'`,
        ),
      );
    const held = connections();
    const beside = await statements();
    expect(without).toBeGreaterThan(1);
    expect(beside).toBeLessThan(without * 1.5 + 5);
    // A pool opens one more where two are wanted at once, as on a busy machine.
    expect(connections()).toBeLessThanOrEqual(held + POOL);
    await engine.close();
    await store.close();
  });
});

/** Connections that a worker's pool may have beside the first. */
const POOL = 3;
/** Of the store, unless given. */
const LEASE_MS = 15_000;
/** What a busy machine needs beside: the bound itself is measured by `npm run bench -- fleet`. */
const SLOW_MS = 8_000;

interface Machine {
  readonly world: CliWorld;
  readonly env: Readonly<Record<string, string>>;
  fleet(): Promise<FleetReport>;
  submit(...words: string[]): Promise<{ readonly run: string; readonly isNew: boolean }>;
  /** What a command says that is refused. */
  refused(...words: string[]): Promise<string>;
  work(
    ...words: string[]
  ): Promise<{ readonly child: ChildProcess; readonly health: number | null }>;
}

function scriptOf({ root }: CliWorld, turns: readonly object[]): string {
  const file = join(root, "turns.jsonl");
  writeFileSync(file, turns.map((turn) => JSON.stringify(turn)).join("\n"));
  return file;
}

function rule(world: CliWorld, action: "allow" | "ask"): void {
  const of = (permission: string) => ({ permission, pattern: "*", action });
  const rules = [of("shell.run"), of("fs.write")];
  writeFileSync(join(world.config, "policy.jsonc"), JSON.stringify({ rules }), { mode: 0o600 });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}
