/** A database, a folder, and machines on them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPostgresStore } from "@toolplane/fleet";
import type { Postgres } from "../../../test/fleet/start-postgres.ts";
import { answerAll } from "./answer-all.ts";
import { checkFleet, type FleetReport, readEffects } from "./check-fleet.ts";
import type { SessionPlan } from "./machine-task.ts";
import { type Machine, startMachine } from "./start-machine.ts";

export interface Fleet {
  /** Resolves when it is up. */
  start(name: string, how?: MachineWays): Promise<Machine>;
  /** Cards that were charged so far. */
  charged(): number;
  /** Resolves when so many sessions have come to their end, on whichever machine. */
  ended(count: number): Promise<void>;
  /** Answers what machines ask a person, until what is returned is called. */
  answering(): Promise<() => Promise<void>>;
  check(): Promise<FleetReport>;
  close(): Promise<void>;
}

interface MachineWays {
  /** Its way to the database. */
  readonly port?: number;
  /** How far its clock is wrong. */
  readonly aheadMs?: number;
  readonly versions?: readonly string[];
  /** Runs at once; 8 unless given. */
  readonly concurrency?: number;
}

export interface FleetOptions {
  readonly server: Postgres;
  readonly database: string;
  readonly isFenced?: boolean;
  readonly leaseMs?: number;
  /** How long its store waits for the database. */
  readonly patienceMs?: number;
  /** Machines are workers on the engine. */
  readonly isWorkers?: boolean;
}

/** Nothing here takes this long, also where others work on the same processors. */
const STUCK_MS = 150_000;
const LEASE_MS = 1_000;
const PATIENCE_MS = 600;

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { server, database, isFenced = true, leaseMs = LEASE_MS, isWorkers = false } = options;
  const { patienceMs = PATIENCE_MS } = options;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tp-fleet-")));
  const workspace = join(folder, "project");
  const effects = join(folder, "effects");
  mkdirSync(workspace);
  server.sql("postgres", `CREATE DATABASE ${database}`);
  const url = server.url(database);
  const machines: Machine[] = [];
  await (await openPostgresStore({ url })).close();
  return {
    async start(name, { port = server.port, aheadMs = 0, versions = ["1"], concurrency = 8 } = {}) {
      const userData = join(folder, name);
      mkdirSync(userData, { mode: 0o700 });
      const through = url.replace(`:${server.port}/`, `:${port}/`);
      const bounds = { leaseMs, patienceMs, aheadMs, isFenced, isWorker: isWorkers };
      const task = { url: through, workspace, userData, effects, ...bounds, versions, concurrency };
      const machine = startMachine(name, task);
      machines.push(machine);
      await until(() => machine.words.some(({ says }) => says === "up"), `${name} is up`);
      return machine;
    },
    charged: () => readEffects(effects).length,
    async ended(count) {
      await until(
        () => Number(server.sql(database, ENDED)) >= count,
        () => `${count} sessions ended: ${isWorkers ? server.sql(database, LEFT) : ""}`,
      );
    },
    answering: () => answerAll(url),
    async check() {
      await Promise.all(machines.map((machine) => machine.kill()));
      const misled = isWorkers ? misledRuns(server.sql(database, VERSIONS), machines) : [];
      const store = await openPostgresStore({ url });
      const report = await checkFleet(store, effects).finally(() => store.close());
      return { ...report, faults: [...report.faults, ...misled] };
    },
    async close() {
      await Promise.all(machines.map((machine) => machine.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ENDED = "SELECT count(*) FROM toolplane.runs WHERE status IN ('done', 'failed', 'stopped')";

/** What is not over, with what the engine knows of it. */
const LEFT = `SELECT json_agg(t) FROM (SELECT r.id, r.status, r.owner, f.*, (SELECT json_agg(json_build_array(w.workflow_uuid,
w.status, w.executor_id)) FROM toolplane_engine.workflow_status w WHERE w.workflow_uuid LIKE r.id || '/%') AS segments
FROM toolplane.runs r LEFT JOIN toolplane.fleet_runs f ON f.run_id = r.id WHERE status NOT IN ('done', 'failed', 'stopped')
LIMIT 5) AS t`;

const VERSIONS =
  "SELECT coalesce(json_object_agg(run_id, version), '{}') FROM toolplane.fleet_runs";

/** Runs that a machine drove although it does not know their loop. */
function misledRuns(versionsOf: string, machines: readonly Machine[]): readonly string[] {
  const known = JSON.parse(versionsOf) as Readonly<Record<string, string>>;
  return machines.flatMap(({ name, versions, words }) =>
    words.flatMap((word) =>
      word.says === "goes-on" && !versions.includes(known[word.run] ?? "")
        ? `${word.run}: of loop ${known[word.run] ?? "none"}, driven by ${name}`
        : [],
    ),
  );
}

/** Looks again and again, for machines say nothing to each other. */
export async function until(holds: () => boolean, what: string | (() => string)): Promise<void> {
  const over = performance.now() + STUCK_MS;
  while (!holds()) {
    if (performance.now() > over)
      throw new Error(`It did not come to this: ${typeof what === "string" ? what : what()}.`);
    await pause(50);
  }
}

/** Sessions that machines begin in turn. */
export function begin(machines: readonly Machine[], plans: readonly SessionPlan[]): void {
  for (const [at, plan] of plans.entries()) machines[at % machines.length]?.begin(plan);
}
