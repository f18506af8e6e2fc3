import { openPostgresStore } from "@toolplane/fleet";
import { describeStoreConformance } from "@toolplane/testkit";
import { afterAll, beforeAll, describe, it } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

describe.skipIf(!hasPostgres)("a PostgreSQL store (needs postgresql)", () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
  });
  afterAll(() => server?.remove());

  const again = () => openPostgresStore({ url: server.url("record"), leaseMs: 300 });
  describeStoreConformance(
    { describe, it },
    {
      async open() {
        const store = await again();
        server.sql("record", EMPTY);
        return store;
      },
      reopen: again,
      beside: again,
    },
  );
});

const EMPTY = `DO $$ DECLARE t text; BEGIN
FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'toolplane' AND tablename <> 'schema_steps'
LOOP EXECUTE 'DELETE FROM toolplane.' || t; END LOOP; END $$`;
