/** One sync for all writers that wait for the disk; those that come while it runs share the next. */
import type { WalSync } from "./wal-sync.ts";

/** Told when the disk has it, or why not. */
export interface DiskWaiter {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export interface GroupSync {
  /** There is something that the disk may not have. */
  committed(): void;
  /** Waits for everything committed before; `run` has to follow. */
  add(waiter: DiskWaiter): void;
  /** Syncs when a writer waits. */
  run(): void;
}

export function createGroupSync(walSync: WalSync): GroupSync {
  let waiting: DiskWaiter[] = [];
  let isSyncing = false;
  // Pages that an earlier process left in the log may not be on disk either.
  let isUnsynced = true;

  function finish(waiters: readonly DiskWaiter[]): void {
    for (const { done } of waiters) done();
  }

  function fail(waiters: readonly DiskWaiter[], error: unknown): void {
    isUnsynced = true;
    for (const { failed } of waiters) failed(error);
  }

  async function finishLater(waiters: readonly DiskWaiter[], sync: Promise<void>): Promise<void> {
    isSyncing = true;
    try {
      await sync;
      finish(waiters);
    } catch (error) {
      fail(waiters, error);
    }
    isSyncing = false;
    run();
  }

  function run(): void {
    if (isSyncing || waiting.length === 0) return;
    const waiters = waiting;
    waiting = [];
    try {
      const later = isUnsynced ? walSync.sync() : undefined;
      isUnsynced = false;
      if (later) void finishLater(waiters, later);
      else finish(waiters);
    } catch (error) {
      fail(waiters, error);
    }
  }

  return {
    committed() {
      isUnsynced = true;
    },
    add: (waiter) => void waiting.push(waiter),
    run,
  };
}
