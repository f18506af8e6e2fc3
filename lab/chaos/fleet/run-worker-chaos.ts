/**
 * Workers on the engine, and everything that happens to them: killed with -9, stopped past their lease and woken, cut off, replaced by
 * ones of a later version, with clocks that are wrong, a database that crashes, and a sweep that is cut off in the middle.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { FleetReport } from "./check-fleet.ts";
import { begin, type FleetOptions, openFleet, until } from "./open-fleet.ts";
import { openLink } from "./open-link.ts";
import type { FleetAmount } from "./run-fleet-chaos.ts";
import type { Machine } from "./start-machine.ts";

const OLD = ["1"];
const NEW = ["1", "2"];
const DAY_MS = 86_400_000;
/** Longer than a lease and a look. */
const STALL_MS = 2_500;
const LEASE_AND_LOOK_MS = 2_000;

export interface WorkerChaosReport extends FleetReport {
  readonly kills: number;
}

export async function runWorkerChaos(
  options: FleetOptions,
  amount: FleetAmount & { readonly rounds: number },
): Promise<WorkerChaosReport> {
  const { server, database } = options;
  const link = await openLink(server.port);
  const fleet = await openFleet({ ...options, isWorkers: true });
  let kills = 0;
  let named = 0;
  let versions = OLD;
  const fresh = (aheadMs = 0): Promise<Machine> => {
    named += 1;
    return fleet.start(`w${named}`, { aheadMs, versions });
  };
  try {
    // The first makes the engine's tables.
    const first = await fleet.start("cut", { port: link.port });
    const workers = [first, await fresh(), await fresh(DAY_MS), await fresh(-DAY_MS)];
    const stopAnswering = await fleet.answering();
    const plans = plansOf(amount);
    const later = plans.splice(Math.ceil(plans.length / 2));
    begin(workers, plans);
    await until(() => fleet.charged() >= plans.length / 2, "half of the first have begun");
    for (let round = 0; round < amount.rounds; round += 1) {
      await workers[1]?.kill();
      workers[1] = await fresh();
      kills += 1;
      workers[2]?.signal("SIGSTOP");
      link.cut();
      await pause(STALL_MS);
      workers[2]?.signal("SIGCONT");
      link.mend();
      // One gives the other's segments back now, and dies at it: the table that it needs is held.
      await cutSweep(server.url(database), { gone: workers[3], sweeper: workers[1] });
      kills += 2;
      workers[1] = await fresh();
      workers[3] = await fresh(-DAY_MS);
      if (round % 2 === 0) {
        server.stop("immediate");
        server.start();
      }
      // A new one beside the old, then the old one ends. What the new one begins, old ones leave to it.
      versions = NEW;
      const next = await fresh();
      begin([next], later.splice(0));
      await workers[2]?.drain();
      workers[2] = next;
    }
    await fleet.ended(amount.sessions);
    await stopAnswering();
    await pause(2 * amount.ms);
    return { ...(await fleet.check()), kills };
  } finally {
    link.close();
    await fleet.close();
  }
}

interface Swept {
  readonly gone: Machine | undefined;
  readonly sweeper: Machine | undefined;
}

async function cutSweep(url: string, { gone, sweeper }: Swept): Promise<void> {
  await gone?.kill();
  const letGo = await hold(url);
  await pause(LEASE_AND_LOOK_MS);
  await sweeper?.kill();
  await letGo();
}

/** Whoever sweeps holds the row of a worker that is gone, and waits for this table. */
async function hold(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN");
  await client.query("LOCK TABLE toolplane_engine.workflow_status IN ACCESS EXCLUSIVE MODE");
  return () => client.end();
}

function plansOf({ sessions, calls, ms }: FleetAmount) {
  return Array.from({ length: sessions }, (_, at) => ({
    name: `${at % 4 === 0 ? "a" : "s"}${at}`,
    calls,
    ms,
  }));
}
