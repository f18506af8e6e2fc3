/**
 * Group commit: batches that come while a statement is on its way share the next one. Two are on their way at once, so that one is made
 * while the other waits for the disk; a chain is in one of them only, so its appends keep their order.
 */
import { ToolError } from "@toolplane/contract";
import type { RecordBatch, Store } from "@toolplane/contract/ports";
import { isOneCallersFault, isUndone } from "../queue/store-fault.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { checkOrder } from "../tables/events-table.ts";
import { knownChange, unknownChange } from "../tables/files-table.ts";
import { type RecordStatement, recordStatement } from "./record-statement.ts";
import { chainOf, recordValues } from "./record-values.ts";

const LANES = 2;
const MAX_ROWS = 512;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TRIES = 5;
/** Batches that wait. A recorder bounds what it hands over itself, so more is a database that does not answer. */
const MOST_WAITING = 10_000;

interface Waiting {
  readonly batch: RecordBatch;
  readonly chains: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  durable: boolean;
  readonly resolve: () => void;
  readonly reject: (error: ToolError) => void;
}

export interface RecordQueue {
  readonly record: Store["record"];
  /** Makes those that wait come to the disk with their own statement. */
  hasten(): void;
}

interface State {
  readonly queue: StoreQueue;
  /** By the names of their parts. */
  readonly statements: Map<string, RecordStatement>;
  waiting: Waiting[];
  readonly busy: Set<string>;
  lanes: number;
  isKicked: boolean;
}

export function createRecordQueue(queue: StoreQueue): RecordQueue {
  const state: State = {
    queue,
    statements: new Map(),
    waiting: [],
    busy: new Set(),
    lanes: 0,
    isKicked: false,
  };
  return {
    async record(batch) {
      for (const { rows } of batch.chains) checkOrder(rows);
      checkChanges(batch);
      if (state.waiting.length >= MOST_WAITING)
        throw new ToolError(
          "unavailable",
          `${MOST_WAITING} batches wait for the record's database already: try again when it is less busy.`,
        );
      await queue.enter(() => join(state, batch));
    },
    hasten() {
      for (const one of state.waiting) one.durable = true;
    },
  };
}

function checkChanges({ changes = [] }: RecordBatch): void {
  if (new Set(changes.map(({ id }) => id)).size < changes.length) throw knownChange();
}

function join(state: State, batch: RecordBatch): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    state.waiting.push({
      batch,
      chains: batch.chains.map(chainOf).filter((id) => id !== null),
      rows: batch.chains.reduce((sum, { rows }) => sum + rows.length, 0),
      bytes: batch.payloads.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
      durable: false,
      resolve,
      reject,
    });
    if (state.isKicked) return;
    state.isKicked = true;
    // Behind what is handed in during this turn: a flush that follows its rows makes them come to the disk with their statement.
    queueMicrotask(() => {
      state.isKicked = false;
      pump(state);
    });
  });
}

function pump(state: State): void {
  while (state.lanes < LANES) {
    const group = takeGroup(state);
    if (group.length === 0) return;
    const chains = group.flatMap((one) => one.chains);
    for (const chain of chains) state.busy.add(chain);
    state.lanes += 1;
    void write(state, group).then(() => {
      state.lanes -= 1;
      for (const chain of chains) state.busy.delete(chain);
      pump(state);
    });
  }
}

/** The first that fit together; who waits for a chain keeps the place before those that come later. */
function takeGroup(state: State): readonly Waiting[] {
  const group: Waiting[] = [];
  const later: Waiting[] = [];
  const taken = new Set(state.busy);
  let rows = 0;
  let bytes = 0;
  for (const one of state.waiting) {
    const isFull =
      group.length > 0 && (rows + one.rows > MAX_ROWS || bytes + one.bytes > MAX_BYTES);
    if (isFull || one.chains.some((chain) => taken.has(chain))) later.push(one);
    else {
      group.push(one);
      rows += one.rows;
      bytes += one.bytes;
    }
    for (const chain of one.chains) taken.add(chain);
  }
  state.waiting = later;
  return group;
}

/** Never rejects. */
async function write(state: State, group: readonly Waiting[]): Promise<void> {
  try {
    await attempt(state, group);
  } catch (error) {
    if (group.length > 1 && isOneCallersFault(error)) {
      // One cannot be kept: the others of its statement must not fail with it.
      for (const one of group) await write(state, [one]);
      return;
    }
    for (const { reject } of group) reject(state.queue.fault(error));
  }
}

async function attempt({ queue, statements }: State, group: readonly Waiting[]): Promise<void> {
  const { parts, values } = recordValues(group.map(({ batch }) => batch));
  const named = [...parts].join();
  const { text, takes } = statements.get(named) ?? recordStatement(parts);
  statements.set(named, { text, takes });
  const taken = takes.map((place) => values[place]);
  const durable = group.some((one) => one.durable);
  for (let left = MAX_TRIES; ; left -= 1) {
    try {
      const { rows } = await queue.writeAs(text, taken, { durable });
      settle(group, rows[0] as unknown as Refusals);
      return;
    } catch (error) {
      if (!isUndone(error) || left <= 0) throw error;
    }
  }
}

interface Refusals {
  readonly batches: readonly number[];
  readonly whys: readonly string[];
  readonly whats: readonly string[];
}

function settle(group: readonly Waiting[], { batches, whys, whats }: Refusals): void {
  for (const [number, { batch, resolve, reject }] of group.entries()) {
    const at = batches.indexOf(number);
    if (at < 0) resolve();
    else reject(refusalOf(batch, whys[at] ?? "", whats[at] ?? ""));
  }
}

function refusalOf(batch: RecordBatch, why: string, what: string): ToolError {
  if (why === "known") return knownChange();
  if (why === "unknown") return unknownChange(what);
  const given = batch.chains[0]?.rows[0]?.sequence;
  return new ToolError("conflict", `Row ${what} comes next, and this one is ${given}.`);
}
