/**
 * The store of a team: one PostgreSQL database that any number of machines share. Each operation is one statement, so it is one way to
 * the server and one transaction; batches of the record share theirs.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { OPTION, type OptionKinds, optionFault } from "@toolplane/readings";
import { createHearing } from "./hearing/create-hearing.ts";
import { pruneStore } from "./pruning/prune-store.ts";
import { openConnections } from "./queue/connections.ts";
import { createStoreQueue } from "./queue/store-queue.ts";
import { createRecordQueue } from "./record/record-queue.ts";
import { migrate } from "./schema/migrate.ts";
import { approvalsTable, receiptsTable } from "./tables/approvals-table.ts";
import { callsTable } from "./tables/calls-table.ts";
import { countsOf } from "./tables/counts.ts";
import { eventsTable } from "./tables/events-table.ts";
import { journalTable, sidecarsTable } from "./tables/files-table.ts";
import { leasesTable } from "./tables/leases-table.ts";
import { partsTable } from "./tables/parts-table.ts";
import { pausedTable } from "./tables/paused-table.ts";
import { payloadsTable } from "./tables/payloads-table.ts";
import { runsTable } from "./tables/runs-table.ts";
import { sessionsTable, slotsTable } from "./tables/sessions-table.ts";

const PATIENCE_MS = 5_000;
const CONNECTIONS = 4;
/** A machine that is slow or swaps for some seconds does not lose its runs yet. */
const LEASE_MS = 15_000;

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database`. It is not shown anywhere. */
  readonly url: string;
  /** The same of the database itself, where `url` leads to a pooler: for steps of the schema, and to hear of answers. */
  readonly directUrl?: string;
  /** How many connections it keeps at most; 4 unless given. */
  readonly connections?: number;
  /** How long a connection, and then an answer, is waited for; 5 s unless given. */
  readonly patienceMs?: number;
  /** How long a worker that is not heard of keeps its runs and questions; 15 s unless given. */
  readonly leaseMs?: number;
}

const KINDS: OptionKinds<PostgresStoreOptions> = {
  url: OPTION.text,
  directUrl: OPTION.text,
  connections: OPTION.count,
  patienceMs: OPTION.count,
  leaseMs: OPTION.count,
};

/** Opens a store, and makes its tables where this login may. Rejects with `unavailable` when it cannot be used, and says why. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const fault = optionFault(options, KINDS);
  if (fault !== null) throw new ConfigurationError("openPostgresStore", fault);
  const { url, directUrl = url, connections: most = CONNECTIONS } = options;
  const { patienceMs = PATIENCE_MS, leaseMs = LEASE_MS } = options;
  const connections = openConnections({ url, directUrl, connections: most, patienceMs });
  try {
    await migrate(connections);
  } catch (error) {
    await connections.close();
    throw error;
  }
  const queue = createStoreQueue(connections);
  const hearing = createHearing(connections, patienceMs);
  const { record, hasten } = createRecordQueue(queue);
  const own = leasesTable(queue, leaseMs);
  let pruning: Promise<unknown> = Promise.resolve();
  return {
    sessions: sessionsTable(queue),
    parts: partsTable(queue),
    approvals: approvalsTable(queue),
    receipts: receiptsTable(queue),
    events: eventsTable(queue, record),
    payloads: payloadsTable(queue),
    paused: pausedTable(queue, own.leases.worker),
    runs: runsTable(queue),
    slots: slotsTable(queue),
    journal: journalTable(queue),
    calls: callsTable(queue),
    hearing,
    leases: own.leases,
    sidecars: sidecarsTable(queue),
    ...countsOf(queue),
    record,
    prune(retention, letGo) {
      // One after the other: both would choose the same sessions.
      const start = () => pruneStore(queue, retention, letGo);
      const pruned = pruning.then(start, start);
      pruning = pruned;
      return pruned;
    },
    flush() {
      hasten();
      return queue.flush();
    },
    async close() {
      await hearing.close();
      // A lease that cannot be ended runs out.
      await own.end().catch(() => undefined);
      await queue.close();
    },
  };
}
