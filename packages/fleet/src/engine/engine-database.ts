/** A few connections of an engine, which its queues and our rows share. They lead to the database itself: a pooler has no use here. */
import pg from "pg";
import { configOf, placeOf, quietPool, type StoredRow } from "../store/queue/connections.ts";
import { storeFault } from "../store/queue/store-fault.ts";

export type Query = (text: string, values: readonly unknown[]) => Promise<readonly StoredRow[]>;

export interface EngineDatabase {
  readonly pool: pg.Pool;
  readonly place: string;
  /** Rejects with a ToolError. */
  readonly query: Query;
  /** One transaction; the client is for what takes part in it. */
  within<T>(work: (query: Query, client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** While no other process does anything under this number. No transaction is open meanwhile. */
  alone(lock: number, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export const UNIQUE = "23505";

/** Gives up what a cut network swallows, so that the connection is made again. */
const LONGEST_MS = 10_000;

export function openEngineDatabase(url: string, most: number): EngineDatabase {
  const config = configOf(url);
  const place = placeOf(config);
  const pool = quietPool({
    ...config,
    max: most,
    keepAlive: true,
    application_name: "toolplane engine",
    connectionTimeoutMillis: LONGEST_MS,
    query_timeout: LONGEST_MS,
  });
  return {
    pool,
    place,
    async query(text, values) {
      try {
        return (await pool.query<StoredRow>(text, [...values])).rows;
      } catch (error) {
        throw storeFault(error, place);
      }
    },
    async within(work) {
      let client: pg.PoolClient | null = null;
      let failure: Error | undefined;
      try {
        client = await pool.connect();
        const own = client;
        await own.query("BEGIN");
        const query: Query = async (text, values) =>
          (await own.query<StoredRow>(text, [...values])).rows;
        const answer = await work(query, own);
        await own.query("COMMIT");
        return answer;
      } catch (error) {
        failure = error instanceof Error ? error : new TypeError("It was given up.");
        await client?.query("ROLLBACK").then(
          () => {
            failure = undefined;
          },
          () => undefined,
        );
        throw storeFault(error, place);
      } finally {
        client?.release(failure);
      }
    },
    async alone(lock, work) {
      const client = new pg.Client(config);
      client.on("error", () => undefined);
      try {
        await client.connect();
        await client.query("SELECT pg_advisory_lock($1::bigint)", [lock]);
        await work();
      } catch (error) {
        throw storeFault(error, place);
      } finally {
        await client.end();
      }
    },
    close: () => pool.end(),
  };
}
