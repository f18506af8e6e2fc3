/** Measures a segment through the engine, beside a workflow of two steps that does as little. Counts its transactions too. */
import { randomUUID } from "node:crypto";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Engine, Store } from "@toolplane/contract/ports";
import { openDbosEngine, openPostgresStore } from "@toolplane/fleet";
import { type Postgres, startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { Figures } from "../harness/section.ts";
import { append } from "./fleet-rows.ts";

const AT_ONCE = 32;
const COUNT = 320;
const COUNTED = 40;
const ORDER = { version: "1" };
/** As the engine names the line of what needs nothing. */
const LINE = "default|1|";

interface Ground {
  readonly server: Postgres;
  readonly store: Store;
  readonly engine: Engine;
  /** Drives so many segments at once, each of so many turns with a call, and waits for their ends. */
  segments(count: number, turns: number): Promise<void>;
  workflows(count: number): Promise<void>;
}

async function withEngine<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
  const server = await startPostgres({ lasting: true });
  try {
    server.sql("postgres", "CREATE DATABASE fleet");
    const url = server.url("fleet");
    const store = await openPostgresStore({ url });
    if (!store.leases) throw new TypeError("It gives no leases.");
    const engine = await openDbosEngine({ url, leases: store.leases, connections: 12, pollMs: 50 });
    const text = () => ({ text: randomUUID().repeat(16) });
    const two = DBOS.registerWorkflow(
      async () => {
        await DBOS.runStep(async () => text(), { name: "model" });
        await DBOS.runStep(async () => text(), { name: "tool" });
      },
      { name: "two" },
    );
    const left = new Map<string, () => void>();
    const turnsOf = new Map<string, number>();
    await engine.work(
      { name: "bench", queues: ["default"], versions: ["1"], labels: [], concurrency: AT_ONCE },
      async (run) => {
        for (let at = 0; at < (turnsOf.get(run) ?? 0); at += 1) await turn(store, run, at);
        left.get(run)?.();
        return { state: "over" };
      },
    );
    try {
      return await work({
        server,
        store,
        engine,
        async segments(count, turns) {
          const ends = Array.from({ length: count }, async () => {
            const run = randomUUID();
            turnsOf.set(run, turns);
            const ended = new Promise<void>((resolve) => left.set(run, resolve));
            await engine.submit(run, ORDER);
            await ended;
          });
          await Promise.all(ends);
          left.clear();
        },
        async workflows(count) {
          const ends = Array.from({ length: count }, async () => {
            const handle = await DBOS.startWorkflow(two, { queueName: LINE })();
            await handle.getResult({ pollingIntervalMs: 50 });
          });
          await Promise.all(ends);
        },
      });
    } finally {
      await engine.close();
      await store.close();
    }
  } finally {
    server.remove();
  }
}

/** The writes of a turn: the answer kept, the intent on disk, its settlement too, the results kept. */
async function turn(store: Store, id: string, at: number): Promise<void> {
  const row = (length: number) => ({
    id,
    sessionId: id,
    parentId: null,
    callId: null,
    createdAtMs: 1,
    updatedAtMs: 2,
    status: "working",
    owner: "me",
    about: {},
    head: { turn: length },
    length,
  });
  const { runs } = store;
  await runs.put(row(2 * at + 1), [{ text: id.repeat(8) }]);
  await append(store, id, 2 * at);
  await append(store, id, 2 * at + 1);
  await runs.put(row(2 * at + 2), [{ text: id.repeat(8) }]);
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (COUNT * 1_000) / (performance.now() - began);
}

export const segmentRate = (): Promise<Figures> =>
  withEngine(async ({ segments }) => {
    await segments(AT_ONCE, 1);
    return { segmentsPerSecond: await perSecond(() => segments(COUNT, 1)) };
  });

export const workflowRate = (): Promise<Figures> =>
  withEngine(async ({ workflows }) => {
    await workflows(AT_ONCE);
    return { segmentsPerSecond: await perSecond(() => workflows(COUNT)) };
  });

export const three = async (): Promise<Figures> => ({ transactions: 3 });

/** Each turn's writes: the store takes what comes together in one, and nothing does here. */
const OF_A_TURN = 4;

/** Writing transactions of the engine: each takes a number of the server. One segment at a time, so that none is shared. */
export const countTransactions = (turns: number): Promise<Figures> =>
  withEngine(async ({ server, segments }) => {
    await segments(1, turns);
    const number = () => Number(server.sql("fleet", "SELECT pg_current_xact_id()::text"));
    const before = number();
    for (let at = 0; at < COUNTED; at += 1) await segments(1, turns);
    // The last end is written behind the driver's.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { transactions: (number() - before - 1) / COUNTED - OF_A_TURN * turns };
  });
