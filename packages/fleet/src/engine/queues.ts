/**
 * The queues of DBOS, as an engine uses them: one workflow a segment, whose id is the run and the number. Its public interface alone, and
 * tables in a schema of their own. What it keeps of a run is its id.
 */
import type { DBOSClient, DBOSConfig, WorkflowStatus } from "@dbos-inc/dbos-sdk";
import { ToolError } from "@toolplane/contract";
import { fitsOffer, type WorkerOffer } from "@toolplane/contract/ports";
import type pg from "pg";
import { storeFault } from "../store/queue/store-fault.ts";
import type { EngineDatabase } from "./engine-database.ts";
import type { NextSegment } from "./fleet-rows.ts";
import { type Line, lineName, readLine } from "./lines.ts";

const APPLICATION = "toolplane";
const ENGINE_SCHEMA = "toolplane_engine";
export const SEGMENT_NAME = "segment";
/** Of the workflows, not of the loop: which loop goes on with a run is its line's to say. */
const ENGINE_VERSION = "1";

/** The limits of one line of a queue for all workers together; 0 takes a limit away that somebody gave. */
export interface QueueLimits {
  readonly concurrency?: number;
  /** Segments that begin in a second. */
  readonly perSecond?: number;
}

export interface Queues {
  /** Makes the line of a segment, where nobody has. Before the transaction that fills it. */
  prepare(line: Line): Promise<void>;
  enqueue(segment: NextSegment, client: pg.ClientBase): Promise<void>;
  /** Those of these segments that are in a queue or driven. */
  open(
    segments: readonly { readonly run: string; readonly given: number }[],
  ): Promise<ReadonlySet<string>>;
  /** Brings segments of a worker to their lines again, all of them or those that are named. */
  giveBack(worker: string, only?: ReadonlySet<string>): Promise<void>;
  /** Ids of what a worker drives by what the engine knows. */
  drivenBy(worker: string): Promise<readonly string[]>;
  /** In a queue or driven, the newest of many. */
  list(): Promise<readonly WorkflowStatus[]>;
  /** Lines that have a limit. */
  limited(): Promise<readonly (Line & QueueLimits)[]>;
  /** Brings the limits to lines that others made. What one worker may take of a line at once is what the largest of those takes; each bounds itself. */
  fit(offers: readonly WorkerOffer[]): Promise<void>;
  /** Forgets segments that ended long ago; their runs know how. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface QueuesOptions {
  readonly database: EngineDatabase;
  readonly url: string;
  readonly limits: Readonly<Record<string, QueueLimits>>;
  readonly pollMs: number;
}

const MOST_LISTED = 5_000;
const MOST_PREPARED = 1_000;
/** Of one line at once, before a worker says that it takes more. */
const FIRST_CONCURRENCY = 1;
const KEPT_MS = 3_600_000;
const SOME = 500;

export function segmentId(run: string, number: number): string {
  return `${run}/${number}`;
}

export async function openQueues({
  database,
  url,
  limits,
  pollMs,
}: QueuesOptions): Promise<Queues> {
  const { DBOSClient } = await loadDbos();
  const client: DBOSClient = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePool: database.pool,
    systemDatabaseSchemaName: ENGINE_SCHEMA,
    applicationName: APPLICATION,
    logger: SILENT,
  });
  const prepared = new Set<string>();
  const faultless = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw storeFault(error, database.place);
    }
  };
  const resume = async (found: readonly WorkflowStatus[]): Promise<void> => {
    const lines = Map.groupBy(found, ({ queueName }) => queueName ?? "");
    for (const [queueName, some] of lines) {
      const ids = some.map(({ workflowID }) => workflowID);
      if (queueName !== "") await client.resumeWorkflows(ids, { queueName });
    }
  };
  const pendingOf = (worker: string): Promise<readonly WorkflowStatus[]> =>
    client.listWorkflows({
      workflowName: SEGMENT_NAME,
      status: "PENDING",
      executorId: worker,
      limit: MOST_LISTED,
      ...LIGHT,
    });
  return {
    prepare: (line) =>
      faultless(async () => {
        const name = lineName(line);
        if (prepared.has(name)) return;
        const { concurrency, perSecond } = limits[line.queue] ?? {};
        await client.registerQueue(name, {
          onConflict: limits[line.queue] ? "always_update" : "never_update",
          applicationName: APPLICATION,
          minPollingIntervalMs: pollMs,
          workerConcurrency: FIRST_CONCURRENCY,
          ...(concurrency ? { globalConcurrency: concurrency } : {}),
          ...(perSecond ? { rateLimit: rateOf(perSecond) } : {}),
        });
        if (prepared.size >= MOST_PREPARED) prepared.clear();
        prepared.add(name);
      }),
    async enqueue({ run, number, priority, ...line }, transaction) {
      await client.enqueueInTransaction(
        transaction,
        {
          workflowName: SEGMENT_NAME,
          workflowID: segmentId(run, number),
          queueName: lineName(line),
          appVersion: ENGINE_VERSION,
          applicationName: APPLICATION,
          priority,
        },
        run,
        number,
      );
    },
    open: (segments) =>
      faultless(async () => {
        if (segments.length === 0) return new Set();
        const workflowIDs = segments.map(({ run, given }) => segmentId(run, given));
        const found = await client.listWorkflows({ workflowIDs, status: [...OPEN], ...LIGHT });
        return new Set(found.map(({ workflowID }) => workflowID));
      }),
    giveBack: (worker, only) =>
      faultless(async () => {
        const found = await pendingOf(worker);
        await resume(only ? found.filter(({ workflowID }) => only.has(workflowID)) : found);
      }),
    drivenBy: (worker) =>
      faultless(async () => (await pendingOf(worker)).map(({ workflowID }) => workflowID)),
    list: () =>
      faultless(() =>
        client.listWorkflows({
          workflowName: SEGMENT_NAME,
          status: [...OPEN],
          limit: MOST_LISTED,
          sortDesc: true,
          ...LIGHT,
        }),
      ),
    fit: (offers) =>
      faultless(async () => {
        for (const queue of await client.listQueues(APPLICATION)) {
          const line = readLine(queue.name);
          const takes = offers.flatMap((offer) =>
            line !== null && fitsOffer(line, offer) ? offer.concurrency : [],
          );
          if (takes.length === 0) continue;
          const limit = limits[line?.queue ?? ""] ?? {};
          const together = (limit.concurrency ?? queue.concurrency) || undefined;
          const most = Math.min(Math.max(...takes), together ?? Number.POSITIVE_INFINITY);
          // One worker may never be let take more than all of them.
          if (queue.workerConcurrency !== most) await queue.setWorkerConcurrency(most);
          if (queue.concurrency !== together) await queue.setGlobalConcurrency(together);
          const { perSecond } = limit;
          if (perSecond !== undefined && perSecond !== (queue.rateLimit?.limitPerPeriod ?? 0))
            await queue.setRateLimit(perSecond === 0 ? undefined : rateOf(perSecond));
        }
      }),
    limited: () =>
      faultless(async () =>
        (await client.listQueues(APPLICATION)).flatMap(({ name, concurrency, rateLimit }) => {
          const line = readLine(name);
          if (line === null || (concurrency === undefined && rateLimit === undefined)) return [];
          const rate = rateLimit && rateLimit.limitPerPeriod / rateLimit.periodSec;
          return [
            {
              ...line,
              ...(concurrency === undefined ? {} : { concurrency }),
              ...(rate === undefined ? {} : { perSecond: rate }),
            },
          ];
        }),
      ),
    forget: () =>
      faultless(async () => {
        const completedBefore = new Date(Date.now() - KEPT_MS).toISOString();
        const status = ["SUCCESS", "ERROR", "CANCELLED"] as const;
        const old = await client.listWorkflows({
          workflowName: SEGMENT_NAME,
          status: [...status],
          completedBefore,
          limit: SOME,
          ...LIGHT,
        });
        if (old.length > 0) await client.deleteWorkflows(old.map(({ workflowID }) => workflowID));
      }),
    close: () => client.destroy(),
  };
}

function rateOf(perSecond: number): { limitPerPeriod: number; periodSec: number } {
  return { limitPerPeriod: perSecond, periodSec: 1 };
}

const OPEN = ["ENQUEUED", "DELAYED", "PENDING"] as const;
const LIGHT = { loadInput: false, loadOutput: false } as const;

const nothing = (): void => undefined;
const SILENT = { info: nothing, debug: nothing, warn: nothing, error: nothing };

/** Loaded by those alone who use it. */
export function loadDbos(): Promise<typeof import("@dbos-inc/dbos-sdk")> {
  return import("@dbos-inc/dbos-sdk");
}

/**
 * Makes the engine's tables, or brings them up to date, where this login may. Not in a transaction: its indexes are built beside others'
 * work, and wait for every transaction that is open.
 */
export async function makeTables(database: EngineDatabase, url: string): Promise<void> {
  const [may] = await database.query(MAY_MAKE, [ENGINE_SCHEMA]);
  if (may?.may !== true)
    throw new ToolError(
      "unavailable",
      `The database ${database.place} needs the engine's tables made or brought up to date, and this login may not do that: run \`toolplane fleet\` once with the login that owns the schema toolplane.`,
    );
  const { DBOS } = await loadDbos();
  await database.alone(LOCK, async () => {
    DBOS.setConfig({ ...configOf(database, url), listenQueues: [], runMigrations: true });
    try {
      await DBOS.launch();
    } catch (error) {
      throw storeFault(error, database.place);
    } finally {
      await DBOS.shutdown();
    }
  });
}

/** "tple". */
const LOCK = 0x74706c65;
const MAY_MAKE = `SELECT has_database_privilege(current_database(), 'CREATE')
OR EXISTS (SELECT FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner WHERE nspname = $1 AND rolname = current_user) AS may`;

/** Settings that every use of it here has in common. */
export function configOf({ pool }: EngineDatabase, url: string): DBOSConfig {
  return {
    name: APPLICATION,
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: ENGINE_SCHEMA,
    applicationVersion: ENGINE_VERSION,
    useListenNotify: false,
    logger: SILENT,
  };
}
