/** Both runs of machines, again and again for as long as is said, with more sessions and more kills than a test may take. */
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { FleetReport } from "./check-fleet.ts";
import { runFleetChaos, runZombie } from "./run-fleet-chaos.ts";

export interface RoundsReport extends Omit<FleetReport, "twice"> {
  readonly rounds: number;
  readonly twice: number;
}

const STALLED = { sessions: 6, calls: 10, ms: 300 };
const KILLED = { sessions: 24, calls: 5, ms: 300, kills: 6 };

export async function runFleetRounds({
  minutes,
}: {
  readonly minutes: number;
}): Promise<RoundsReport> {
  const over = performance.now() + minutes * 60_000;
  const server = await startPostgres({ lasting: true });
  const total = { rounds: 0, sessions: 0, calls: 0, charged: 0, unknown: 0, late: 0, twice: 0 };
  const faults: string[] = [];
  try {
    do {
      const round = total.rounds;
      const reports = [
        await runZombie({ server, database: `stalled${round}` }, STALLED),
        await runFleetChaos({ server, database: `killed${round}` }, KILLED),
      ];
      for (const report of reports) {
        for (const name of ["sessions", "calls", "charged", "unknown", "late"] as const)
          total[name] += report[name];
        total.twice += report.twice.length;
        faults.push(...report.faults);
      }
      total.rounds += 1;
    } while (performance.now() < over);
  } finally {
    server.remove();
  }
  return { ...total, faults: faults.slice(0, 20) };
}

export function isFleetSound({ rounds, unknown, twice, faults }: RoundsReport): boolean {
  return rounds > 0 && unknown > 0 && twice + faults.length === 0;
}
