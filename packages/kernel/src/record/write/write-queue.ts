/**
 * Queues items of many callers for one writer. Items wait in order; a batch is written when the scheduler's turn comes,
 * at once when a caller waits for durability or a batch is full, and while one batch is being written the next gathers:
 * group commit. Items that are not needed at once may linger: they wait a little for company, or go with the next that
 * may not.
 *
 * When the store fails or stalls, no caller hangs and nothing grows without bound. A caller that waits for durability
 * is refused (so the call does not run); items that are only batched are kept, tried again with growing pauses, and
 * past the bound make their caller wait. An item that has waited as long as the queue's patience is given up and
 * counted: the record then has a row about the gap. A failure is reported once for each outage. No promise of the
 * queue's own is ever left to reject.
 */
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Waiter } from "./record-item.ts";

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** The outcome of a batch that did not go through whole. */
export interface WriteFailure<T> {
  /** Not in the store; tried again unless a caller waited for it. */
  readonly failed: readonly T[];
  /** Why something failed, or why what was written is not durable. */
  readonly error: unknown;
}

export interface WriteQueueOptions<T> {
  /** Writes in order; durable at the end when asked. Null when all went well. Never rejects. */
  readonly write: (batch: readonly T[], durable: boolean) => Promise<WriteFailure<T> | null>;
  readonly clock: Pick<Clock, "setTimer">;
  /** Runs the function soon, without making the caller wait. */
  readonly defer: (run: () => void) => void;
  /** Lets some items wait longer than that, and says how long; none unless given. */
  readonly linger?: {
    readonly mayLinger: (item: T) => boolean;
    readonly defer: (run: () => void) => void;
  };
  readonly maxBatch: number;
  readonly maxWaiting: number;
  readonly patienceMs: number;
  /** Called once for each outage. */
  readonly onFailure: (error: unknown) => void;
  /** Called for everything that is given up. */
  readonly onLoss: (item: T) => void;
}

export interface WriteQueue<T> {
  /** Hands in an item that may be batched; a promise only when the queue is full. Never rejects. */
  push(item: T): undefined | Promise<void>;
  /** Hands in an item and settles when it is durable, or only written where it says so; rejects with `unavailable`. */
  pushDurable(item: T): Promise<void>;
  /** Writes what waits, gives up what cannot be written, and says how much that was. */
  close(mark: T): Promise<number>;
}

interface Waitable {
  waiter: Waiter | null;
  readonly waitsForDisk?: boolean;
}

interface Held<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly disarm: () => void;
}

interface State<T> {
  readonly options: WriteQueueOptions<T>;
  waiting: T[];
  /** Items that found the queue full, in order. */
  readonly held: Held<T>[];
  /** How many in `waiting` have a waiter. */
  urgent: number;
  writing: boolean;
  kicked: boolean;
  scheduled: boolean;
  /** A timer runs for those that linger. */
  lingering: boolean;
  stalled: boolean;
  failing: boolean;
  closed: boolean;
  retryMs: number;
  disarmRetry: (() => void) | null;
}

export function createWriteQueue<T extends Waitable>(options: WriteQueueOptions<T>): WriteQueue<T> {
  const state: State<T> = {
    options,
    waiting: [],
    held: [],
    urgent: 0,
    writing: false,
    kicked: false,
    scheduled: false,
    lingering: false,
    stalled: false,
    failing: false,
    closed: false,
    retryMs: FIRST_RETRY_MS,
    disarmRetry: null,
  };
  return {
    push: (item) => push(state, item),
    pushDurable: (item) => pushDurable(state, item),
    close: (mark) => close(state, mark),
  };
}

function push<T extends Waitable>(state: State<T>, item: T): undefined | Promise<void> {
  const { options } = state;
  if (state.closed) {
    options.onLoss(item);
    return undefined;
  }
  // No item overtakes those that wait for a place.
  if (state.held.length > 0 || state.waiting.length >= options.maxWaiting) return hold(state, item);
  state.waiting.push(item);
  if (state.waiting.length === options.maxBatch && !state.failing) soon(state);
  else if (!state.scheduled) schedule(state, [item]);
  return undefined;
}

function pushDurable<T extends Waitable>(state: State<T>, item: T): Promise<void> {
  if (state.closed) return Promise.reject(recordingError("the record is closed"));
  if (state.stalled) return Promise.reject(recordingError("the store does not answer"));
  return new Promise((resolve, reject) => {
    item.waiter = { resolve, reject };
    state.waiting.push(item);
    state.urgent += 1;
    soon(state);
  });
}

function hold<T extends Waitable>(state: State<T>, item: T): Promise<void> {
  const { clock, onLoss, patienceMs } = state.options;
  return new Promise((resolve) => {
    const disarm = clock.setTimer(patienceMs, () => {
      state.held.splice(state.held.indexOf(entry), 1);
      onLoss(item);
      resolve();
    });
    const entry: Held<T> = { item, resolve, disarm };
    state.held.push(entry);
    if (!state.failing) soon(state);
  });
}

/** Writes at the end of this turn, so that all items of the turn share a batch. */
function soon<T extends Waitable>(state: State<T>): void {
  if (state.writing || state.kicked) return;
  state.kicked = true;
  void Promise.resolve().then(() => {
    state.kicked = false;
    return run(state);
  });
}

/** Later, or a little after that when all of these may linger. */
function schedule<T extends Waitable>(state: State<T>, items: readonly T[]): void {
  const { linger } = state.options;
  if (!linger || state.failing || !items.every(linger.mayLinger)) {
    later(state);
    return;
  }
  if (state.writing || state.scheduled || state.lingering) return;
  state.lingering = true;
  linger.defer(() => {
    state.lingering = false;
    if (state.failing) later(state);
    else void run(state);
  });
}

/** When the scheduler says; while the store fails, after a pause. */
function later<T extends Waitable>(state: State<T>): void {
  if (state.writing || state.scheduled) return;
  if (state.failing) {
    retry(state);
    return;
  }
  state.scheduled = true;
  state.options.defer(() => {
    state.scheduled = false;
    void run(state);
  });
}

function retry<T extends Waitable>(state: State<T>): void {
  if (state.disarmRetry || state.closed) return;
  state.disarmRetry = state.options.clock.setTimer(state.retryMs, () => {
    state.disarmRetry = null;
    void run(state);
  });
  state.retryMs = Math.min(state.retryMs * 2, MAX_RETRY_MS);
}

async function run<T extends Waitable>(state: State<T>): Promise<void> {
  if (state.writing) return;
  state.writing = true;
  state.disarmRetry?.();
  state.disarmRetry = null;
  const { maxBatch } = state.options;
  let good = true;
  do {
    if (state.waiting.length === 0) break;
    good = await writeOne(state);
    admitHeld(state);
  } while (good && (state.urgent > 0 || state.waiting.length >= maxBatch));
  state.writing = false;
  if (state.waiting.length > 0) schedule(state, state.waiting);
}

async function writeOne<T extends Waitable>(state: State<T>): Promise<boolean> {
  const { options } = state;
  const batch = state.waiting.slice(0, options.maxBatch);
  state.waiting = state.waiting.slice(options.maxBatch);
  state.urgent = state.waiting.filter(isAwaited).length;
  const disarm = options.clock.setTimer(options.patienceMs, () => {
    state.stalled = true;
    fail(state, batch, recordingError("the store does not answer"));
  });
  const failure = await options.write(batch, batch.some(waitsForDisk));
  disarm();
  state.stalled = false;
  if (failure) {
    const kept = failure.failed.filter((item) => !isAwaited(item));
    fail(state, batch, recordingError("the store did not take it", failure.error));
    if (state.closed) for (const item of kept) options.onLoss(item);
    else state.waiting = kept.concat(state.waiting);
    return false;
  }
  for (const { waiter } of batch) waiter?.resolve();
  state.failing = false;
  state.retryMs = FIRST_RETRY_MS;
  return true;
}

/** Refuses every caller that waits for durability, now or behind this batch, and reports it once. */
function fail<T extends Waitable>(state: State<T>, batch: readonly T[], error: ToolError): void {
  for (const { waiter } of batch) waiter?.reject(error);
  if (state.urgent > 0) {
    for (const { waiter } of state.waiting) waiter?.reject(error);
    state.waiting = state.waiting.filter((item) => !isAwaited(item));
    state.urgent = 0;
  }
  if (state.failing) return;
  state.failing = true;
  state.options.onFailure(error);
}

function admitHeld<T extends Waitable>(state: State<T>): void {
  while (state.held.length > 0 && state.waiting.length < state.options.maxWaiting) {
    const { item, resolve, disarm } = state.held.shift() as Held<T>;
    disarm();
    state.waiting.push(item);
    resolve();
  }
}

async function close<T extends Waitable>(state: State<T>, mark: T): Promise<number> {
  if (state.closed) return 0;
  await pushDurable(state, mark).catch(() => undefined);
  state.closed = true;
  state.disarmRetry?.();
  const left = [...state.waiting, ...state.held.map(({ item }) => item)];
  for (const { disarm, resolve } of state.held.splice(0)) {
    disarm();
    resolve();
  }
  state.waiting = [];
  for (const item of left) state.options.onLoss(item);
  return left.length;
}

function waitsForDisk({ waiter, waitsForDisk = true }: Waitable): boolean {
  return waiter !== null && waitsForDisk;
}

function isAwaited({ waiter }: Waitable): boolean {
  return waiter !== null;
}

function recordingError(reason: string, cause?: unknown): ToolError {
  return new ToolError("unavailable", `It could not be recorded: ${reason}.`, { cause });
}
