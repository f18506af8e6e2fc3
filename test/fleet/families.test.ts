/** Subagents in the background, driven by workers of a fleet: real programs on one database. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const PATIENCE = { timeout: WAITING_MS, interval: 100 };
const TIME = { timeout: 120_000 };
const NAME = "families";

describe.skipIf(!hasPostgres)("families of runs on a fleet (need postgresql)", () => {
  let server: Postgres;
  let world: CliWorld;
  let env: Record<string, string>;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(killed));
    world.remove();
    server.sql("postgres", `DROP DATABASE ${NAME} WITH (FORCE)`);
  });
  afterAll(() => server?.remove());

  function fresh(): void {
    server.sql("postgres", `CREATE DATABASE ${NAME}`);
    world = openCliWorld({ "a.txt": "one\n" });
    const file = join(world.root, "team.key");
    writeFileSync(file, Buffer.alloc(32, 7), { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const prices = { "*": { input: 10, output: 10 } };
    const record = { postgres: { env: "TEAM_RECORD" }, key: { file } };
    writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record, prices }), {
      mode: 0o600,
    });
    const allowed = (permission: string) => ({ permission, pattern: "*", action: "allow" });
    const rules = [allowed("shell.run"), allowed("fs.write")];
    writeFileSync(join(world.config, "policy.jsonc"), JSON.stringify({ rules }), { mode: 0o600 });
    env = { TEAM_RECORD: server.url(NAME), TOOLPLANE_SANDBOX: "none" };
  }
  async function submit(turns: readonly object[], ...words: string[]): Promise<string> {
    const script = join(world.root, "turns.jsonl");
    writeFileSync(script, turns.map((turn) => JSON.stringify(turn)).join("\n"));
    const all = ["fleet", "submit", "Do it.", "--script", script, ...words];
    return ((await world.report(all, { env })).json as { readonly run: string }).run;
  }
  async function work(name: string, ...words: string[]): Promise<ChildProcess> {
    const child = world.spawn(["worker", "--json", "--name", name, ...words], { env });
    workers.push(child);
    await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
    return child;
  }
  const sql = (text: string) => server.sql(NAME, text);
  const comesTo = (run: string, status: string) =>
    vi.waitFor(
      () => expect(sql(`SELECT status FROM toolplane.runs WHERE id = '${run}'`)).toBe(status),
      PATIENCE,
    );
  /** The runs that it started, as the engine knows them. */
  const below = (run: string, count = 1) =>
    vi.waitFor(() => {
      const ids = sql(`SELECT run_id FROM toolplane.fleet_runs WHERE above = '${run}'`).split("\n");
      expect(ids.filter((id) => id !== "")).toHaveLength(count);
      return ids;
    }, PATIENCE);
  /** By the family's purse, in millionths of a dollar. */
  const spent = () => {
    const value = sql("SELECT value FROM toolplane.slots WHERE tool_id = 'family:purse'");
    const { members } = JSON.parse(value) as Purse;
    return Object.values(members).reduce((sum, { used }) => sum + used.costMicros, 0);
  };
  const saidIn = (run: string) =>
    sql(`SELECT entry FROM toolplane.run_log WHERE run_id = '${run}' ORDER BY place`);
  const place = (name: string) => join(world.workspace, name);
  const comes = (name: string) =>
    vi.waitFor(() => expect(existsSync(place(name))).toBe(true), PATIENCE);
  /** Says that it has begun, and waits until it may go on. */
  const gated = (name: string) => ({
    name: "bash",
    arguments: {
      command: `echo >> ${name}-began; until [ -e ${name} ]; do sleep 0.1; done`,
    },
  });
  const open = (name: string) => writeFileSync(place(name), "");
  const start = { name: "task", arguments: { prompt: "Look.", background: true } };

  it(
    "a subagent in the background outlives the segment of its parent and its own worker, and is heard of",
    TIME,
    async () => {
      fresh();
      const run = await submit([
        { calls: [start] },
        { text: "I wait." },
        { text: "It is done." },
        { agent: "general", calls: [gated("go")] },
        { agent: "general", text: "Found it." },
      ]);
      const first = await work("first");
      // Its parent occupies nobody while it works.
      await comesTo(run, "suspended");
      await comes("go-began");
      const [child = ""] = await below(run);
      await work("second");
      await killed(first);
      open("go");
      await comesTo(run, "done");
      await comesTo(child, "done");
      expect(saidIn(run)).toContain("Found it.");
      expect(saidIn(run)).toContain("It is done.");
      // What was cut off is told to it as unknown, and nothing ran twice.
      expect(readFileSync(place("go-began"), "utf8")).toBe("\n");
      expect(sql("SELECT count(*) FROM toolplane.runs")).toBe("2");
    },
  );

  it("a parent that is killed while it starts one starts no second", TIME, async () => {
    fresh();
    const run = await submit([
      { calls: [start, gated("go")] },
      { text: "I wait." },
      { text: "It is done." },
      { agent: "general", text: "Found it." },
    ]);
    const first = await work("first");
    const [child = ""] = await below(run);
    await comes("go-began");
    await comesTo(child, "done");
    await killed(first);
    open("go");
    await work("second");
    await comesTo(run, "done");
    expect(saidIn(run).split("Found it.")).toHaveLength(2);
    expect(sql("SELECT count(*) FROM toolplane.runs")).toBe("2");
  });

  it("a cancel reaches those below on every machine, driven or not", TIME, async () => {
    fresh();
    const run = await submit([
      { calls: [start] },
      { text: "I wait." },
      { agent: "general", calls: [gated("never")] },
    ]);
    await work("first");
    await comesTo(run, "suspended");
    await comes("never-began");
    const [child = ""] = await below(run);
    const began = performance.now();
    await world.report(["fleet", "cancel", run], { env });
    await comesTo(child, "stopped");
    expect(performance.now() - began).toBeLessThan(2_000 + SLOW_MS);
    await comesTo(run, "stopped");
  });

  it(
    "a family shares one purse on two machines: at its end all of it waits, and goes on with an answer",
    TIME,
    async () => {
      fresh();
      // A thousandth of a dollar for each answer.
      const usage = { input: 90, output: 10 };
      const read = (limit: number) => ({ name: "read", arguments: { path: "a.txt", limit } });
      const run = await submit(
        [
          { calls: [start, start, start], usage },
          { text: "I wait.", usage },
          ...Array.from({ length: 3 }, () => ({ text: "Go on.", usage })),
          ...Array.from({ length: 16 }, (_, at) => ({
            calls: [read(at + 1)],
            agent: "general",
            usage,
          })),
          { agent: "general", text: "Found it.", usage },
        ],
        ...["--max-cost", "0.015"],
      );
      await work("first", "--concurrency", "2");
      await work("second", "--concurrency", "2");
      const children = await below(run, 3);
      for (const child of children) await comesTo(child, "suspended");
      await comesTo(run, "suspended");
      // As in one process, one answer of each may pass it.
      expect(spent()).toBeGreaterThanOrEqual(15_000);
      expect(spent()).toBeLessThanOrEqual(18_000);
      const questions = sql(
        "SELECT id FROM toolplane.paused_sessions WHERE resolved_at_ms IS NULL",
      );
      for (const question of questions.split("\n")) {
        const words = ["approvals", "answer", question, "answers", "--answer", "1"];
        expect((await world.run(words, { env })).code).toBe(0);
      }
      for (const child of children) await comesTo(child, "done");
      await comesTo(run, "done");
      // Nobody's answers were counted twice, or not at all.
      const answers = sql(
        `SELECT count(*) FROM toolplane.run_log WHERE entry LIKE '%"role":"assistant"%'`,
      );
      expect(spent()).toBe(Number(answers) * 1_000);
    },
  );
});

interface Purse {
  readonly members: Readonly<Record<string, { readonly used: { readonly costMicros: number } }>>;
}

/** What a busy machine needs beside. */
const SLOW_MS = 8_000;

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}
