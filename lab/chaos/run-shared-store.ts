/**
 * Two processes on one database, side by side, for as long as is said: each drives the agents of every other session. What both wrote
 * is then looked at from outside: every call settled once, every chain whole, every run at its end.
 */
import { openSqliteStore } from "@toolplane/host";
import { checkWorld } from "./check-world.ts";
import { type Amount, plannedSessions } from "./planned-calls.ts";
import { startWorker } from "./start-worker.ts";
import { makeWorld, removeWorld, type World } from "./world.ts";

export interface SharedReport {
  readonly rounds: number;
  readonly calls: number;
  readonly rows: number;
  readonly lost: number;
  readonly repeated: number;
  readonly unmade: number;
  /** Runs that did not come to their end, or are there twice. */
  readonly unfinished: number;
  readonly chain_ok: boolean;
  readonly faults: readonly string[];
}

const AMOUNT: Amount = { sessions: 6, batches: 6 };
const PROCESSES = 2;

/** Rounds until the time is over, one at the least. */
export async function runSharedStore({
  minutes,
  amount = AMOUNT,
}: {
  readonly minutes: number;
  readonly amount?: Amount;
}): Promise<SharedReport> {
  const until = performance.now() + minutes * 60_000;
  const total = { rounds: 0, calls: 0, rows: 0, lost: 0, repeated: 0, unmade: 0, unfinished: 0 };
  const faults: string[] = [];
  let isWhole = true;
  do {
    const world = makeWorld();
    try {
      const task = { folder: world.folder, kind: "runs" as const, amount, fault: null };
      const shares = Array.from({ length: PROCESSES }, (_, index) => ({ of: PROCESSES, index }));
      await Promise.all(shares.map((share) => startWorker({ ...task, share })));
      const { states, lost, repeated, broken } = await checkWorld(world, {
        amount,
        before: new Map(),
      });
      const { rows, unfinished } = await countRows(world, amount);
      total.rounds += 1;
      total.calls += states.size;
      total.rows += rows;
      total.lost += lost.length;
      total.repeated += repeated.length;
      total.unmade += [...states.values()].filter((state) => state !== "done").length;
      total.unfinished += unfinished;
      isWhole &&= broken.length === 0;
      faults.push(...lost, ...repeated, ...broken);
    } finally {
      removeWorld(world);
    }
  } while (performance.now() < until);
  return { ...total, chain_ok: isWhole, faults: faults.slice(0, 20) };
}

export function isSharedSound(report: SharedReport): boolean {
  const { rounds, lost, repeated, unmade, unfinished, chain_ok } = report;
  return rounds > 0 && lost + repeated + unmade + unfinished === 0 && chain_ok;
}

async function countRows(
  world: World,
  amount: Amount,
): Promise<{ readonly rows: number; readonly unfinished: number }> {
  const store = await openSqliteStore({ path: world.store });
  try {
    let rows = 0;
    let unfinished = 0;
    for (const { id, batches } of plannedSessions(amount)) {
      const runs = await store.runs.list({ sessionId: id, limit: 9 });
      const [run] = runs;
      const log = run ? await store.runs.log(run.id, { from: 0, limit: 100_000 }) : [];
      rows += log.length;
      const said = log.filter((entry) => (entry as { type: string }).type === "message").length;
      const expected = 2 + batches.reduce((sum, calls) => sum + 1 + calls.length, 0);
      const isWell = runs.length === 1 && run?.status === "done" && run.length === log.length;
      if (!isWell || said !== expected) unfinished += 1;
    }
    return { rows, unfinished };
  } finally {
    await store.close();
  }
}
