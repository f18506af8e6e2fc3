/**
 * A few connections to one database. Every wait has an end: for a connection, and for an answer. A connection whose answer did not come
 * is closed, because nobody knows what it still does.
 *
 * A pooler may give each transaction to another connection of the server. Then nothing may be left behind in one: no setting, and no
 * statement with a name. Whether one is between is seen by the number of the server's process, which a pooler does not pass on.
 */
import { ConfigurationError, ToolError } from "@toolplane/contract";
import pg from "pg";
import { isNotYet, storeFault } from "./store-fault.ts";

export interface StoredRow {
  readonly [column: string]: unknown;
}

/** Rows that a statement gave, and how many it changed. */
export interface Answer {
  readonly rows: readonly StoredRow[];
  readonly count: number;
}

export type Run = (text: string, values?: readonly unknown[]) => Promise<Answer>;

export interface Connections {
  /** Host, port and name of the database, for people. */
  readonly place: string;
  readonly run: Run;
  /** A connection to the database itself, beside the others; its caller opens and ends it. */
  apart(): pg.Client;
  /** Several statements over one such connection. */
  within<T>(work: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ConnectionsOptions {
  readonly url: string;
  /** Of the database itself, where the other is a pooler's. */
  readonly directUrl: string;
  readonly connections: number;
  readonly patienceMs: number;
}

/** Statements that may wait for a connection. */
const MOST_WAITING = 10_000;
const PAUSE_MS = 50;
/** A large result takes a busy server longer. */
const MS_PER_MEGABYTE = 500;
/** The statement of a step of the schema may take long. */
const STEP_MS = 600_000;

export function openConnections(options: ConnectionsOptions): Connections {
  const { url, directUrl, connections: max, patienceMs } = options;
  const config = configOf(url);
  const direct = configOf(directUrl);
  const place = placeOf(config);
  const each = {
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
    application_name: "toolplane",
    types: { getTypeParser },
  };
  const pool = quietPool({ ...config, ...each, max });
  const straight = directUrl === url ? pool : quietPool({ ...direct, ...each, max: 1 });
  const names = new Map<string, string>();
  let waiting = 0;
  let isPooled: boolean | null = null;

  const take = async (from: pg.Pool): Promise<pg.PoolClient> => {
    if (waiting >= MOST_WAITING)
      throw new ToolError(
        "unavailable",
        `${MOST_WAITING} operations wait for the database ${place} already: try again when it is less busy.`,
      );
    waiting += 1;
    try {
      const client = await connectPatiently(from, patienceMs);
      if (from === pool) isPooled ??= await hasPooler(client);
      return client;
    } catch (error) {
      throw storeFault(error, place);
    } finally {
      waiting -= 1;
    }
  };
  const send = async (client: pg.PoolClient, query: pg.QueryConfig): Promise<Answer> => {
    const { rows, rowCount } = await client.query(query);
    return { rows: rows ?? [], count: rowCount ?? 0 };
  };
  return {
    place,
    apart() {
      const client = new pg.Client({ ...direct, ...each });
      // Said by the statement that meets it.
      client.on("error", () => undefined);
      return client;
    },
    async run(text, values = []) {
      const client = await take(pool);
      try {
        const name = isPooled ? undefined : nameOf(names, text);
        const query_timeout = patienceMs + MS_PER_MEGABYTE * megabytesIn(values);
        const query = { text, values: [...values], query_timeout, ...(name && { name }) };
        const answer = await send(client, query);
        client.release();
        return answer;
      } catch (error) {
        client.release(!(error instanceof pg.DatabaseError));
        throw error;
      }
    },
    async within(work) {
      const client = await take(straight);
      let isSound = true;
      try {
        return await work(async (text, values = []) => {
          try {
            const query = { text, values: [...values], query_timeout: STEP_MS };
            return await send(client, query);
          } catch (error) {
            isSound &&= error instanceof pg.DatabaseError;
            throw storeFault(error, place);
          }
        });
      } finally {
        client.release(!isSound);
      }
    },
    async close() {
      await pool.end();
      if (straight !== pool) await straight.end();
    },
  };
}

export function quietPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that the server closed: the next statement makes another.
  pool.on("error", () => undefined);
  // One that is lost while it is used: its statement says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function megabytesIn(values: readonly unknown[]): number {
  const bytes = values.reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0),
    0,
  );
  return bytes / 1_000_000;
}

/** The texts are constants of this package, so there are as many names as are written in it. */
function nameOf(names: Map<string, string>, text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `toolplane_${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** A server that restarts, or has no connection left, has one in a moment mostly. */
async function connectPatiently(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  for (let leftMs = patienceMs; ; leftMs -= PAUSE_MS) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isNotYet(error) || leftMs <= 0) throw error;
    }
    await new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS));
  }
}

async function hasPooler(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const { processID } = client as unknown as { readonly processID?: number };
  return rows[0]?.pid !== processID;
}

/** Waiting does not mend an address, so this is no `unavailable`. Not the text itself in the error: there is a password in it. */
export function configOf(url: string): pg.PoolConfig {
  try {
    const { protocol } = new URL(url);
    if (protocol === "postgres:" || protocol === "postgresql:") {
      const client = new pg.Client(url);
      const { host, port, database = "" } = client;
      return { connectionString: url, host, port, database };
    }
  } catch {
    // Said below, without what was given.
  }
  throw new ConfigurationError(
    "record",
    "the address of the database cannot be read: write it as postgres://user:password@host:5432/database",
  );
}

export function placeOf({ host = "localhost", port = 5432, database = "" }: pg.PoolConfig): string {
  return host.startsWith("/") ? `${database} at ${host}` : `${host}:${port}/${database}`;
}

/** Whole numbers of the store fit a number of JavaScript. */
function getTypeParser(type: number, format?: "text" | "binary") {
  const BIGINT = 20;
  return type === BIGINT ? Number : pg.types.getTypeParser(type, format as "text");
}
