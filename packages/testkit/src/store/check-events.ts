/** The record: rows, heads and payloads. */
import type { RecordBatch } from "@toolplane/contract/ports";
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import { changeOf, headOf, manifestOf, partOf, rowsOf, TRICKY_IDS } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

/** The sequence of the next row of each chain. */
interface Place {
  readonly own: number;
  readonly all: number;
}

const ALL = { from: 0, limit: 1_000 };

export const eventChecks: readonly StoreCheck[] = [
  {
    name: "rows come back in order, in pages, as they were appended",
    async run({ events }) {
      await events.append(rowsOf("ses_1", 0, 3), null);
      await events.append(rowsOf("ses_1", 3, 4), null);
      await events.append(rowsOf("ses_1", 4, 120), null);
      const page = (from: number, limit: number) => events.read("ses_1", { from, limit });
      return firstProblem(
        differs("the first page", await page(0, 50), rowsOf("ses_1", 0, 50)),
        differs("the second page", await page(50, 50), rowsOf("ses_1", 50, 100)),
        differs("the last page", await page(100, 50), rowsOf("ses_1", 100, 120)),
        differs("the page past the end", await page(120, 50), []),
        differs("an unknown session", await events.read("ses_2", ALL), []),
      );
    },
  },
  {
    name: "a head is kept with its rows, and an append without one leaves it",
    async run({ events }) {
      const before = await events.head("ses_1");
      await events.append(rowsOf("ses_1", 0, 2), headOf("ses_1", 1));
      await events.append(rowsOf("ses_1", 2, 3), null);
      const between = await events.head("ses_1");
      await events.append(rowsOf("ses_1", 3, 4), headOf("ses_1", 3));
      return firstProblem(
        differs("head before any row", before, null),
        differs("head after an append without one", between, headOf("ses_1", 1)),
        differs("head", await events.head("ses_1"), headOf("ses_1", 3)),
      );
    },
  },
  {
    name: "rows are only ever added right behind the last: everything else is a conflict",
    async run({ events }) {
      await events.append(rowsOf("ses_1", 0, 2), headOf("ses_1", 1));
      const conflict = (what: string, rows: ReturnType<typeof rowsOf>) =>
        rejectsWith(what, "conflict", () => events.append(rows, headOf("ses_1", 9)));
      const [first, second, third] = rowsOf("ses_1", 2, 5);
      if (!first || !second || !third) return "no rows";
      return firstProblem(
        await conflict("an append of a row that is there", rowsOf("ses_1", 1, 2)),
        await conflict("an append that begins with one", rowsOf("ses_1", 1, 4)),
        await conflict("an append past the end", rowsOf("ses_1", 3, 4)),
        await conflict("an append with a hole", [first, third]),
        await conflict("an append in the wrong order", [second, first]),
        differs("read", await events.read("ses_1", ALL), rowsOf("ses_1", 0, 2)),
        differs("head", await events.head("ses_1"), headOf("ses_1", 1)),
      );
    },
  },
  {
    name: "of many appends at the same place exactly one goes through",
    async run({ events }) {
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          events.append(
            rowsOf("ses_1", 0, 3).map((row) => ({ ...row, type: `writer ${index}` })),
            null,
          ),
        ),
      );
      const rows = await events.read("ses_1", ALL);
      const winner = tries.findIndex(({ status }) => status === "fulfilled");
      return firstProblem(
        differs("twenty appends at once", tries.filter((t) => t.status === "fulfilled").length, 1),
        differs(
          "read",
          rows.map(({ type }) => type),
          Array(3).fill(`writer ${winner}`),
        ),
      );
    },
  },
  {
    name: "an append holds rows of one session only",
    async run({ events }) {
      const mixed = [...rowsOf("ses_1", 0, 1), ...rowsOf("ses_2", 1, 2)];
      return firstProblem(
        await rejectsWith("an append of two sessions' rows", "invalid_input", () =>
          events.append(mixed, null),
        ),
        differs("read", await events.read("ses_1", ALL), []),
      );
    },
  },
  {
    name: "no session sees another's rows or head",
    async run({ events }) {
      for (const [index, id] of TRICKY_IDS.entries())
        await events.append(rowsOf(id, 0, index + 1), headOf(id, index));
      for (const [index, id] of TRICKY_IDS.entries()) {
        const problem = firstProblem(
          differs(`rows of ${id}`, await events.read(id, ALL), rowsOf(id, 0, index + 1)),
          differs(`head of ${id}`, await events.head(id), headOf(id, index)),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
  {
    name: "a batch is kept with everything that its rows tell of, or nothing of it is",
    async run(store) {
      const bytes = new TextEncoder().encode("batch");
      const batch = (name: string, place: Place): RecordBatch => ({
        chains: [
          { rows: rowsOf("ses_1", place.own, place.own + 2), head: headOf("ses_1", place.own + 1) },
          { rows: rowsOf("all", place.all, place.all + 1), head: headOf("all", place.all) },
        ],
        payloads: [{ digest: name, bytes }],
        parts: [partOf("ses_1", name)],
        manifests: [{ ...manifestOf("ses_1"), client: name }],
        changes: [changeOf(name)],
        marks: [{ id: name, undone: true }],
      });
      await store.record(batch("first", { own: 0, all: 0 }));
      const refuses = (what: string, code: string, given: RecordBatch) =>
        rejectsWith(what, code, () => store.record(given));
      const next = batch("second", { own: 2, all: 1 });
      return firstProblem(
        await refuses("one that does not follow", "conflict", batch("second", { own: 1, all: 1 })),
        await refuses("one whose other chain does not", "conflict", {
          ...next,
          chains: batch("", { own: 2, all: 0 }).chains,
        }),
        await refuses("one with a known change", "conflict", {
          ...next,
          changes: [changeOf("third"), changeOf("first")],
        }),
        await refuses("one with a mark of an unknown change", "not_found", {
          ...next,
          marks: [{ id: "fourth", undone: true }],
        }),
        differs("read", await store.events.read("ses_1", ALL), rowsOf("ses_1", 0, 2)),
        differs("read of the other", await store.events.read("all", ALL), rowsOf("all", 0, 1)),
        differs("head", await store.events.head("ses_1"), headOf("ses_1", 1)),
        differs("get", await store.payloads.get("first"), bytes),
        differs("get of what was refused", await store.payloads.get("second"), null),
        differs("parts", (await store.parts.list("ses_1")).length, 1),
        differs("the manifest", (await store.sessions.get("ses_1"))?.client, "first"),
        differs("the journal", await store.journal.list("ses_1"), [
          { ...changeOf("first"), undone: true },
        ]),
      );
    },
  },
  {
    name: "a payload is kept byte for byte, whatever its size",
    async run({ payloads }) {
      const big = new Uint8Array(3_000_001);
      for (let index = 0; index < big.length; index += 1) big[index] = index * 31;
      await payloads.put("big", big);
      await payloads.put("empty", new Uint8Array(0));
      const gotBig = await payloads.get("big");
      const gotEmpty = await payloads.get("empty");
      return firstProblem(
        differs("get", gotBig, big),
        differs("get of an empty one", gotEmpty, new Uint8Array(0)),
        differs("get of an unknown one", await payloads.get("none"), null),
      );
    },
  },
  {
    name: "a payload can be put twice, dropped, and put again",
    async run({ payloads }) {
      const bytes = Uint8Array.of(1, 2, 3);
      await Promise.all([payloads.put("a", bytes), payloads.put("a", bytes)]);
      const before = await payloads.get("a");
      await payloads.drop("a");
      await payloads.drop("a");
      const after = await payloads.get("a");
      await payloads.put("a", bytes);
      return firstProblem(
        differs("get", before, bytes),
        differs("get after drop", after, null),
        differs("get after another put", await payloads.get("a"), bytes),
      );
    },
  },
];
