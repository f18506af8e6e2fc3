/** All runs of machines, again and again for as long as is said, with more sessions and more kills than a test may take. */
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { FleetReport } from "./check-fleet.ts";
import type { FleetOptions } from "./open-fleet.ts";
import { runFleetChaos, runFrozen, runZombie } from "./run-fleet-chaos.ts";
import { runWorkerChaos } from "./run-worker-chaos.ts";

export interface RoundsReport {
  readonly rounds: number;
  readonly kills: number;
  readonly sessions: number;
  readonly calls: number;
  readonly charged: number;
  readonly unknown: number;
  /** Real commands that ended well, in a sandbox. */
  readonly commands: number;
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
/** A call lasts longer than it takes to stop both machines. */
const SWAPPED = { sessions: 6, calls: 4, ms: 4_000, isHeirStopped: true };
const FROZEN = { sessions: 6, calls: 10, ms: 300, times: 2 };
const KILLED = { sessions: 24, calls: 5, ms: 300, kills: 6 };
const WORKING = { sessions: 40, calls: 6, ms: 300, rounds: 2 };

interface Part {
  readonly name: string;
  run(options: FleetOptions): Promise<FleetReport & { readonly kills?: number }>;
}

const PARTS: readonly Part[] = [
  { name: "stalled", run: (options) => runZombie(options, STALLED) },
  { name: "swapped", run: (options) => runZombie(options, SWAPPED) },
  { name: "frozen", run: (options) => runFrozen(options, FROZEN) },
  {
    name: "killed",
    run: async (options) => ({ ...(await runFleetChaos(options, KILLED)), kills: KILLED.kills }),
  },
  { name: "working", run: (options) => runWorkerChaos(options, WORKING) },
];

export interface RoundsOptions {
  readonly minutes: number;
  readonly onRound?: (text: string) => void;
}

export async function runFleetRounds({ minutes, onRound }: RoundsOptions): Promise<RoundsReport> {
  const over = performance.now() + minutes * 60_000;
  const server = await startPostgres({ lasting: true });
  const counts = { sessions: 0, calls: 0, charged: 0, unknown: 0, commands: 0, late: 0 };
  const total = { rounds: 0, kills: 0, ...counts };
  let repeated = 0;
  const faults: string[] = [];
  try {
    do {
      const round = total.rounds;
      for (const part of PARTS) {
        const database = `${part.name}${round}`;
        try {
          const report = await part.run({ server, database });
          total.kills += report.kills ?? 0;
          for (const name of Object.keys(counts) as (keyof typeof counts)[])
            total[name] += report[name];
          repeated += report.twice.length;
          faults.push(...report.faults.map((fault) => `${database}: ${fault}`));
        } catch (error) {
          // What did not come to its end is a fault too; the rounds after it may say more.
          faults.push(`${database}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      total.rounds += 1;
      onRound?.(JSON.stringify({ ...total, repeated, faults }));
    } while (performance.now() < over);
  } finally {
    server.remove();
  }
  const lost = faults.filter((fault) => /: charged, and the record says/.test(fault)).length;
  const isWhole = !faults.some((fault) => /: row \S+: /.test(fault));
  return { ...total, lost, repeated, chain_ok: isWhole, faults: faults.slice(0, 20) };
}

export function isFleetSound(report: RoundsReport): boolean {
  const { rounds, unknown, commands, repeated, faults } = report;
  return rounds > 0 && unknown > 0 && commands > 0 && repeated + faults.length === 0;
}
