/** The segments that a worker gets: again where nobody could tell their end, and no more at once than a queue may have. */
import type { Engine, SegmentEnd, Store, WorkerOffer } from "@toolplane/contract/ports";
import { openDbosEngine, openPostgresStore } from "@toolplane/fleet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const LEASE_MS = 1_000;
const PATIENCE = { timeout: WAITING_MS, interval: 50 };

describe.skipIf(!hasPostgres)("a segment of a worker in trouble (needs postgresql)", () => {
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
  const open = async (
    limits: Parameters<typeof openDbosEngine>[0]["limits"] = {},
    onWarning: (text: string) => void = () => {},
  ): Promise<Engine> => {
    const url = server.url("fleet");
    const store = await openPostgresStore({ url, leaseMs: LEASE_MS });
    stores.push(store);
    if (!store.leases) throw new TypeError("It gives no leases.");
    return openDbosEngine({ url, leases: store.leases, pollMs: 50, limits, onWarning });
  };

  it("goes to the next one where its own ended in an outage", async () => {
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

  it("is left to another that has not tried it and has room, and tried again here when nobody has", async () => {
    const engine = await open();
    let driven = 0;
    let fault = true;
    const drive = async (): Promise<SegmentEnd> => {
      driven += 1;
      if (fault) throw new TypeError("No price.");
      return { state: "over" };
    };
    // Another machine, of which only what it wrote is here.
    server.sql(
      "fleet",
      `INSERT INTO toolplane.workers VALUES ('other', clock_timestamp() + interval '1 hour');
INSERT INTO toolplane.fleet_workers VALUES ('other', 'other', '${JSON.stringify(offer("other"))}')`,
    );
    const setOther = (concurrency: number) =>
      server.sql(
        "fleet",
        `UPDATE toolplane.fleet_workers SET offer = '${JSON.stringify({ ...offer("other"), concurrency })}' WHERE name = 'other'`,
      );
    await engine.submit("left", { version: "1" });
    await engine.work(offer("poor"), drive);
    const rowOf = (what: string) =>
      server.sql("fleet", `SELECT ${what} FROM toolplane.fleet_runs WHERE run_id = 'left'`);
    // It comes back here again and again, and is passed on each time.
    await vi.waitFor(() => expect(Number(rowOf("given"))).toBeGreaterThan(3), PATIENCE);
    expect(driven).toBe(1);
    expect(rowOf("faults")).toBe("1");
    // One that is full is not waited for.
    setOther(0);
    await vi.waitFor(() => expect(driven).toBe(2), PATIENCE);
    await vi.waitFor(() => expect(rowOf("faults")).toBe("2"), PATIENCE);
    setOther(8);
    // Nor is anybody, for a run that is to end.
    fault = false;
    await engine.cancel("left");
    await vi.waitFor(() => expect(driven).toBe(3), PATIENCE);
    await vi.waitFor(() => expect(rowOf("tried_by")).toBe("{}"), PATIENCE);
    await engine.close();
    server.sql(
      "fleet",
      "DELETE FROM toolplane.workers WHERE worker = 'other'; DELETE FROM toolplane.fleet_workers WHERE worker = 'other'",
    );
  });

  it("is given to nobody whose name another took while it did not answer", async () => {
    const warnings: string[] = [];
    const engine = await open({}, (text) => warnings.push(text));
    const driven: string[] = [];
    await engine.work(offer("taken"), async (run) => {
      driven.push(run);
      return { state: "over" };
    });
    // It was taken for gone meanwhile, and its name was free.
    server.sql(
      "fleet",
      `INSERT INTO toolplane.workers VALUES ('heir', clock_timestamp() + interval '1 hour');
UPDATE toolplane.fleet_workers SET worker = 'heir' WHERE name = 'taken'`,
    );
    await vi.waitFor(() => expect(warnings.join()).toContain("has taken the name taken"), PATIENCE);
    await engine.submit("late", { version: "1" });
    // One engine works in a process: the next one can when this one has ended.
    const next = await open();
    const byNext: string[] = [];
    await vi.waitFor(
      () =>
        next.work(offer("next"), async (run) => {
          byNext.push(run);
          return { state: "over" };
        }),
      PATIENCE,
    );
    await vi.waitFor(() => expect(byNext).toEqual(["late"]), PATIENCE);
    expect(driven).toEqual([]);
    await engine.drain({ withinMs: 100 });
    for (const one of [engine, next]) await one.close();
    server.sql(
      "fleet",
      "DELETE FROM toolplane.workers WHERE worker = 'heir'; DELETE FROM toolplane.fleet_workers WHERE worker = 'heir'",
    );
  });

  it("that was given up is driven by a worker that comes then", async () => {
    const engine = await open();
    await engine.submit("stuck", { version: "1" });
    await engine.work(offer("first"), async () => {
      throw new TypeError("No price.");
    });
    const faultsOf = () =>
      Number(server.sql("fleet", "SELECT faults FROM toolplane.fleet_runs WHERE run_id = 'stuck'"));
    await vi.waitFor(() => expect(faultsOf()).toBe(1), PATIENCE);
    await engine.close();
    server.sql(
      "fleet",
      "UPDATE toolplane.fleet_runs SET faults = 20, wanted = given WHERE run_id = 'stuck'",
    );
    const next = await open();
    expect((await next.show()).failures).toMatchObject([{ run: "stuck", isGivenUp: true }]);
    const driven: string[] = [];
    await next.work(offer("second"), async (run) => {
      driven.push(run);
      return { state: "over" };
    });
    await vi.waitFor(() => expect(driven).toEqual(["stuck"]), PATIENCE);
    await vi.waitFor(async () => expect((await next.show()).failures).toEqual([]), PATIENCE);
    await next.close();
  });

  it("does not end where its own is given it again, before that is through with it", async () => {
    const engine = await open();
    const driven: string[] = [];
    const isOver = Promise.withResolvers<void>();
    await engine.work({ ...offer("stalled"), concurrency: 4 }, async (run) => {
      driven.push(run);
      if (run === "long") await isOver.promise;
      return { state: "over" };
    });
    await engine.submit("long", { version: "1" });
    await vi.waitFor(() => expect(driven).toEqual(["long"]), PATIENCE);
    const claimOf = () => server.sql("fleet", OF_LONG);
    const first = claimOf();
    // As whoever takes it for gone does.
    server.sql("fleet", GIVEN_BACK);
    await vi.waitFor(() => expect(claimOf()).toMatch(/^PENDING/), PATIENCE);
    expect(claimOf()).not.toBe(first);
    await engine.submit("short", { version: "1" });
    await vi.waitFor(() => expect(driven).toEqual(["long", "short"]), PATIENCE);
    expect(claimOf()).toMatch(/^PENDING/);
    isOver.resolve();
    await vi.waitFor(() => expect(claimOf()).toMatch(/^SUCCESS/), PATIENCE);
    expect(driven).toEqual(["long", "short"]);
    await engine.close();
  });

  it("waits where its queue may have no more at once, or in a second", async () => {
    const engine = await open({ narrow: { concurrency: 1 }, slow: { perSecond: 1 } });
    const began: { readonly run: string; readonly atMs: number }[] = [];
    const ended: string[] = [];
    const isOver = Promise.withResolvers<void>();
    const queues = ["narrow", "slow", "wide"];
    await engine.work({ ...offer("limited"), queues, concurrency: 8 }, async (run) => {
      began.push({ run, atMs: performance.now() });
      if (!run.startsWith("slow")) await isOver.promise;
      ended.push(run);
      return { state: "over" };
    });
    for (const queue of queues)
      for (const at of [1, 2, 3]) await engine.submit(`${queue}${at}`, { queue, version: "1" });
    const of = (queue: string) => began.filter(({ run }) => run.startsWith(queue));
    await vi.waitFor(
      () => expect([of("wide").length, of("slow").length]).toEqual([3, 3]),
      PATIENCE,
    );
    // All others are there, and one of these: the next has to wait for it.
    expect(of("narrow")).toHaveLength(1);
    const [first, , third] = of("slow").map(({ atMs }) => atMs);
    expect((third ?? 0) - (first ?? 0)).toBeGreaterThan(1_000);
    isOver.resolve();
    await vi.waitFor(() => expect(ended).toHaveLength(9), PATIENCE);
    expect(new Set(ended).size).toBe(9);
    await engine.close();
  });
});

const OF_LONG =
  "SELECT status, owner_xid FROM toolplane_engine.workflow_status WHERE workflow_uuid = 'long/1'";
const GIVEN_BACK = `UPDATE toolplane_engine.workflow_status
SET status = 'ENQUEUED', owner_xid = NULL, started_at_epoch_ms = NULL WHERE workflow_uuid = 'long/1'`;

function offer(name: string): WorkerOffer {
  return { name, queues: ["default"], versions: ["1"], labels: [], concurrency: 1 };
}
