/** All runs of machines, again and again for as long as is said, with more sessions and more kills than a test may take. */
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { FleetReport } from "./check-fleet.ts";
import { runFleetChaos, runZombie } from "./run-fleet-chaos.ts";
import { runWorkerChaos } from "./run-worker-chaos.ts";

export interface RoundsReport {
  readonly rounds: number;
  readonly kills: number;
  readonly sessions: number;
  readonly calls: number;
  readonly charged: number;
  readonly unknown: number;
  /** What late workers reported. */
  readonly late: number;
  /** Calls that the record knows nothing of, although their effect is there. */
  readonly lost: number;
  /** Cards that were charged more than once. */
  readonly repeated: number;
  readonly chain_ok: boolean;
  readonly faults: readonly string[];
}

const STALLED = { sessions: 6, calls: 10, ms: 300 };
const KILLED = { sessions: 24, calls: 5, ms: 300, kills: 6 };
const WORKING = { sessions: 40, calls: 6, ms: 300, rounds: 2 };

export async function runFleetRounds({
  minutes,
}: {
  readonly minutes: number;
}): Promise<RoundsReport> {
  const over = performance.now() + minutes * 60_000;
  const server = await startPostgres({ lasting: true });
  const total = { rounds: 0, kills: 0, sessions: 0, calls: 0, charged: 0, unknown: 0, late: 0 };
  let repeated = 0;
  const faults: string[] = [];
  try {
    do {
      const round = total.rounds;
      const reports: readonly (FleetReport & { readonly kills?: number })[] = [
        await runZombie({ server, database: `stalled${round}` }, STALLED),
        await runFleetChaos({ server, database: `killed${round}` }, KILLED),
        await runWorkerChaos({ server, database: `working${round}` }, WORKING),
      ];
      total.kills += KILLED.kills + (reports[2]?.kills ?? 0);
      for (const report of reports) {
        for (const name of ["sessions", "calls", "charged", "unknown", "late"] as const)
          total[name] += report[name];
        repeated += report.twice.length;
        faults.push(...report.faults);
      }
      total.rounds += 1;
    } while (performance.now() < over);
  } finally {
    server.remove();
  }
  const lost = faults.filter((fault) => /: charged, and the record says/.test(fault)).length;
  const isWhole = !faults.some((fault) => /: row \S+: /.test(fault));
  return { ...total, lost, repeated, chain_ok: isWhole, faults: faults.slice(0, 20) };
}

export function isFleetSound({ rounds, unknown, repeated, faults }: RoundsReport): boolean {
  return rounds > 0 && unknown > 0 && repeated + faults.length === 0;
}
