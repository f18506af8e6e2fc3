/** Runs of agents: messages are kept once and in order, and only the process that drives a run writes it. */
import { differs, firstProblem } from "../suite/compare-values.ts";
import { runOf, TRICKY_IDS, TRICKY_JSON } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

export const runChecks: readonly StoreCheck[] = [
  {
    name: "a run comes back as it was put, its log in order and in pages",
    async run({ runs }) {
      const before = await runs.get("run_1");
      const first = await runs.put(runOf("run_1", { length: 2 }), [TRICKY_JSON, "b"]);
      const later = { length: 3, head: TRICKY_JSON, status: "over", updatedAtMs: 3_000 };
      const second = await runs.put(runOf("run_1", later), ["c"]);
      const page = (from: number, limit: number) => runs.log("run_1", { from, limit });
      return firstProblem(
        differs("get before any put", before, null),
        differs("put", [first, second], [true, true]),
        differs("get", await runs.get("run_1"), runOf("run_1", later)),
        differs("the log", await page(0, 9), [TRICKY_JSON, "b", "c"]),
        differs("a page of it", await page(1, 1), ["b"]),
        differs("past its end", await page(3, 9), []),
      );
    },
  },
  {
    name: "what does not go on from the end of a log is refused, and changes nothing",
    async run({ runs }) {
      await runs.put(runOf("run_1", { length: 1 }), ["a"]);
      const tries = [
        await runs.put(runOf("run_1", { length: 1, head: "again" }), ["a"]),
        await runs.put(runOf("run_1", { length: 4, head: "gap" }), ["c"]),
        await runs.put(runOf("run_2", { length: 2 }), ["b"]),
      ];
      return firstProblem(
        differs("puts that do not fit", tries, [false, false, false]),
        differs("the run", await runs.get("run_1"), runOf("run_1", { length: 1 })),
        differs("its log", await runs.log("run_1", { from: 0, limit: 9 }), ["a"]),
        differs("a run that begins in the middle", await runs.get("run_2"), null),
      );
    },
  },
  {
    name: "a run has one owner, whoever is first, and nobody else writes it",
    async run({ runs }) {
      await runs.put(runOf("run_1"), []);
      const stranger = await runs.put(runOf("run_1", { owner: "process 2", length: 1 }), ["x"]);
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          runs.claim("run_1", { owner: `process ${index + 2}`, expected: "process 1" }),
        ),
      );
      const late = await runs.put(runOf("run_1", { length: 1 }), ["y"]);
      const { owner = null } = (await runs.get("run_1")) ?? {};
      const heir = await runs.put(runOf("run_1", { owner, length: 1 }), ["z"]);
      const released = await runs.claim("run_1", { owner: null, expected: owner });
      return firstProblem(
        differs("a put by another", stranger, false),
        differs("twenty claims at once", claims.filter(Boolean).length, 1),
        differs("a put by who was the owner", late, false),
        differs("a put by who is", heir, true),
        differs("the log", await runs.log("run_1", { from: 0, limit: 9 }), ["z"]),
        differs("letting go of it", released, true),
        differs("its owner then", (await runs.get("run_1"))?.owner, null),
        differs(
          "a claim of none",
          await runs.claim("run_9", { owner: "a", expected: null }),
          false,
        ),
      );
    },
  },
  {
    name: "runs are listed as they were last written, all, of a session, or below one of them",
    async run({ runs }) {
      await runs.put(runOf("run_1", { updatedAtMs: 3 }), []);
      await runs.put(runOf("run_2", { updatedAtMs: 5, parentId: "run_1", callId: "a" }), []);
      await runs.put(runOf("run_3", { updatedAtMs: 4, sessionId: "ses_2" }), []);
      const ids = async (page: Parameters<typeof runs.list>[0]) =>
        (await runs.list(page)).map(({ id }) => id);
      return firstProblem(
        differs("list", await ids({ limit: 9 }), ["run_2", "run_3", "run_1"]),
        differs("list with a limit", await ids({ limit: 1 }), ["run_2"]),
        differs("of a session", await ids({ limit: 9, sessionId: "ses_1" }), ["run_2", "run_1"]),
        differs("below a run", await ids({ limit: 9, parentId: "run_1" }), ["run_2"]),
      );
    },
  },
  {
    name: "a run that is removed takes its log with it, and leaves the others",
    async run({ runs }) {
      for (const id of TRICKY_IDS) await runs.put(runOf(id, { length: 1 }), [id]);
      const [gone = "", ...left] = TRICKY_IDS;
      await runs.remove(gone);
      await runs.remove("run_unknown");
      const logs = [];
      for (const id of left) logs.push(...(await runs.log(id, { from: 0, limit: 9 })));
      return firstProblem(
        differs("the run", await runs.get(gone), null),
        differs("its log", await runs.log(gone, { from: 0, limit: 9 }), []),
        differs("the logs of the others", logs, left),
        differs("one that begins anew", await runs.put(runOf(gone), []), true),
      );
    },
  },
];
