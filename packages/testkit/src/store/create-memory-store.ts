/**
 * The whole store in memory: the smallest honest implementation, first customer of the conformance suite. It can fail, stall
 * and crash on request; `crash` gives the store that another process would find.
 */
import type { Store } from "@toolplane/contract/ports";
import { memoryApprovals, memoryReceipts } from "./memory-approvals.ts";
import { memoryCalls } from "./memory-calls.ts";
import { memoryCounts } from "./memory-counts.ts";
import { memoryEvents, memoryPayloads } from "./memory-events.ts";
import { memoryJournal, memorySidecars } from "./memory-files.ts";
import { memoryPrune } from "./memory-prune.ts";
import { memoryRecord } from "./memory-record.ts";
import { memoryRuns } from "./memory-runs.ts";
import { memoryParts, memoryPaused, memorySessions, memorySlots } from "./memory-sessions.ts";
import { createStoreGate, type StoreFault } from "./store-gate.ts";
import type { StoreTables } from "./store-tables.ts";

/** A store under the control of a test. */
export interface MemoryStore extends Store {
  readonly calls: NonNullable<Store["calls"]>;
  /** From now on operations reject with this error: all of them, or those that the fault names. */
  fail(error: unknown, fault?: StoreFault): void;
  heal(): void;
  /** From now on operations wait. */
  hold(): void;
  /** Lets everything that waits go on, and what follows. */
  release(): void;
  /** How often each operation was asked for, by names like `events.append`. */
  counts(): Readonly<Record<string, number>>;
  /** The store as the next process finds it when this one is killed now: what was not flushed is gone. */
  crash(): MemoryStore;
  /** The store as the next process finds it after this one was closed. */
  reopen(): MemoryStore;
}

export function createMemoryStore(): MemoryStore {
  return openStore();
}

function openStore(tables?: StoreTables): MemoryStore {
  const gate = createStoreGate(tables);
  return {
    record: memoryRecord(gate),
    sessions: memorySessions(gate),
    parts: memoryParts(gate),
    approvals: memoryApprovals(gate),
    receipts: memoryReceipts(gate),
    events: memoryEvents(gate),
    payloads: memoryPayloads(gate),
    paused: memoryPaused(gate),
    runs: memoryRuns(gate),
    slots: memorySlots(gate),
    journal: memoryJournal(gate),
    calls: memoryCalls(gate),
    sidecars: memorySidecars(gate),
    ...memoryCounts(gate),
    prune: memoryPrune(gate),
    flush: gate.flush,
    close: gate.close,
    fail: (error, fault = {}) => gate.fail(error, fault),
    heal: gate.heal,
    hold: gate.hold,
    release: gate.release,
    counts: gate.counts,
    crash: () => openStore(gate.crash()),
    reopen: () => openStore(gate.tables),
  };
}
