/**
 * Many sessions at work on a few workers, with nothing going wrong: all are submitted at once, and every tenth runs a real command. Their
 * models are scripted and take no time, so what is seen is ours and the database's.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FleetReport } from "./check-fleet.ts";
import { begin, type FleetOptions, openFleet } from "./open-fleet.ts";
import type { FleetAmount } from "./run-fleet-chaos.ts";

export interface LoadAmount extends FleetAmount {
  readonly workers: number;
  /** Runs that a worker drives at once. */
  readonly concurrency: number;
}

export interface LoadReport extends FleetReport, LoadAmount {
  readonly calls: number;
  readonly seconds: number;
  readonly calls_per_second: number;
  /** Sessions that were driven in the same moment, at most. */
  readonly at_once: number;
  /** The most memory that a worker had, in MiB. */
  readonly peak_mb: number;
  /** Of all workers to the database, at most. */
  readonly connections: number;
}

const LOOK_MS = 1_000;
/** So long without an end is a fault. */
const STUCK_MS = 120_000;
/** As products have them: what is late here is late for want of processors. */
const AS_USUAL = { leaseMs: 15_000, patienceMs: 5_000 };
const COMMAND_EACH = 10;
const MIB = 2 ** 20;

export async function runFleetLoad(
  options: FleetOptions,
  { workers: count, concurrency, ...amount }: LoadAmount,
): Promise<LoadReport> {
  const { server, database } = options;
  const fleet = await openFleet({ ...AS_USUAL, ...options, isWorkers: true });
  try {
    // The first makes the engine's tables.
    const workers = [await fleet.start("w0", { concurrency })];
    while (workers.length < count)
      workers.push(await fleet.start(`w${workers.length}`, { concurrency }));
    const began = performance.now();
    begin(workers, plansOf(amount));
    const most = { ended: 0, at_once: 0, connections: 0 };
    for (let moved = began; most.ended < amount.sessions; ) {
      await pause(LOOK_MS);
      const [ended = 0, driven = 0, connections = 0] = server
        .sql(database, LOOK)
        .split("|")
        .map(Number);
      if (ended > most.ended) moved = performance.now();
      else if (performance.now() - moved > STUCK_MS)
        throw new Error(`${most.ended} of ${amount.sessions} sessions came to their end`);
      most.ended = ended;
      most.at_once = Math.max(most.at_once, driven);
      most.connections = Math.max(most.connections, connections);
    }
    const seconds = (performance.now() - began) / 1_000;
    const peakBytes = Math.max(...workers.map((worker) => worker.peakBytes()));
    const report = await fleet.check();
    return {
      ...amount,
      ...report,
      workers: count,
      concurrency,
      at_once: most.at_once,
      seconds: Math.round(seconds),
      calls_per_second: Number((report.calls / seconds).toFixed(1)),
      peak_mb: Math.round(peakBytes / MIB),
      connections: most.connections,
    };
  } finally {
    await fleet.close();
  }
}

export function isLoadSound(
  { sessions, calls, charged, twice, faults }: LoadReport,
  asked: number,
): boolean {
  return sessions === asked && charged === calls && twice.length + faults.length === 0;
}

/** Ended, driven now, connections of others. */
const LOOK = `SELECT (SELECT count(*) FROM toolplane.runs WHERE status IN ('done', 'failed', 'stopped')),
(SELECT count(*) FROM toolplane_engine.workflow_status WHERE status = 'PENDING'),
(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())`;

function plansOf({ sessions, calls, ms }: FleetAmount) {
  return Array.from({ length: sessions }, (_, at) => ({
    name: `${at % COMMAND_EACH === 0 ? "s" : "w"}${at}`,
    calls,
    ms,
  }));
}
