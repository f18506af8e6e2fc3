/** Checks how an engine treats its workers. */
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import { createEngineBench, OFFER, watchOf } from "./engine-bench.ts";
import type { EngineCheck } from "./engine-conformance.ts";

const ORDER = { version: "1" };

export const WORKER_CHECKS: readonly EngineCheck[] = [
  {
    name: "a worker takes what it fits, and as much at once as it says",
    async run(engine, options) {
      const { comesTo, staysSo } = watchOf(options);
      const bench = createEngineBench(null);
      const needs = {
        queue: { queue: "slow" },
        version: { version: "2" },
        label: { labels: ["gpu=yes"] },
      };
      for (const [run, need] of Object.entries(needs))
        await engine.submit(run, { ...ORDER, ...need });
      const fits = { ...ORDER, labels: ["workspace=shop", "os=linux"] };
      for (const run of ["a", "b"]) await engine.submit(run, fits);
      for (const run of ["c", "d"]) await engine.submit(run, ORDER);
      await engine.work({ ...OFFER, concurrency: 2 }, bench.drive);
      const ended = new Set<string>();
      const isDone = await comesTo(() => {
        for (const one of bench.now()) {
          ended.add(one.run);
          one.end({ state: "over" });
        }
        return ended.size === 4;
      });
      await staysSo(() => bench.driven.length === 4);
      const { queues, workers } = await engine.show();
      const unserved = queues.map(({ queue, version, labels, waiting, isServed }) => {
        return [queue, version, ...labels, waiting, isServed].join(" ");
      });
      const [worker] = workers;
      return firstProblem(
        differs("all that fit", isDone, true),
        differs("those driven", [...ended].sort(), ["a", "b", "c", "d"]),
        differs("at once", bench.most() <= 2, true),
        differs("what waits", unserved.sort(), [
          "default 1 gpu=yes 1 false",
          "default 2 1 false",
          "slow 1 1 false",
        ]),
        differs(
          "its name",
          [worker?.name, worker?.isHeld, worker?.driving],
          [...["worker-1", true, 0]],
        ),
      );
    },
  },
  {
    name: "a worker that drains takes nothing more, and hands back what it is too late for",
    async run(engine, options) {
      const { beside } = options;
      const { comesTo, staysSo } = watchOf(options);
      const bench = createEngineBench(null);
      for (const run of ["a", "b"]) await engine.submit(run, ORDER);
      await engine.work(OFFER, bench.drive);
      if (!(await comesTo(() => bench.now().length === 2))) return "they were not driven";
      const draining = engine.drain({ withinMs: 1_500 });
      await comesTo(() => bench.driven.every(({ leaving }) => leaving.aborted));
      const isTold = bench.driven.map(({ leaving, cancelled }) => {
        return [leaving.aborted, cancelled.aborted];
      });
      bench.driven.find(({ run }) => run === "a")?.end({ state: "again", afterMs: 0 });
      const { left } = await draining;
      await staysSo(() => bench.driven.length === 2);
      const after = bench.driven.length;
      if (!beside) return differs("what was left", left, ["b"]);
      const next = createEngineBench();
      const other = await beside(engine);
      await engine.close();
      await other.work({ ...OFFER, name: "worker-2" }, next.drive);
      const isGiven = await comesTo(() => new Set(next.driven.map(({ run }) => run)).size === 2);
      await other.close();
      return firstProblem(
        differs("what drivers were told", isTold, [
          [true, false],
          [true, false],
        ]),
        differs("what was left", left, ["b"]),
        differs("segments after it", after, 2),
        differs("both driven by another", isGiven, true),
      );
    },
  },
  {
    name: "no two living workers have one name",
    async run(engine, options) {
      const { beside, worksBeside } = options;
      const { drive } = createEngineBench();
      await engine.work(OFFER, drive);
      const twice = await rejectsWith("working twice", "conflict", () =>
        engine.work({ ...OFFER, name: "worker-2" }, drive),
      );
      if (!beside || !worksBeside) return twice;
      const other = await beside(engine);
      const taken = await rejectsWith("a name that is taken", "conflict", () =>
        other.work(OFFER, drive),
      );
      await engine.drain({ withinMs: 0 });
      await other.work(OFFER, drive);
      await other.close();
      return firstProblem(twice, taken);
    },
  },
  {
    name: "what a killed worker drove is driven again, and a cancel meanwhile is not lost",
    async run(engine, options) {
      const { beside, worksBeside, kill } = options;
      const { comesTo } = watchOf(options);
      if (!beside || !worksBeside || !kill) return null;
      const dying = createEngineBench(null);
      for (const run of ["a", "b"]) await engine.submit(run, ORDER);
      await engine.work(OFFER, dying.drive);
      if (!(await comesTo(() => dying.now().length === 2))) return "they were not driven";
      const other = await beside(engine);
      await kill(engine);
      await other.cancel("b");
      const bench = createEngineBench();
      await other.work({ ...OFFER, name: "worker-2" }, bench.drive);
      const isTaken = await comesTo(() => new Set(bench.driven.map(({ run }) => run)).size === 2);
      const told = Object.fromEntries(
        bench.driven.map(({ run, beganCancelled }) => [run, beganCancelled]),
      );
      await other.close();
      return firstProblem(
        differs("both driven by another", isTaken, true),
        differs("what it was told", told, { a: false, b: true }),
      );
    },
  },
  {
    name: "what goes wrong with one worker goes to another that fits, and to one that has just come",
    async run(engine, options) {
      const { beside, worksBeside } = options;
      const { comesTo, staysSo } = watchOf(options);
      if (!beside || !worksBeside) return null;
      const others = [await beside(engine), await beside(engine), await beside(engine)];
      const first = createEngineBench(null);
      const second = createEngineBench(null);
      const third = createEngineBench(null);
      const stranger = createEngineBench(null);
      const counts = () => [first, second, third, stranger].map(({ driven }) => driven.length);
      await engine.work(OFFER, first.drive);
      await others[2]?.work({ ...OFFER, name: "worker-4", labels: [] }, stranger.drive);
      await engine.submit("run_1", { ...ORDER, labels: ["os=linux"] });
      if (!(await comesTo(() => first.driven.length === 1))) return "it was not driven";
      await others[0]?.work({ ...OFFER, name: "worker-2" }, second.drive);
      first.driven[0]?.fail("No price.");
      const isPassed = await comesTo(() => second.driven.length === 1);
      second.driven[0]?.fail("No key.");
      // Both have tried it, so either may again.
      await comesTo(() => first.driven.length + second.driven.length === 3);
      const [mine = 0, theirs = 0] = counts();
      for (const one of [...first.now(), ...second.now()]) one.fail("Not yet.");
      await comesTo(async () => (await engine.show()).failures[0]?.times === 3);
      await others[1]?.work({ ...OFFER, name: "worker-3" }, third.drive);
      const isOffered = await comesTo(() => third.driven.length === 1);
      third.driven[0]?.end({ state: "over" });
      await staysSo(() => first.now().length + second.now().length === 0);
      const after = counts();
      for (const other of others) await other.close();
      return firstProblem(
        differs("with the second", isPassed, true),
        differs("segments when both had tried", mine + theirs, 3),
        differs("with one that came", isOffered, true),
        differs("segments after that", after, [mine, theirs, 1, 0]),
      );
    },
  },
  {
    name: "what goes wrong is tried again here while the others are busy, and keeps its count when nothing is tried",
    async run(engine, options) {
      const { beside, worksBeside } = options;
      const { comesTo } = watchOf(options);
      if (!beside || !worksBeside) return null;
      const other = await beside(engine);
      const bench = createEngineBench(null);
      const busy = createEngineBench(null);
      await other.work({ ...OFFER, name: "worker-2", concurrency: 1 }, busy.drive);
      await engine.submit("long", ORDER);
      if (!(await comesTo(() => busy.now().length === 1))) return "it was not driven";
      await engine.work(OFFER, bench.drive);
      await engine.submit("run_1", ORDER);
      await comesTo(() => bench.driven.length === 1);
      bench.driven[0]?.fail("No key.");
      const isAgain = await comesTo(() => bench.driven.length === 2);
      bench.driven[1]?.end({ state: "again", afterMs: 0 });
      await comesTo(() => bench.driven.length === 3);
      const { failures } = await engine.show();
      bench.driven[2]?.end({ state: "suspended" });
      const isMended = await comesTo(async () => (await engine.show()).failures.length === 0);
      for (const one of busy.now()) one.end({ state: "over" });
      await other.close();
      return firstProblem(
        differs("tried again", isAgain, true),
        differs("what went wrong before", failures, [
          { run: "run_1", fault: "No key.", times: 1, isGivenUp: false },
        ]),
        differs("nothing wrong any more", isMended, true),
      );
    },
  },
];
