/**
 * The one way into a memory store: every operation passes here, so that a test can make any of them fail, wait, or take effect
 * and fail all the same, as a connection does that is lost after the commit.
 */
import { ToolError } from "@toolplane/contract";
import { createStoreTables, type StoreTables } from "./store-tables.ts";

/** The operations that go wrong, and how. */
export interface StoreFault {
  /** Names like `events.append`; every operation unless given. */
  readonly only?: readonly string[];
  /** True: the operation takes effect, and its caller gets the error all the same. */
  readonly applied?: boolean;
}

/** The work of one operation on the tables. Runs in one go, as a transaction would. */
type Operation<T> = (tables: StoreTables) => T;

export interface StoreGate {
  /** Runs an operation that changes nothing. */
  read<T>(name: string, run: Operation<T>): Promise<T>;
  /** Runs an operation that is lost in a crash until the next flush. */
  write<T>(name: string, run: Operation<T>): Promise<T>;
  /** Everything so far survives a crash. */
  flush(): Promise<void>;
  close(): Promise<void>;
  fail(error: unknown, fault: StoreFault): void;
  heal(): void;
  hold(): void;
  release(): void;
  counts(): Readonly<Record<string, number>>;
  /** Ends the store as a killed process does, and gives what is left. */
  crash(): StoreTables;
  readonly tables: StoreTables;
}

/** Opens a gate before the tables. */
export function createStoreGate(tables: StoreTables = createStoreTables()): StoreGate {
  const state: State = {
    tables,
    counts: new Map(),
    unflushed: [],
    // Tables that are opened are on disk already.
    durable: structuredClone(tables),
    fault: null,
    held: null,
    closed: false,
  };
  return {
    tables,
    read: (name, run) => pass(state, name, () => run(tables)),
    write: (name, run) =>
      pass(state, name, () => {
        const value = run(tables);
        state.unflushed.push(run);
        return value;
      }),
    flush: () => pass(state, "flush", () => flush(state)),
    async close() {
      if (!state.closed) flush(state);
      state.closed = true;
      release(state);
    },
    fail: (error, fault) => {
      state.fault = { error, ...fault };
    },
    heal: () => {
      state.fault = null;
    },
    hold: () => {
      state.held ??= [];
    },
    release: () => release(state),
    counts: () => Object.fromEntries(state.counts),
    crash() {
      state.closed = true;
      release(state);
      return state.durable;
    },
  };
}

interface State {
  readonly tables: StoreTables;
  readonly counts: Map<string, number>;
  unflushed: Operation<unknown>[];
  /** The tables as they were at the last flush; the same writes are done on them again when they are flushed. */
  readonly durable: StoreTables;
  fault: (StoreFault & { readonly error: unknown }) | null;
  held: (() => void)[] | null;
  closed: boolean;
}

async function pass<T>(state: State, name: string, run: () => T): Promise<T> {
  state.counts.set(name, (state.counts.get(name) ?? 0) + 1);
  if (state.held) await new Promise<void>((resolve) => state.held?.push(resolve));
  if (state.closed) throw new ToolError("unavailable", "The store is closed.");
  const { fault } = state;
  if (!fault || (fault.only && !fault.only.includes(name))) return run();
  if (fault.applied) run();
  throw fault.error;
}

/** A write that was refused when it was made (a conflict) is not in the list, so doing them again cannot fail. */
function flush(state: State): void {
  for (const run of state.unflushed) run(state.durable);
  state.unflushed = [];
}

function release(state: State): void {
  const waiting = state.held ?? [];
  state.held = null;
  for (const go of waiting) go();
}
