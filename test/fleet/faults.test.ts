import { randomBytes } from "node:crypto";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

describe.skipIf(!hasPostgres)("a PostgreSQL store in trouble (needs postgresql)", () => {
  let server: Postgres;
  const stores: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close().catch(() => undefined)));
  });
  afterAll(() => server?.remove());

  const open = async (database = "record", more: object = {}): Promise<Store> => {
    const store = await openPostgresStore({ url: server.url(database), ...more });
    stores.push(store);
    return store;
  };
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "it went through",
      (error: { readonly code?: string; readonly name: string; readonly message: string }) =>
        `${error.code ?? error.name}: ${error.message}`,
    );

  it("says what to do where it cannot be opened, and never shows the password", async () => {
    const place = `127.0.0.1:${server.port}`;
    const said = await Promise.all(
      [
        `postgres://owner:s3cret@${place}/none`,
        `postgres://nobody:s3cret@${place}/record`,
        "postgres://owner:s3cret@127.0.0.1:1/record",
        "mysql://owner:s3cret@db/record",
        "owner:s3cret@db",
      ].map((url) => refusal(openPostgresStore({ url, patienceMs: 300 }))),
    );
    expect(said).toEqual([
      `unavailable: The database ${place}/none does not exist: create it first.`,
      `unavailable: The database ${place}/record does not take this login: look at the user and the password.`,
      "unavailable: The database 127.0.0.1:1/record cannot be reached: look whether it runs, and at the network between.",
      ...Array(2).fill(
        "ConfigurationError: record: the address of the database cannot be read: write it as postgres://user:password@host:5432/database",
      ),
    ]);
  });

  it("makes its tables once, however many machines come at once", async () => {
    server.sql("postgres", "CREATE DATABASE fresh");
    await Promise.all([1, 2, 3, 4].map(() => open("fresh")));
    expect(server.sql("fresh", "SELECT count(*) FROM toolplane.schema_steps")).toBe("5");
  });

  it("lets a worker read and write, and alter no table; only the owner makes them", async () => {
    server.sql("postgres", "CREATE DATABASE shared");
    server.sql("postgres", "CREATE ROLE worker LOGIN");
    const url = server.url("shared", "worker");
    expect(await refusal(openPostgresStore({ url }))).toMatch(
      /^unavailable: .* needs its tables made .* run `toolplane doctor` once with the login that owns the schema/,
    );
    await open("shared");
    expect(await refusal(openPostgresStore({ url }))).toMatch(/let its owner grant it SELECT/);
    server.sql("shared", GRANTS);
    const store = await openPostgresStore({ url });
    stores.push(store);
    await store.events.append([rowOf(0)], null);
    await store.flush();
    expect(await store.events.read("ses_1", { from: 0, limit: 9 })).toEqual([rowOf(0)]);
    const client = new pg.Client(url);
    await client.connect();
    for (const text of [
      "ALTER TABLE toolplane.events ADD a int",
      "DROP TABLE toolplane.chains",
      "CREATE TABLE toolplane.a ()",
    ])
      await expect(client.query(text)).rejects.toMatchObject({ code: "42501" });
    await client.end();
    // As the tables are before an update's step: the owner takes it, a worker says who must.
    server.sql("shared", "DELETE FROM toolplane.schema_steps");
    expect(await refusal(openPostgresStore({ url }))).toMatch(
      /needs its tables made or brought up/,
    );
  });

  it("refuses a newer schema, and one of another program", async () => {
    server.sql("postgres", "CREATE DATABASE newer");
    await (await open("newer")).close();
    server.sql("newer", "INSERT INTO toolplane.schema_steps VALUES (99)");
    expect(await refusal(open("newer"))).toMatch(
      /was written by a newer version \(schema 99, this one knows \d+\): update toolplane/,
    );
    server.sql("postgres", "CREATE DATABASE theirs");
    server.sql("theirs", "CREATE SCHEMA toolplane; CREATE TABLE toolplane.events (a int)");
    expect(await refusal(open("theirs"))).toMatch(/has a schema toolplane of another program/);
    expect(
      server.sql("theirs", "SELECT count(*) FROM pg_tables WHERE schemaname = 'toolplane'"),
    ).toBe("1");
  });

  it("says that no connection is left, and goes on when there is one", async () => {
    server.sql("postgres", "CREATE DATABASE crowded");
    await open("crowded");
    server.sql(
      "crowded",
      `CREATE ROLE few LOGIN CONNECTION LIMIT 1; ${GRANTS.replaceAll("worker", "few")}`,
    );
    const url = server.url("crowded", "few");
    const other = new pg.Client(url);
    await other.connect();
    expect(await refusal(openPostgresStore({ url, patienceMs: 200 }))).toMatch(
      /^unavailable: .*has no connection left: raise max_connections/,
    );
    const opening = openPostgresStore({ url, connections: 1 });
    await other.end();
    const store = await opening;
    stores.push(store);
    await store.flush();
  });

  it("keeps ten megabytes of a result, byte for byte", async () => {
    const store = await open();
    const bytes = randomBytes(10_000_000);
    const payloads = [
      { digest: "small", bytes: Buffer.from("a") },
      { digest: "big", bytes },
    ];
    await store.record({ chains: [], payloads, parts: [] });
    expect(Buffer.from((await store.payloads.get("big")) ?? []).equals(bytes)).toBe(true);
    expect(await store.payloads.get("small")).toEqual(Uint8Array.from(Buffer.from("a")));
  });

  it("is unavailable while the server is down, and goes on by itself when it is back", async () => {
    const store = await open("record", { patienceMs: 300 });
    await store.events.append([rowOf(0, "ses_down")], null);
    server.stop("immediate");
    expect(await refusal(store.events.append([rowOf(1, "ses_down")], null))).toMatch(
      /^unavailable: The database .* cannot be reached/,
    );
    server.start();
    await store.events.append([rowOf(0, "ses_up")], null);
    await store.flush();
    expect(await store.events.read("ses_up", { from: 0, limit: 9 })).toHaveLength(1);
  });

  it("refuses a flush where a restart may have lost what was before it", async () => {
    const store = await open();
    await store.flush();
    await store.slots.put("ses_1", "tool", 1);
    await store.flush();
    await store.slots.put("ses_1", "tool", 2);
    server.stop("immediate");
    server.start();
    const said: unknown[] = [];
    // The first may find the old connection dead.
    await expect
      .poll(async () => said[said.push(await refusal(store.flush())) - 1])
      .toBe("it went through");
    expect(said.at(-2)).toMatch(/was restarted, and what was written shortly before/);
  });
});

const GRANTS = `GRANT USAGE ON SCHEMA toolplane TO worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA toolplane TO worker`;

function rowOf(sequence: number, sessionId = "ses_1"): EventRow {
  return {
    sessionId,
    sequence,
    type: "call-succeed",
    atMs: sequence,
    callId: null,
    payloadDigest: "e".repeat(64),
    previous: "0".repeat(64),
    hash: "1".repeat(64),
  };
}
