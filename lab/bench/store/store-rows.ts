/** Ways to write down calls: lines of JSON, and the store on SQLite, alone and under the recorder. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { createRecorder, type EntryOf, type StoreRecorder } from "@toolplane/kernel/record";
import { createCallEntry } from "@toolplane/library/rooms/record";
import { CALM_SHARE, calmSlices } from "../harness/calm-slices.ts";
import type { Figures } from "../harness/section.ts";
import { createRealClockHost } from "../real-clock-host.ts";
import { createChain, intendedCall, settledCall } from "./recorded-calls.ts";

const BATCH = 256;
/**
 * Short slices, because a shared machine stays calm for milliseconds only and a row with longer ones would look worse for it;
 * and enough of them that checkpoints of the log, one in every few slices, count as often as they happen.
 */
const SLICES = 42;
const BATCHES = 3;
const ALONE = 50;
const WARM_UP = 8;

/** One line for each call, written at once; nothing waits for the disk. */
export function lines(): Promise<Figures> {
  return inFolder(async (folder) => {
    const fd = openSync(join(folder, "calls.jsonl"), "a");
    const figures = await measure(BATCH * BATCHES, async (from, count) => {
      for (let at = from; at < from + count; at += 1) writeSync(fd, lineOf(at));
    });
    closeSync(fd);
    return figures;
  });
}

/** One line for each intent, each on disk before the next: the same intents as the recorder's. */
export function durableLines(): Promise<Figures> {
  return inFolder(async (folder) => {
    const fd = openSync(join(folder, "calls.jsonl"), "a");
    const figures = await measure(ALONE, async (from, count) => {
      for (let at = from; at < from + count; at += 1) {
        writeSync(fd, `${JSON.stringify(intendedCall(at))}\n`);
        fdatasyncSync(fd);
      }
    });
    closeSync(fd);
    return figures;
  });
}

function lineOf(index: number): string {
  return `${JSON.stringify(settledCall(index))}\n`;
}

/** The same lines as rows of SQLite, one statement for each: what a recorder without batches does. */
export function plainSqlite(): Promise<Figures> {
  return inFolder(async (folder) => {
    const database = new DatabaseSync(join(folder, "calls.db"));
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    database.exec("CREATE TABLE calls (id INTEGER PRIMARY KEY, call TEXT)");
    const insert = database.prepare("INSERT INTO calls (call) VALUES (?)");
    const figures = await measure(BATCH, async (from, count) => {
      for (let at = from; at < from + count; at += 1) insert.run(JSON.stringify(settledCall(at)));
    });
    database.close();
    return figures;
  });
}

/** The store with chained rows, handed in by batches. */
export function storeBatches(): Promise<Figures> {
  return inStore(async (store) => {
    const link = createChain();
    return measure(BATCH * BATCHES, async (from, count) => {
      for (let at = from; at < from + count; at += BATCH) {
        const calls = Array.from({ length: BATCH }, (_, index) => link(at + index));
        const puts = calls.map(({ row, payload }) =>
          store.payloads.put(row.payloadDigest, payload),
        );
        await Promise.all(puts);
        await store.events.append(
          calls.map(({ row }) => row),
          null,
        );
      }
    });
  });
}

/** The recorder over the store: what a toolplane does for calls that only read. Committed at the end, and not synced. */
export function recorder(): Promise<Figures> {
  return inRecorder(withoutSync, (record) =>
    measure(BATCH * BATCHES, async (from, count) => {
      for (let at = from; at < from + count; at += 1) await record.settle(settledCall(at));
      await record.flush();
    }),
  );
}

/** The same, and each call comes into the index of calls: all that a toolplane does. */
export function indexingRecorder(): Promise<Figures> {
  return inRecorder(
    withoutSync,
    (record) =>
      measure(BATCH * BATCHES, async (from, count) => {
        for (let at = from; at < from + count; at += 1) await record.settle(settledCall(at));
        await record.flush();
      }),
    createCallEntry("bench"),
  );
}

/** The recorder, one settled call after the other, each durable; into the index as well, or not. */
export function settledAlone(isIndexed: boolean): Promise<Figures> {
  return inRecorder(
    asItIs,
    (record) =>
      measure(ALONE, async (from, count) => {
        for (let at = from; at < from + count; at += 1) {
          await record.settle(settledCall(at));
          await record.flush();
        }
      }),
    isIndexed ? createCallEntry("bench") : NO_ENTRY,
  );
}

/** Nothing is kept of a call, and no backlog grows: what the record cost before there was an index. */
const NO_ENTRY: EntryOf = () => {
  throw new TypeError("none");
};

/** The recorder, one durable intent after the other. */
export function durableAlone(): Promise<Figures> {
  return inRecorder(asItIs, (record) =>
    measure(ALONE, async (from, count) => {
      for (let at = from; at < from + count; at += 1) await record.intent(intendedCall(at));
    }),
  );
}

/** The recorder, many durable intents at the same time. */
export function durableTogether(): Promise<Figures> {
  return inRecorder(asItIs, (record) =>
    measure(BATCH * BATCHES, async (from, count) => {
      for (let at = from; at < from + count; at += BATCH) {
        const intents = Array.from({ length: BATCH }, (_, index) =>
          record.intent(intendedCall(at + index)),
        );
        await Promise.all(intents);
      }
    }),
  );
}

/** A flush waits for the commit only, as a line of JSON is handed to the system only. */
function withoutSync(store: Store): Store {
  return { ...store, flush: async () => void (await store.events.head("")) };
}

function asItIs(store: Store): Store {
  return store;
}

function inRecorder(
  use: (store: Store) => Store,
  run: (recorder: StoreRecorder) => Promise<Figures>,
  entryOf: EntryOf = NO_ENTRY,
): Promise<Figures> {
  return inStore(async (opened) => {
    const store = use(opened);
    const { clock, ids } = createRealClockHost({});
    const key = new Uint8Array(32).fill(7);
    const record = createRecorder({
      store,
      key,
      clock,
      ids,
      defer: setImmediate,
      placeOf: null,
      entryOf,
    });
    const figures = await run(record);
    await record.close();
    return figures;
  });
}

function inStore(run: (store: Store) => Promise<Figures>): Promise<Figures> {
  return inFolder(async (folder) => {
    const store = await openSqliteStore({ path: join(folder, "store.db") });
    const figures = await run(store);
    await store.close();
    return figures;
  });
}

async function inFolder(run: (folder: string) => Promise<Figures>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "bench-store-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows per second over all slices together, so that what happens now and then counts as often as it happens. */
async function measure(
  count: number,
  write: (from: number, count: number) => Promise<void>,
): Promise<Figures> {
  let next = 0;
  const slice = async (): Promise<number> => {
    const from = next;
    next += count;
    const start = performance.now();
    await write(from, count);
    return performance.now() - start;
  };
  for (let turn = 0; turn < WARM_UP; turn += 1) await slice();
  const { values, calmShare } = await calmSlices(SLICES, slice);
  const totalMs = values.reduce((sum, ms) => sum + ms, 0);
  const rows = values.length * count;
  return {
    rowsPerSecond: (rows / totalMs) * 1_000,
    usPerRow: (totalMs * 1_000) / rows,
    worstUsPerRow: (Math.max(...values) * 1_000) / count,
    [CALM_SHARE]: calmShare,
  };
}
