/**
 * The engine of a fleet, on the database that a team has anyway: queues are those of DBOS, leases and what becomes of a dead worker's runs
 * are ours. A program that only submits opens it too, and works nowhere.
 */
import { ToolError } from "@toolplane/contract";
import {
  checkOffer,
  type Engine,
  type FleetQueue,
  type FleetView,
  fullOrder,
  type Leases,
} from "@toolplane/contract/ports";
import { createWorker, type EngineWorker } from "./create-worker.ts";
import { openEngineDatabase } from "./engine-database.ts";
import { type FleetRows, fleetRows } from "./fleet-rows.ts";
import { isServed, type Line, lineName, readLine } from "./lines.ts";
import { makeTables, openQueues, type QueueLimits, type Queues } from "./queues.ts";

export interface DbosEngineOptions {
  /** Of the database itself, not of a pooler. It is not shown anywhere. */
  readonly url: string;
  /** Of the store that runs are kept in: its name is the worker's. */
  readonly leases: Leases;
  /** How many connections it keeps at most; 4 unless given. */
  readonly connections?: number;
  /** The limits of a queue for all workers together. */
  readonly limits?: Readonly<Record<string, QueueLimits>>;
  /** How often a worker asks each of its queues; 500 ms unless given. */
  readonly pollMs?: number;
  readonly onWarning?: (text: string) => void;
}

const CONNECTIONS = 4;
const POLL_MS = 500;

/** Rejects with `unavailable` when the database cannot be used, and says why. */
export async function openDbosEngine(options: DbosEngineOptions): Promise<Engine> {
  const { url, leases, limits = {}, connections = CONNECTIONS, pollMs = POLL_MS } = options;
  const database = openEngineDatabase(url, connections);
  let queues: Queues;
  try {
    const [there] = await database.query(
      "SELECT to_regclass('toolplane_engine.workflow_status') IS NOT NULL AS there",
      [],
    );
    if (there?.there !== true) await makeTables(database, url);
    queues = await openQueues({ database, url, limits, pollMs });
  } catch (error) {
    await database.close();
    throw error;
  }
  const rows = fleetRows(database);
  const onWarning = options.onWarning ?? (() => {});
  const ground = { database, url, rows, queues, leases, onWarning };
  let working: Promise<EngineWorker> | null = null;
  let closing: Promise<void> | null = null;
  const end = async (withinMs: number): Promise<readonly string[]> => {
    const ending = working;
    working = null;
    return (await ending?.catch(() => null))?.end(withinMs) ?? [];
  };
  return {
    async submit(run, order) {
      const { below } = order;
      const full = fullOrder(order, below === undefined ? null : await rows.above(below));
      await queues.prepare(full);
      return rows.submit(run, full, queues.enqueue);
    },
    find: (key) => rows.find(key),
    wake: (run) => rows.wake(run),
    cancel: (run) => rows.cancel(run),
    async work(offer, drive) {
      checkOffer(offer);
      if (working) throw new ToolError("conflict", "This engine works already.");
      const starting = createWorker(ground, offer, drive);
      working = starting;
      try {
        await starting;
      } catch (error) {
        working = null;
        throw error;
      }
    },
    drain: async ({ withinMs }) => ({ left: await end(withinMs) }),
    show: () => viewOf(rows, queues),
    close() {
      closing ??= end(0).then(async () => {
        await queues.close();
        await database.close();
      });
      return closing;
    },
  };
}

async function viewOf(rows: FleetRows, queues: Queues): Promise<FleetView> {
  const [workers, wanted, failures, open, limited] = await Promise.all([
    rows.workers(),
    rows.wanted(),
    rows.failures(),
    queues.list(),
    queues.limited(),
  ]);
  const offers = workers.flatMap(({ offer, isHeld, isDraining }) =>
    isHeld && !isDraining ? [offer] : [],
  );
  const lines = new Map<string, FleetQueue>();
  const add = (line: Line, more: Partial<FleetQueue>): void => {
    const { queue, version, labels } = line;
    const none = { queue, version, labels, ...NOTHING, isServed: isServed(line, offers) };
    const now: FleetQueue = lines.get(lineName(line)) ?? none;
    const sum = (name: keyof typeof NOTHING) => now[name] + (more[name] ?? 0);
    const sums = { waiting: sum("waiting"), later: sum("later"), driving: sum("driving") };
    const { concurrency = now.concurrency, perSecond = now.perSecond } = more;
    lines.set(lineName(line), {
      ...now,
      ...sums,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(perSecond === undefined ? {} : { perSecond }),
    });
  };
  const driving = new Map<string, number>();
  for (const { queueName = "", status, executorId = "" } of open) {
    const line = readLine(queueName);
    if (line) add(line, status === "PENDING" ? { driving: 1 } : { waiting: 1 });
    if (status === "PENDING") driving.set(executorId, (driving.get(executorId) ?? 0) + 1);
  }
  for (const line of [...wanted, ...limited]) add(line, line);
  return {
    workers: workers.map(({ worker, offer, isHeld, isDraining }) => {
      return { ...offer, worker, isHeld, isDraining, driving: driving.get(worker) ?? 0 };
    }),
    queues: [...lines.values()],
    failures,
  };
}

const NOTHING = { waiting: 0, later: 0, driving: 0 };
