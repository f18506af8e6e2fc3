/**
 * The store on disk: one SQLite file that any number of processes share. SQLite is synchronous and runs on this thread: a
 * transaction of a few hundred rows takes a few milliseconds, a thread of its own would cost every call a hand-over instead.
 */
import type { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "@toolplane/contract";
import type { Clock, Store } from "@toolplane/contract/ports";
import { having, OPTION, type OptionKinds, optionFault } from "@toolplane/readings";
import { createSystemClock } from "../ground/system-clock.ts";
import { pruneStore } from "./pruning/prune-store.ts";
import { isBusy, storeFault } from "./queue/store-fault.ts";
import { createStoreQueue, type StoreQueue } from "./queue/store-queue.ts";
import { createWalSync } from "./queue/wal-sync.ts";
import { IN_MEMORY, openDatabase } from "./schema/open-database.ts";
import { readActivity } from "./tables/activity.ts";
import { approvalsTable, receiptsTable } from "./tables/approvals-table.ts";
import { callsTable } from "./tables/calls-table.ts";
import { createEventCount } from "./tables/count-events.ts";
import { eventsTable, writeEvents } from "./tables/events-table.ts";
import { journalTable, sidecarsTable } from "./tables/files-table.ts";
import { countTools, partsTable } from "./tables/parts-table.ts";
import { createPayloadInsert, payloadsTable } from "./tables/payloads-table.ts";
import { recordBatch } from "./tables/record-batch.ts";
import { runsTable } from "./tables/runs-table.ts";
import { pausedTable, sessionsTable, slotsTable } from "./tables/sessions-table.ts";

/** How long the lock of another process is waited for: well within the recorder's own patience. */
const PATIENCE_MS = 5_000;
const OPEN_PAUSE_MS = 10;

export interface SqliteStoreOptions {
  /** The file, made with mode 0600 when it is missing, its directory with 0700; ":memory:" is gone when it is closed. */
  readonly path: string;
  readonly clock?: Clock;
  /** How long another process may hold the file before an operation is refused; 5 s unless given. */
  readonly patienceMs?: number;
}

const STORE_OPTION_KINDS: OptionKinds<SqliteStoreOptions> = {
  path: OPTION.text,
  clock: having("nowMs", "wallMs", "setTimer"),
  patienceMs: OPTION.count,
};

/** Opens a store. Rejects with `unavailable` when the file cannot be used, and says why. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const fault = optionFault(options, STORE_OPTION_KINDS);
  if (fault !== null) throw new ConfigurationError("openSqliteStore", fault);
  const { path, clock = createSystemClock(), patienceMs = PATIENCE_MS } = options;
  const nowMs = () => clock.nowMs();
  const database = await openPatiently(path, { nowMs, patienceMs });
  const insertPayloads = createPayloadInsert(() => clock.wallMs());
  const queue = createStoreQueue({
    database,
    path,
    nowMs,
    wait,
    patienceMs,
    beforeCommit: (transaction) => {
      insertPayloads(transaction);
      writeEvents(transaction);
    },
    walSync: createWalSync({
      path: path === IN_MEMORY ? null : `${path}-wal`,
      nowMs,
      checkpoint: () => checkpoint(database),
    }),
  });
  let pruning: Promise<unknown> = Promise.resolve();
  return {
    ...tablesOf(queue, insertPayloads),
    countTools: () => countTools(queue),
    activity: (query) => readActivity(queue, query),
    countEvents: createEventCount(queue),
    prune(retention, letGo) {
      // One after the other: both would gather names in the same table.
      const start = () => pruneStore(queue, retention, letGo);
      const pruned = pruning.then(start, start);
      pruning = pruned;
      return pruned;
    },
  };
}

function tablesOf(
  queue: StoreQueue,
  insertPayloads: ReturnType<typeof createPayloadInsert>,
): Omit<Store, "prune" | "countTools" | "activity" | "countEvents"> {
  return {
    sessions: sessionsTable(queue),
    parts: partsTable(queue),
    approvals: approvalsTable(queue),
    receipts: receiptsTable(queue),
    events: eventsTable(queue),
    payloads: payloadsTable(queue, insertPayloads),
    paused: pausedTable(queue),
    runs: runsTable(queue),
    slots: slotsTable(queue),
    journal: journalTable(queue),
    calls: callsTable(queue),
    sidecars: sidecarsTable(queue),
    record: recordBatch(queue),
    flush: queue.flush,
    close: queue.close,
  };
}

/** Two processes that make the same file at the same moment get in each other's way once. */
async function openPatiently(
  path: string,
  { nowMs, patienceMs }: { readonly nowMs: () => number; readonly patienceMs: number },
): Promise<DatabaseSync> {
  const until = nowMs() + patienceMs;
  for (;;) {
    try {
      return openDatabase(path);
    } catch (error) {
      if (!isBusy(error) || nowMs() >= until) throw storeFault(error, path);
    }
    await wait(OPEN_PAUSE_MS);
  }
}

/** Not the clock's timer, which lets the process end: a caller waits for what comes after. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function checkpoint(database: DatabaseSync): boolean {
  return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
}
