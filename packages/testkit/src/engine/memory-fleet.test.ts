import type { Clock, Engine } from "@toolplane/contract/ports";
import { createLocalEngine } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { createMemoryFleet, type MemoryFleet } from "./create-memory-fleet.ts";
import {
  checkEngineConformance,
  describeEngineConformance,
} from "./describe-engine-conformance.ts";

const clock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

describe("the engine of one process", () => {
  describeEngineConformance(
    { describe, it: it.concurrent },
    { open: async () => createLocalEngine({ clock }), quietMs: 100 },
  );
});

function fleetOptions(broken: (good: Engine) => Partial<Engine> = () => ({})) {
  const fleets = new Map<Engine, MemoryFleet>();
  const openIn = (fleet: MemoryFleet): Engine => {
    const good = fleet.open();
    const engine = { ...good, ...broken(good) };
    fleets.set(engine, fleet);
    goods.set(engine, good);
    return engine;
  };
  const goods = new Map<Engine, Engine>();
  const fleetOf = (engine: Engine) => fleets.get(engine) as MemoryFleet;
  return {
    open: async () => openIn(createMemoryFleet({ clock, leaseMs: 100 })),
    beside: async (one: Engine) => openIn(fleetOf(one)),
    worksBeside: true,
    quietMs: 100,
    patienceMs: 5_000,
    kill: async (one: Engine) => fleetOf(one).kill(goods.get(one) as Engine),
  };
}

describe("engines in memory", () => {
  describeEngineConformance({ describe, it: it.concurrent }, fleetOptions());

  it("fail where a fault was planted, and nothing of it has happened", async () => {
    const fleet = createMemoryFleet({ clock });
    const engine = fleet.open();
    fleet.failNext("submit");
    await expect(engine.submit("a", { version: "1" })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await engine.show()).toEqual({ workers: [], queues: [], failures: [] });
    expect(await engine.submit("a", { version: "1" })).toEqual({ run: "a", isNew: true });
  });
});

/** Engines made wrong in one way, and a check that must notice it. */
const BREAKERS: readonly [string, (good: Engine) => Partial<Engine>][] = [
  ["forgets keys", (good) => ({ submit: (run, { key: _, ...order }) => good.submit(run, order) })],
  ["loses wakes", () => ({ wake: async () => true })],
  ["loses cancels", () => ({ cancel: async () => true })],
  [
    "drives at once",
    (good) => ({ submit: (run, { notBeforeMs: _, ...order }) => good.submit(run, order) }),
  ],
  [
    "knows no priority",
    (good) => ({ submit: (run, { priority: _, ...order }) => good.submit(run, order) }),
  ],
  [
    "knows no labels",
    (good) => ({ submit: (run, { labels: _, ...order }) => good.submit(run, order) }),
  ],
  [
    "takes too much",
    (good) => ({ work: (offer, drive) => good.work({ ...offer, concurrency: 9 }, drive) }),
  ],
  [
    "drops faults",
    (good) => ({
      work: (offer, drive) =>
        good.work(offer, (run, segment) =>
          drive(run, segment).catch(() => ({ state: "over" as const })),
        ),
    }),
  ],
  [
    "brings what went wrong to the same worker",
    (good) => ({
      work: (offer, drive) =>
        good.work(
          { ...offer, labels: [offer.name === "worker-2" ? "a=b" : "os=linux", "workspace=shop"] },
          drive,
        ),
    }),
  ],
  [
    "leaves nothing behind",
    (good) => ({
      drain: async () => ({ left: (await good.drain({ withinMs: 0 })).left.slice(1) }),
    }),
  ],
];

describe("the suite", () => {
  it.concurrent.each(BREAKERS)(
    "notices an engine that %s",
    { timeout: 60_000 },
    async (_, breaker) => {
      const problems = await checkEngineConformance({
        ...fleetOptions(breaker),
        patienceMs: 3_000,
      });
      expect(problems).not.toEqual([]);
    },
  );
});
