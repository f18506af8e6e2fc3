import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { askAcross } from "./ask-across.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const POOLER = "/usr/sbin/pgbouncer";

/** Each transaction may get another connection of the server, and another client the one that was just used. */
describe.skipIf(!hasPostgres || !existsSync(POOLER))(
  "a PostgreSQL store behind a transaction pooler (needs postgresql and pgbouncer)",
  () => {
    let server: Postgres;
    let pooler: ChildProcess;
    let url = "";
    beforeAll(async () => {
      server = await startPostgres();
      for (const name of ["record", "clean"]) server.sql("postgres", `CREATE DATABASE ${name}`);
      const port = await freePort();
      const settings = join(server.folder, "pooler.ini");
      writeFileSync(settings, settingsOf(server, port));
      chmodSync(settings, 0o644);
      const isRoot = process.getuid?.() === 0;
      const as = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
      const [program = "", ...words] = [...as, POOLER, "-q", settings];
      pooler = spawn(program, words, { stdio: "ignore" });
      url = `postgres://owner@127.0.0.1:${port}/record`;
      await vi.waitFor(async () => expect(await answers(url)).toBe(true), 10_000);
    });
    afterAll(async () => {
      pooler.kill();
      await once(pooler, "exit");
      server.remove();
    });

    it("makes its tables, and takes writes of several machines", async () => {
      const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url })));
      await Promise.all(stores.map(fill));
      const [store] = stores as [Store, ...Store[]];
      for (const [index] of stores.entries())
        expect(await store.events.read(`ses_${index}`, { from: 0, limit: 99 })).toHaveLength(20);
      await Promise.all(stores.map((one) => one.close()));
    });

    it("hears nothing through it, finds the answer all the same, and says what to do", async () => {
      const store = await openPostgresStore({ url, patienceMs: 500 });
      expect(await store.hearing?.fault()).toMatch(/^A pooler keeps back what the database says/);
      const other = await openPostgresStore({ url });
      const [asked, answered] = await askAcross(store, other);
      expect([asked, answered.outcome]).toEqual([{ choice: "once" }, "given"]);
      const past = { url, directUrl: server.url("record") };
      const straight = await openPostgresStore(past);
      expect(await straight.hearing?.fault()).toBe(null);
      await Promise.all([store, other, straight].map((one) => one.close()));
      const world = openCliWorld({});
      mkdirSync(world.config, { recursive: true });
      const record = { postgres: url.replace("/record", "/clean") };
      writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record }), {
        mode: 0o600,
      });
      const { stdout } = await world.run(["doctor"], { columns: 300 });
      expect(stdout).toContain("A pooler keeps back what the database");
      expect(stdout).toContain('"record": { "direct": … }');
      world.remove();
    });

    it("leaves no setting and no statement in a connection that others use", async () => {
      const store = await openPostgresStore({ url });
      await store.slots.put("ses_1", "tool", 1);
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query(
        "SELECT current_setting('synchronous_commit') AS waits, (SELECT count(*)::int FROM pg_prepared_statements) AS named",
      );
      expect(rows).toEqual([{ waits: "on", named: 0 }]);
      await client.end();
      await store.close();
    });
  },
);

async function fill(store: Store, index: number): Promise<void> {
  const sessionId = `ses_${index}`;
  for (let sequence = 0; sequence < 20; sequence += 1) {
    const hash = String(sequence).padStart(64, "0");
    const row = { sessionId, sequence, type: "a", atMs: 1, callId: null, payloadDigest: hash };
    const rows = [{ ...row, previous: hash, hash }];
    const recorded = store.record({ chains: [{ rows, head: null }], payloads: [], parts: [] });
    await Promise.all([recorded, store.flush()]);
  }
}

/** One connection to the server for all. */
function settingsOf(server: Postgres, port: number): string {
  return `[databases]
record = host=127.0.0.1 port=${server.port} dbname=record user=owner pool_size=2
clean = host=127.0.0.1 port=${server.port} dbname=clean user=owner pool_size=2
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_reset_query_always = 0
`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
