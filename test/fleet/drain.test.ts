/** A worker that ends while its database is down: what it drove is somebody else's afterwards. */
import type { Engine, Store, WorkerOffer } from "@toolplane/contract/ports";
import { openDbosEngine, openPostgresStore } from "@toolplane/fleet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const LEASE_MS = 1_000;
const PATIENCE = { timeout: WAITING_MS, interval: 50 };

describe.skipIf(!hasPostgres)("a worker that ends in an outage (needs postgresql)", () => {
  let server: Postgres;
  const stores: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE fleet");
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    server?.remove();
  });
  const open = async (): Promise<Engine> => {
    const url = server.url("fleet");
    const store = await openPostgresStore({ url, leaseMs: LEASE_MS });
    stores.push(store);
    if (!store.leases) throw new TypeError("It gives no leases.");
    return openDbosEngine({ url, leases: store.leases, pollMs: 50 });
  };

  it("leaves its segment to the next one, although it could not say how it ended", async () => {
    const first = await open();
    const driven: string[] = [];
    const isBack = Promise.withResolvers<void>();
    await first.work(offer("first"), async (run) => {
      driven.push(`first ${run}`);
      await isBack.promise;
      return { state: "again", afterMs: 0 };
    });
    await first.submit("run", { version: "1" });
    await vi.waitFor(() => expect(driven).toEqual(["first run"]), PATIENCE);
    server.stop("fast");
    const draining = first.drain({ withinMs: 100 });
    isBack.resolve();
    await draining;
    server.start();
    const ends = () =>
      server.sql("fleet", "SELECT status FROM toolplane_engine.workflow_status").split("\n");
    const second = await open();
    await second.work(offer("second"), async (run) => {
      driven.push(`second ${run}`);
      return { state: "over" };
    });
    await vi.waitFor(() => expect(driven, String(ends())).toContain("second run"), PATIENCE);
    await second.close();
    await first.close();
  });
});

function offer(name: string): WorkerOffer {
  return { name, queues: ["default"], versions: ["1"], labels: [], concurrency: 1 };
}
