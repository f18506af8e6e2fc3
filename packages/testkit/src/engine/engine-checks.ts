/** Checks for every engine. */
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import { createEngineBench, OFFER, watchOf } from "./engine-bench.ts";
import type { EngineCheck } from "./engine-conformance.ts";
import { WORKER_CHECKS } from "./worker-checks.ts";

const ORDER = { version: "1" };

const ORDER_CHECKS: readonly EngineCheck[] = [
  {
    name: "a run is driven once, whoever submitted it, and again when it is woken",
    async run(engine, options) {
      const { beside } = options;
      const { comesTo, staysSo } = watchOf(options);
      const other = beside ? await beside(engine) : null;
      const bench = createEngineBench({ state: "suspended" });
      const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      await (other ?? engine).submit("run_1", { ...ORDER, trace });
      await other?.close();
      await engine.work(OFFER, bench.drive);
      if (!(await comesTo(() => bench.driven.length === 1))) return "it was not driven";
      const wasQuiet = await staysSo(() => bench.driven.length === 1);
      const woken = [await engine.wake("run_1"), await engine.wake("run_2")];
      const isAgain = await comesTo(() => bench.driven.length === 2);
      const told = bench.driven.map(({ run, beganCancelled, trace: given }) => {
        return [run, beganCancelled, given];
      });
      return firstProblem(
        differs("driven once while it was suspended", wasQuiet, true),
        differs("waking it and a stranger", woken, [true, false]),
        differs("driven again", isAgain, true),
        differs("what was told", told, [...twice(["run_1", false, trace])]),
      );
    },
  },
  {
    name: "under one key there is one run, and one run is submitted once",
    async run(engine, options) {
      const { comesTo, staysSo } = watchOf(options);
      const bench = createEngineBench();
      const answers = [
        await engine.submit("run_1", { ...ORDER, key: "nightly" }),
        await engine.submit("run_2", { ...ORDER, key: "nightly" }),
        await engine.submit("run_1", ORDER),
      ];
      const found = [await engine.find("nightly"), await engine.find("never")];
      await engine.work(OFFER, bench.drive);
      await comesTo(() => bench.driven.length > 0);
      await staysSo(() => bench.driven.length === 1);
      const runs = bench.driven.map(({ run }) => run);
      const again = await engine.submit("run_3", { ...ORDER, key: "nightly" });
      const first = { run: "run_1", isNew: false };
      return firstProblem(
        differs("submitting", answers, [{ run: "run_1", isNew: true }, ...twice(first)]),
        differs("finding it", found, ["run_1", null]),
        differs("what was driven", runs, ["run_1"]),
        differs("the key when it is over", again, first),
      );
    },
  },
  {
    name: "one that is woken while it is driven has another segment, behind this one",
    async run(engine, options) {
      const { comesTo, staysSo } = watchOf(options);
      const bench = createEngineBench(null);
      await engine.submit("run_1", ORDER);
      await engine.work(OFFER, bench.drive);
      if (!(await comesTo(() => bench.driven.length === 1))) return "it was not driven";
      await engine.wake("run_1");
      await engine.wake("run_1");
      const isAlone = await staysSo(() => bench.driven.length === 1);
      bench.driven[0]?.end({ state: "suspended" });
      const isAgain = await comesTo(() => bench.driven.length === 2);
      bench.driven[1]?.end({ state: "over" });
      const isOnce = await staysSo(() => bench.driven.length === 2);
      return firstProblem(
        differs("one segment at a time", isAlone, true),
        differs("another behind it", isAgain, true),
        differs("two wakes gave one", isOnce, true),
      );
    },
  },
  {
    name: "a cancel reaches a segment within 2 s, and has a last one where there is none",
    async run(engine, options) {
      const { beside } = options;
      const { comesTo } = watchOf(options);
      const other = beside ? await beside(engine) : null;
      const bench = createEngineBench(null);
      await engine.submit("run_1", ORDER);
      await engine.submit("run_2", ORDER);
      await engine.work(OFFER, bench.drive);
      if (!(await comesTo(() => bench.driven.length === 2))) return "they were not driven";
      const segment = (run: string) => bench.driven.filter((one) => one.run === run);
      segment("run_2")[0]?.end({ state: "suspended" });
      await comesTo(() => bench.now().length === 1);
      const began = performance.now();
      const known = [
        await (other ?? engine).cancel("run_1"),
        await (other ?? engine).cancel("run_3"),
      ];
      await comesTo(() => segment("run_1")[0]?.cancelled.aborted === true);
      const tookMs = performance.now() - began;
      await engine.cancel("run_2");
      const isEnded = await comesTo(() => segment("run_2").length === 2);
      const last = segment("run_2")[1]?.beganCancelled;
      await comesTo(async () => {
        for (const one of bench.now()) one.end({ state: "over" });
        return (await engine.show()).queues.length === 0;
      });
      const woken = await engine.wake("run_2");
      await other?.close();
      return firstProblem(
        differs("cancelling it and a stranger", known, [true, false]),
        differs("told within 2 s", tookMs < 2_000, true),
        differs("a last segment", [isEnded, last], [true, true]),
        differs("waking it then", woken, false),
      );
    },
  },
  {
    name: "a run below another has its place, wakes it when it is over, and is cancelled with it",
    async run(engine, options) {
      const { comesTo } = watchOf(options);
      const bench = createEngineBench(null);
      const of = (run: string) => bench.driven.filter((one) => one.run === run);
      const placed = { ...ORDER, queue: "nightly", labels: ["os=linux"] };
      await engine.submit("above", placed);
      await engine.submit("below", { ...ORDER, below: "above", labels: ["workspace=shop"] });
      await engine.submit("lower", { ...ORDER, below: "below" });
      const stranger = await rejectsWith("a run above that nobody submitted", "invalid_input", () =>
        engine.submit("other", { ...ORDER, below: "nobody" }),
      );
      const { queues } = await engine.show();
      const lines = queues.map(({ queue, labels, waiting }) =>
        [queue, ...labels, waiting].join(" "),
      );
      await engine.work({ ...OFFER, queues: ["default", "nightly"] }, bench.drive);
      if (!(await comesTo(() => bench.driven.length === 3))) return "they were not driven";
      of("above")[0]?.end({ state: "suspended" });
      await comesTo(() => bench.now().length === 2);
      of("lower")[0]?.end({ state: "over" });
      of("below")[0]?.end({ state: "suspended" });
      const isWoken = await comesTo(() => of("below").length === 2);
      const began = performance.now();
      await engine.cancel("above");
      const isTold = await comesTo(() => of("below")[1]?.cancelled.aborted === true);
      const tookMs = performance.now() - began;
      await engine.submit("late", { ...ORDER, below: "above" });
      const isLate = await comesTo(() => of("late").length === 1 && of("above").length === 2);
      const ends = [of("above")[1], of("late")[0]].map((one) => one?.beganCancelled ?? null);
      for (const one of bench.now()) one.end({ state: "over" });
      return firstProblem(
        stranger,
        differs("where they wait", lines.sort(), [
          "nightly os=linux 1",
          "nightly os=linux workspace=shop 2",
        ]),
        differs("the one above is woken", isWoken, true),
        differs("cancelled with the one above, within 2 s", [isTold, tookMs < 2_000], [true, true]),
        differs("one that comes late, and the one above", [isLate, ...ends], [true, true, true]),
      );
    },
  },
  {
    name: "the smaller number comes first, and nothing before its time",
    async run(engine, options) {
      const { comesTo } = watchOf(options);
      const bench = createEngineBench(null);
      const soonMs = Date.now() + 2_500;
      await engine.submit("later", { ...ORDER, notBeforeMs: soonMs });
      await engine.submit("last", { ...ORDER, priority: 9 });
      await engine.submit("second", { ...ORDER, priority: 5 });
      await engine.submit("first", ORDER);
      const before = await engine.show();
      await engine.work({ ...OFFER, concurrency: 1 }, bench.drive);
      const order: string[] = [];
      const early: string[] = [];
      for (let at = 0; at < 4; at += 1) {
        if (!(await comesTo(() => bench.now().length === 1))) return `driven were ${order}`;
        const [one] = bench.now();
        order.push(one?.run ?? "");
        // Clocks of the engine and of this process may differ a little.
        if (one?.run === "later" && Date.now() < soonMs - 200) early.push(one.run);
        one?.end({ state: "over" });
        await comesTo(() => bench.driven.length > at + 1 || bench.now().length === 0);
      }
      const [line] = before.queues;
      return firstProblem(
        differs("the line before", [line?.waiting, line?.later, line?.isServed], [3, 1, false]),
        differs(
          "those by number",
          order.filter((run) => run !== "later"),
          [...["first", "second", "last"]],
        ),
        differs("driven too early", early, []),
        differs("at once", bench.most(), 1),
      );
    },
  },
  {
    name: "a segment that goes wrong is brought again, and shown",
    async run(engine, options) {
      const { comesTo } = watchOf(options);
      const bench = createEngineBench(null);
      await engine.submit("run_1", ORDER);
      await engine.submit("run_2", ORDER);
      await engine.work(OFFER, bench.drive);
      if (!(await comesTo(() => bench.driven.length === 2))) return "they were not driven";
      const of = (run: string) => bench.driven.filter((one) => one.run === run);
      of("run_1")[0]?.fail("The model is away.");
      of("run_2")[0]?.end({ state: "again", afterMs: 0 });
      let shown = await engine.show();
      await comesTo(async () => {
        shown = await engine.show();
        return shown.failures.length > 0;
      });
      const isAgain = await comesTo(() => of("run_1").length === 2 && of("run_2").length === 2);
      for (const one of bench.now()) one.end({ state: "over" });
      const isMended = await comesTo(async () => (await engine.show()).failures.length === 0);
      return firstProblem(
        differs("what went wrong", shown.failures, [
          { run: "run_1", fault: "The model is away.", times: 1, isGivenUp: false },
        ]),
        differs("both again", isAgain, true),
        differs("nothing wrong any more", isMended, true),
      );
    },
  },
  {
    name: "a run that another loop has kept since goes to those who know it, and waits for them",
    async run(engine, options) {
      const { comesTo, staysSo } = watchOf(options);
      const bench = createEngineBench({ state: "again", afterMs: 0, version: "2" });
      await engine.submit("run_1", ORDER);
      await engine.work(OFFER, bench.drive);
      const waits = await comesTo(async () => {
        const [line] = (await engine.show()).queues;
        return line?.version === "2" && line.waiting === 1;
      });
      const isLeft = await staysSo(() => bench.driven.length === 1);
      const [line] = (await engine.show()).queues;
      return firstProblem(
        differs("that it waits", waits, true),
        differs("that it is left alone", isLeft, true),
        differs("that nobody takes it, and is shown so", line?.isServed, false),
      );
    },
  },
  {
    name: "an order that nobody could take is refused",
    async run(engine) {
      const labels = ["a=1", "b=2", "c=3", "d=4"];
      const bad = (what: string, order: object) =>
        rejectsWith(what, "invalid_input", () => engine.submit("run_1", { ...ORDER, ...order }));
      const problems = [
        await bad("a queue of other letters", { queue: "a queue" }),
        await bad("a version that is none", { version: "" }),
        await bad("a priority below 0", { priority: -1 }),
        await bad("a label without a kind", { labels: ["shop"] }),
        await bad("four labels", { labels }),
        await bad("an empty key", { key: "" }),
        await rejectsWith("an offer without queues", "invalid_input", () =>
          engine.work({ ...OFFER, queues: [] }, createEngineBench().drive),
        ),
      ];
      const { queues } = await engine.show();
      return firstProblem(...problems, differs("what was kept", queues, []));
    },
  },
];

export const ENGINE_CHECKS: readonly EngineCheck[] = [...ORDER_CHECKS, ...WORKER_CHECKS];

function twice<T>(one: T): readonly [T, T] {
  return [one, one];
}
