/** The engine of a fleet on a real server. Only one engine works in a process, so what two workers do is in workers.test.ts. */
import type { Engine, Store } from "@toolplane/contract/ports";
import { openDbosEngine, openPostgresStore } from "@toolplane/fleet";
import { describeEngineConformance } from "@toolplane/testkit";
import { afterAll, beforeAll, describe, it } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

describe.skipIf(!hasPostgres)("an engine on PostgreSQL (needs postgresql)", () => {
  let server: Postgres;
  const stores: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE fleet");
    await (await again()).close();
  }, 60_000);
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    server?.remove();
  });

  const again = async (): Promise<Engine> => {
    const url = server.url("fleet");
    const store = await openPostgresStore({ url });
    stores.push(store);
    if (!store.leases) throw new TypeError("It gives no leases.");
    return openDbosEngine({ url, leases: store.leases, pollMs: 100 });
  };
  describeEngineConformance(
    { describe, it: (name, body) => it(name, body, 60_000) },
    {
      async open() {
        server.sql("fleet", EMPTY);
        return again();
      },
      beside: again,
    },
  );
});

const EMPTY = `DELETE FROM toolplane.fleet_runs; DELETE FROM toolplane.fleet_workers;
DO $$ BEGIN IF to_regclass('toolplane_engine.workflow_status') IS NOT NULL THEN DELETE FROM toolplane_engine.workflow_status; END IF; END $$`;
