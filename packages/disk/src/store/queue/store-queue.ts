/**
 * One way into the database. Operations wait in order; all that were handed in during one turn share a transaction, and a
 * promise resolves when that transaction is committed: other processes see it, and a killed process loses nothing of it.
 * A write that has to outlive a power cut waits for a sync as well, one for all that wait (group commit).
 *
 * SQLite runs on this thread, so a transaction is cut at a few hundred rows and the loop gets its turn in between. A lock
 * that another process holds is waited for with timers, never inside SQLite. An operation that is refused (a conflict) is
 * refused before it wrote anything, so the others of its transaction go on; any other fault undoes the transaction whole.
 */
import type { DatabaseSync } from "node:sqlite";
import { isToolError, ToolError } from "@toolplane/contract";
import { createGroupSync, type DiskWaiter, type GroupSync } from "./group-sync.ts";
import { createStatements, type Statements } from "./statements.ts";
import { BUSY, isBusy, isOneCallersFault, storeFault } from "./store-fault.ts";
import { beginTransaction, type StoreTransaction } from "./store-transaction.ts";
import type { WalSync } from "./wal-sync.ts";

const MAX_ROWS = 256;
const MAX_BYTES = 4 * 1024 * 1024;
const FIRST_WAIT_MS = 1;
const MAX_WAIT_MS = 50;

/** How much an operation writes, and whether it waits for the disk. */
interface WriteOptions {
  readonly rows?: number;
  readonly bytes?: number;
  readonly durable?: boolean;
}

/** The queue. Everything rejects with a ToolError; nothing throws. */
export interface StoreQueue {
  read<T>(run: (transaction: StoreTransaction) => T): Promise<T>;
  write<T>(run: (transaction: StoreTransaction) => T, options?: WriteOptions): Promise<T>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreQueueOptions {
  readonly database: DatabaseSync;
  /** Path of the database as the caller named it: errors show it. */
  readonly path: string;
  readonly walSync: WalSync;
  readonly nowMs: () => number;
  /** Keeps the process alive meanwhile: a caller waits for what is in the queue. */
  readonly wait: (ms: number) => Promise<void>;
  /** How long a lock of another process is waited for. */
  readonly patienceMs: number;
  /** Runs at the end of each transaction. */
  readonly beforeCommit: (transaction: StoreTransaction) => void;
}

interface Operation {
  readonly writes: boolean;
  readonly run: ((transaction: StoreTransaction) => unknown) | null;
  readonly rows: number;
  readonly bytes: number;
  readonly durable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: ToolError) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: ToolError };

interface State {
  readonly options: StoreQueueOptions;
  readonly sql: Statements;
  waiting: Operation[];
  running: boolean;
  readonly disk: GroupSync;
  closing: Promise<void> | null;
}

export function createStoreQueue(options: StoreQueueOptions): StoreQueue {
  const state: State = {
    options,
    sql: createStatements(options.database),
    waiting: [],
    running: false,
    disk: createGroupSync(options.walSync),
    closing: null,
  };
  return {
    read: (run) => readNow(state, run),
    write: (run, { rows = 1, bytes = 0, durable = false } = {}) =>
      enter(state, { writes: true, run, rows, bytes, durable }),
    flush: () => enter(state, BARRIER),
    close() {
      state.closing ??= closeDown(state);
      return state.closing;
    },
  };
}

/** Waits for what is before it and for the disk. */
const BARRIER = { writes: false, run: null, rows: 0, bytes: 0, durable: true } as const;

function enter<T>(state: State, given: Omit<Operation, "resolve" | "reject">): Promise<T> {
  if (state.closing) return Promise.reject(new ToolError("unavailable", "The store is closed."));
  return push(state, given);
}

function push<T>(state: State, given: Omit<Operation, "resolve" | "reject">): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    state.waiting.push({ ...given, resolve: resolve as (value: unknown) => void, reject });
    if (state.running) return;
    state.running = true;
    queueMicrotask(() => void drain(state));
  });
}

/** At once when nothing waits; otherwise behind what was handed in before. */
function readNow<T>(state: State, run: (transaction: StoreTransaction) => T): Promise<T> {
  if (state.running || state.closing) return enter(state, { ...BARRIER, run, durable: false });
  try {
    return Promise.resolve(run(beginTransaction(state.sql)));
  } catch (error) {
    if (isBusy(error)) return enter(state, { ...BARRIER, run, durable: false });
    return Promise.reject(storeFault(error, state.options.path));
  }
}

async function drain(state: State): Promise<void> {
  for (;;) {
    const batch = takeBatch(state);
    const outcomes = attempt(state, batch) ?? (await insist(state, batch));
    settle(state, batch, outcomes);
    if (state.waiting.length === 0) break;
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  state.running = false;
}

function takeBatch(state: State): readonly Operation[] {
  let rows = 0;
  let bytes = 0;
  let count = 0;
  for (const operation of state.waiting) {
    rows += operation.rows;
    bytes += operation.bytes;
    if (count > 0 && (rows > MAX_ROWS || bytes > MAX_BYTES)) break;
    count += 1;
  }
  const batch = state.waiting.slice(0, count);
  state.waiting = state.waiting.slice(count);
  return batch;
}

/** Null when another process holds the lock. */
function attempt(state: State, batch: readonly Operation[]): readonly Outcome[] | null {
  const { path, beforeCommit } = state.options;
  const transaction = beginTransaction(state.sql);
  const writes = batch.some((operation) => operation.writes);
  try {
    if (!writes) return batch.map((operation) => runOne(state, operation, transaction));
    state.sql.run("BEGIN IMMEDIATE");
    const outcomes = batch.map((operation) => runOne(state, operation, transaction));
    beforeCommit(transaction);
    state.sql.run("COMMIT");
    state.disk.committed();
    return outcomes;
  } catch (error) {
    if (writes) rollBack(state.sql);
    if (isBusy(error)) return null;
    if (batch.length > 1 && isOneCallersFault(error)) return oneByOne(state, batch);
    return failAll(batch, storeFault(error, path));
  }
}

/** One write cannot be kept: the others of its transaction must not fail with it. */
function oneByOne(state: State, batch: readonly Operation[]): readonly Outcome[] {
  return batch.flatMap(
    (operation) =>
      attempt(state, [operation]) ?? failAll([operation], storeFault(BUSY, state.options.path)),
  );
}

function runOne(state: State, operation: Operation, transaction: StoreTransaction): Outcome {
  try {
    return { value: operation.run?.(transaction) };
  } catch (error) {
    const alone = isToolError(error) || (!operation.writes && !isBusy(error));
    if (!alone) throw error;
    return { error: storeFault(error, state.options.path) };
  }
}

function rollBack(sql: Statements): void {
  try {
    sql.run("ROLLBACK");
  } catch {
    // SQLite has undone it already, or it never began.
  }
}

async function insist(state: State, batch: readonly Operation[]): Promise<readonly Outcome[]> {
  const { nowMs, wait, patienceMs, path } = state.options;
  const until = nowMs() + patienceMs;
  for (let pauseMs = FIRST_WAIT_MS; nowMs() < until; pauseMs = Math.min(pauseMs * 2, MAX_WAIT_MS)) {
    await wait(pauseMs);
    const outcomes = attempt(state, batch);
    if (outcomes) return outcomes;
  }
  return failAll(batch, storeFault(BUSY, path));
}

function failAll(batch: readonly Operation[], error: ToolError): readonly Outcome[] {
  return batch.map(() => ({ error }));
}

function settle(state: State, batch: readonly Operation[], outcomes: readonly Outcome[]): void {
  batch.forEach((operation, index) => {
    const outcome = outcomes[index] as Outcome;
    if ("error" in outcome) operation.reject(outcome.error);
    else if (operation.durable) state.disk.add(waiterOf(state, operation, outcome.value));
    else operation.resolve(outcome.value);
  });
  state.disk.run();
}

function waiterOf({ options }: State, { resolve, reject }: Operation, value: unknown): DiskWaiter {
  return {
    done: () => resolve(value),
    failed: (error) => reject(storeFault(error, options.path)),
  };
}

async function closeDown(state: State): Promise<void> {
  const { database, walSync, path } = state.options;
  let fault: ToolError | null = null;
  await push(state, BARRIER).catch((error: ToolError) => {
    fault = error;
  });
  try {
    walSync.close();
    database.close();
  } catch (error) {
    fault ??= storeFault(error, path);
  }
  if (fault) throw fault;
}
