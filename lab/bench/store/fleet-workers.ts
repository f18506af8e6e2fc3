/** Workers on the engine as a team has them, each a process: how calls grow with them, how soon a dead one's run goes on, what an idle one asks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Postgres, startPostgres } from "../../../test/fleet/start-postgres.ts";
import { begin, type Fleet, openFleet, until } from "../../chaos/fleet/open-fleet.ts";
import type { Figures } from "../harness/section.ts";

/** As products have them. */
const USUAL = { leaseMs: 15_000, patienceMs: 5_000 };
/** A worker that is gone is looked for that often, and its run has to be taken. */
const AFTER_LEASE_MS = 2_000;
const DATABASE = "workers";

type Opened = (fleet: Fleet, server: Postgres) => Promise<Figures>;

async function withFleet(work: Opened, settings: readonly string[] = []): Promise<Figures> {
  const server = await startPostgres({ lasting: true });
  try {
    if (settings.length > 0) {
      server.stop("fast");
      server.start(settings);
    }
    const fleet = await openFleet({ ...USUAL, server, database: DATABASE, isWorkers: true });
    try {
      return await work(fleet, server);
    } finally {
      await fleet.close();
    }
  } finally {
    server.remove();
  }
}

const SESSIONS = 64;
const CALLS = 4;
const CALL_MS = 1_000;
/** More than are made until it is killed. */
const MANY = 100;

/** So many workers with eight runs at once; each session makes its calls in turns of two, one after the other. */
export function growth(workers: number): Promise<Figures> {
  return withFleet(async (fleet) => {
    const machines = [await fleet.start("w0")];
    while (machines.length < workers) machines.push(await fleet.start(`w${machines.length}`));
    const before = performance.now();
    begin(
      machines,
      Array.from({ length: SESSIONS }, (_, at) => ({ name: `w${at}`, calls: CALLS, ms: CALL_MS })),
    );
    await until(() => fleet.charged() >= SESSIONS * CALLS, "each call was made");
    return { callsPerSecond: (SESSIONS * CALLS * 1_000) / (performance.now() - before) };
  });
}

/** From kill -9 to the next call of its run, elsewhere. */
export function goingOn(): Promise<Figures> {
  return withFleet(async (fleet) => {
    const first = await fleet.start("w0");
    begin([first], [{ name: "w0", calls: MANY, ms: CALL_MS }]);
    await until(() => fleet.charged() >= 1, "it has begun");
    await fleet.start("w1");
    await until(() => fleet.charged() >= 2, "it is at work");
    const before = fleet.charged();
    await first.kill();
    const died = performance.now();
    await until(() => fleet.charged() > before, "it goes on");
    return { goesOnMs: performance.now() - died };
  });
}

export const allowed = async (): Promise<Figures> => ({ goesOnMs: USUAL.leaseMs + AFTER_LEASE_MS });

const CALM_MS = 3_000;
const LOOKED_AT_MS = 15_000;
const LOOKS = 15;
const SUSPENDED = "SELECT count(*) FROM toolplane.runs WHERE status = 'suspended'";
const CONNECTIONS =
  "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

/** What an idle worker asks beside so many sessions that wait for people, in the server's own log, and the connections that it holds. */
export function idle(sessions: number): Promise<Figures> {
  return withFleet(
    async (fleet, server) => {
      const driver = await fleet.start("w0", { concurrency: 16 });
      begin(
        [driver],
        Array.from({ length: sessions }, (_, at) => ({ name: `p${at}`, calls: 0, ms: 0 })),
      );
      for (
        let now = -1, before = -2;
        now < sessions;
        now = Number(server.sql(DATABASE, SUSPENDED))
      ) {
        if (now === before) throw new TypeError(`${now} of ${sessions} sessions wait`);
        before = now;
        await pause(LOOKED_AT_MS);
      }
      await driver.drain();
      await fleet.start("w1", { concurrency: 16 });
      await pause(CALM_MS);
      const log = join(server.folder, "log");
      const statements = () => readFileSync(log, "utf8").split(STATEMENT).length;
      const before = statements();
      let connections = 0;
      for (let looked = 0; looked < LOOKS; looked += 1) {
        await pause(LOOKED_AT_MS / LOOKS);
        connections = Math.max(connections, Number(server.sql(DATABASE, CONNECTIONS)));
      }
      // Ours are in the log too.
      const asked = statements() - before - LOOKS;
      return { perSecond: (asked * 1_000) / LOOKED_AT_MS, connections };
    },
    ["log_statement=all"],
  );
}

/** With what is bound to names, and without. */
const STATEMENT = /LOG: {2}(?:statement|execute [^:]*):/;
