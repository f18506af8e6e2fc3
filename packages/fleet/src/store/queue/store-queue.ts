/**
 * One way into the database: reads, single writes, and batches of the record. A write says itself whether it waits for the disk: the
 * setting is made inside its statement and ends with it, so it is never left in a connection that others use too.
 */
import { ToolError } from "@toolplane/contract";
import type { Answer, Connections, StoredRow } from "./connections.ts";
import { createDurability } from "./durability.ts";
import { storeFault } from "./store-fault.ts";

interface WriteOptions {
  /** It waits for the disk. */
  readonly durable?: boolean;
}

/** The queue. Everything rejects with a ToolError; nothing throws. */
export interface StoreQueue {
  read(text: string, ...values: readonly unknown[]): Promise<readonly StoredRow[]>;
  /** A statement that takes its rows `FROM how`, or that begins with more tables behind it. */
  write(text: string, values: readonly unknown[], options?: WriteOptions): Promise<Answer>;
  /** The same for one whose first row says when the server was `started`. Not faults of the store, but what PostgreSQL said. */
  writeAs(text: string, values: readonly unknown[], options: WriteOptions): Promise<Answer>;
  /** Counts work, so that a flush waits for it. Refused when the store is closed. */
  enter<T>(work: () => Promise<T>): Promise<T>;
  fault(error: unknown): ToolError;
  /** Waits for what was handed in before, and for nothing that comes later: under load there is always something that does. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** In front of each write. A server that never waits for the disk is made to, where that is wanted. */
const QUICKLY = `WITH RECURSIVE how AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
const DURABLY = `WITH RECURSIVE how AS MATERIALIZED (SELECT set_config('synchronous_commit',
CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true))`;
/** Writes the least that makes the database wait for its disk. */
const SYNC = `SELECT pg_logical_emit_message(true, 'toolplane', ''), pg_postmaster_start_time()::text AS started FROM how`;

export function createStoreQueue(connections: Connections): StoreQueue {
  const { place } = connections;
  const durability = createDurability();
  const flying = new Set<Promise<unknown>>();
  const fault = (error: unknown) => storeFault(error, place);
  let closing: Promise<void> | null = null;
  let sync: Promise<unknown> = Promise.resolve();
  let nextSync: Promise<unknown> | null = null;

  const enter = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) return Promise.reject(new ToolError("unavailable", "The store is closed."));
    const going = work();
    flying.add(going);
    const forget = () => void flying.delete(going);
    going.then(forget, forget);
    return going;
  };
  const writeAs: StoreQueue["writeAs"] = async (text, values, { durable = false }) => {
    const covering = durability.begin();
    const answer = await connections.run(`${durable ? DURABLY : QUICKLY}${text}`, values);
    if (durable) durability.end(covering, answer.rows[0]?.started as string);
    else durability.quickDone();
    return answer;
  };
  const write: StoreQueue["write"] = (text, values, { durable = false } = {}) =>
    enter(async () => {
      try {
        const answer = await connections.run(`${durable ? DURABLY : QUICKLY}${text}`, values);
        if (!durable) durability.quickDone();
        return answer;
      } catch (error) {
        throw fault(error);
      }
    });
  /** One that has not begun yet is shared by all who come meanwhile. */
  const syncOnce = (): Promise<unknown> => {
    nextSync ??= sync
      .catch(() => undefined)
      .then(() => {
        nextSync = null;
        sync = writeAs(SYNC, [], { durable: true });
        return sync;
      });
    return nextSync;
  };
  const settle = async (before: readonly Promise<unknown>[]): Promise<void> => {
    const losses = durability.losses();
    await Promise.allSettled(before);
    try {
      if (!durability.isCovered()) await syncOnce();
    } catch (error) {
      throw fault(error);
    }
    if (durability.losses() > losses)
      throw new ToolError(
        "unavailable",
        `The database ${place} was restarted, and what was written shortly before may be gone: try again.`,
      );
  };
  const close = async (): Promise<void> => {
    let failure: unknown = null;
    await settle([...flying]).catch((error: unknown) => {
      failure = error;
    });
    await connections.close();
    if (failure !== null) throw failure;
  };
  return {
    enter,
    writeAs,
    write,
    fault,
    async read(text, ...values) {
      if (closing) throw new ToolError("unavailable", "The store is closed.");
      try {
        return (await connections.run(text, values)).rows;
      } catch (error) {
        throw fault(error);
      }
    },
    async flush() {
      if (closing) throw new ToolError("unavailable", "The store is closed.");
      await settle([...flying]);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
