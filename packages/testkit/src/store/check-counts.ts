/** Figures that lists, the figures page and the console's watch are made of. */
import type { EventRow, Store } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../suite/compare-values.ts";
import { partOf, rowsOf, TRICKY_IDS } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

const DAY_MS = 86_400_000;

export const countChecks: readonly StoreCheck[] = [
  {
    name: "calls are counted by tool over all sessions, each once",
    async run(store) {
      const { parts } = store;
      const empty = await store.countTools();
      await parts.upsert(partOf("ses_1", "a"));
      await parts.upsert(partOf("ses_1", "a", { toolState: "output-available" }));
      await parts.upsert(partOf("ses_1", "b", { type: "tool-bash", id: "prt_2" }));
      await parts.upsert(partOf("ses_2", "a", { id: "prt_3" }));
      return firstProblem(
        differs("the count of an empty store", [...empty], []),
        differs("the count", [...(await store.countTools())].toSorted(), [
          ["bash", 1],
          ["read", 2],
        ]),
      );
    },
  },
  {
    name: "what moved since a moment is listed, the latest first, with how far it has come",
    async run(store) {
      for (const [index, id] of TRICKY_IDS.entries())
        await append(store, id, [index * DAY_MS, index * DAY_MS + 5]);
      const [oldest = "", ...later] = TRICKY_IDS;
      const newest = later.toReversed().map((sessionId) => ({
        sessionId,
        rows: 2,
        lastAtMs: TRICKY_IDS.indexOf(sessionId) * DAY_MS + 5,
      }));
      const before = await store.activity({ sinceMs: 6, limit: 99 });
      await append(store, oldest, [90 * DAY_MS]);
      const moved = { sessionId: oldest, rows: 3, lastAtMs: 90 * DAY_MS };
      return firstProblem(
        differs("activity", before, newest),
        differs("activity after a row", await store.activity({ sinceMs: 6, limit: 2 }), [
          moved,
          newest[0],
        ]),
        differs(
          "activity at the very moment",
          await store.activity({ sinceMs: moved.lastAtMs, limit: 9 }),
          [moved],
        ),
        differs("later", await store.activity({ sinceMs: moved.lastAtMs + 1, limit: 9 }), []),
      );
    },
  },
  {
    name: "rows are counted by day and type, each once, however often and whenever it is asked",
    async run(store) {
      await append(store, "ses_1", [3 * DAY_MS, 4 * DAY_MS - 1, 4 * DAY_MS]);
      await append(store, "ses_2", [4 * DAY_MS + 7], "call-fail");
      const first = await store.countEvents(3);
      const again = await store.countEvents(3);
      await append(store, "ses_1", [5 * DAY_MS - 1, 5 * DAY_MS]);
      const expected = [
        { day: 3, type: "call-succeed", count: 2 },
        { day: 4, type: "call-fail", count: 1 },
        { day: 4, type: "call-succeed", count: 1 },
      ];
      return firstProblem(
        differs("the first count", first, expected),
        differs("the second count", again, expected),
        differs("the count from a day on, after more rows", await store.countEvents(4), [
          { day: 4, type: "call-fail", count: 1 },
          { day: 4, type: "call-succeed", count: 2 },
          { day: 5, type: "call-succeed", count: 1 },
        ]),
        differs("the count of days to come", await store.countEvents(6), []),
      );
    },
  },
  {
    name: "a session that went is in no figure",
    async run(store) {
      await append(store, "ses_old", [DAY_MS]);
      await append(store, "ses_new", [50 * DAY_MS]);
      await store.parts.upsert(partOf("ses_old", "a"));
      await store.countEvents(0);
      await store.prune({ nowMs: 51 * DAY_MS, maxAgeMs: 30 * DAY_MS }, async () => {});
      return firstProblem(
        differs("the tools", [...(await store.countTools())], []),
        differs("activity", await store.activity({ sinceMs: 0, limit: 9 }), [
          { sessionId: "ses_new", rows: 1, lastAtMs: 50 * DAY_MS },
        ]),
        differs("the rows", await store.countEvents(0), [
          { day: 50, type: "call-succeed", count: 1 },
        ]),
      );
    },
  },
];

/** Puts one row for each moment behind those that the session has. */
async function append(
  { events }: Pick<Store, "events">,
  sessionId: string,
  moments: readonly number[],
  type = "call-succeed",
): Promise<void> {
  const from = (await events.read(sessionId, { from: 0, limit: 99 })).length;
  const rows = rowsOf(sessionId, from, from + moments.length).map(
    (row, index): EventRow => ({ ...row, type, atMs: moments[index] ?? 0 }),
  );
  await events.append(rows, null);
}
