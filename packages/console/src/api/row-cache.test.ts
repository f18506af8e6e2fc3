import type { EventRow, Store } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { createRowCache } from "./row-cache.ts";

/** Rows as a store has them, and which were asked for. */
function storeOf(records: Record<string, number>): {
  readonly store: Pick<Store, "events">;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const events = {
    head: async (id: string) => {
      const rows = records[id] ?? 0;
      return rows === 0 ? null : { sequence: rows - 1 };
    },
    read: async (id: string, { from = 0, limit = 1 }: { from?: number; limit?: number }) => {
      asked.push(`${id} from ${from}`);
      const count = Math.min(limit, Math.max(0, (records[id] ?? 0) - from));
      return Array.from({ length: count }, (_, at) => ({ sequence: from + at }) as EventRow);
    },
  };
  return { store: { events } as unknown as Pick<Store, "events">, asked };
}

it("reads what came since, and nothing twice", async () => {
  const records: Record<string, number> = { a: 1_200 };
  const { store, asked } = storeOf(records);
  const rows = createRowCache(store);
  expect((await rows("a")).all).toHaveLength(1_200);
  expect((await rows("a")).all).toHaveLength(1_200);
  expect(asked).toEqual(["a from 0", "a from 1000"]);
  records.a = 1_203;
  expect((await rows("a")).all.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 1_203 }, (_, at) => at),
  );
  expect(asked.at(-1)).toBe("a from 1200");
  // Fewer than before: it is another record.
  records.a = 2;
  expect((await rows("a")).all).toHaveLength(2);
  expect((await rows("none")).all).toEqual([]);
});

it("lets go of what was looked at longest ago", async () => {
  const { store, asked } = storeOf({ a: 3, b: 3, c: 3 });
  const rows = createRowCache(store, 6);
  for (const id of ["a", "b", "c", "b", "a"]) await rows(id);
  expect(asked).toEqual(["a from 0", "b from 0", "c from 0", "a from 0"]);
});
