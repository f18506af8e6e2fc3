/** Writers that meet: two processes on one store, one that did not hear an answer, and one that never rests. */
import { isToolError } from "@toolplane/contract";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import { changeOf, headOf, partOf, receiptOf, rowsOf, runOf } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

const ALL = { from: 0, limit: 1_000 };
const APPENDS = 10;
/** Far more than come to pass while a flush waits for what was before it. */
const MOST_PUTS = 2_000;

export const writerChecks: readonly StoreCheck[] = [
  {
    name: "two writers on one chain each bring all of theirs behind the other's",
    async run(store, { beside }) {
      if (!beside) return null;
      const other = await beside(store);
      try {
        await Promise.all([appendAll(store, "one"), appendAll(other, "two")]);
        const rows = await store.events.read("ses_1", ALL);
        const written = (name: string) => rows.filter(({ type }) => type.startsWith(name));
        return firstProblem(
          differs(
            "the places of the rows",
            rows.map(({ sequence }) => sequence),
            Array.from({ length: 4 * APPENDS }, (_, at) => at),
          ),
          differs("rows of the first writer", written("one"), written("one").toSorted(bySequence)),
          differs("how many", [written("one").length, written("two").length], [20, 20]),
          differs("the end as the other sees it", (await other.events.head("ses_1"))?.sequence, 39),
        );
      } finally {
        await other.close();
      }
    },
  },
  {
    name: "what only one may have, of two writers only one gets",
    async run(store, { beside }) {
      if (!beside) return null;
      const other = await beside(store);
      try {
        await store.receipts.put(receiptOf("rcp_1"));
        await store.runs.put(runOf("run_1", { owner: null, length: 0 }), []);
        const claim = (by: Store, owner: string) =>
          by.runs.claim("run_1", { owner, expected: null });
        const opens = (by: Store, name: string) => by.record(opening(name)).then(() => true);
        const both = (tries: readonly Promise<boolean>[]) =>
          Promise.all(tries.map((one) => one.catch(isNoConflict)));
        const outcomes = [
          await both([store.receipts.use("rcp_1"), other.receipts.use("rcp_1")]),
          await both([claim(store, "one"), claim(other, "two")]),
          await both([
            store.slots.replace("ses_1", "tool", { from: null, to: 1 }),
            other.slots.replace("ses_1", "tool", { from: null, to: 2 }),
          ]),
          await both([opens(store, "one"), opens(other, "two")]),
        ];
        const winner = (await store.events.read("ses_new", ALL))[0]?.type;
        const opened = (await store.events.read(SESSIONS_CHAIN, ALL)).map(({ type }) => type);
        return firstProblem(
          differs(
            "how often",
            outcomes.map((tries) => tries.filter(Boolean).length),
            [1, 1, 1, 1],
          ),
          differs("who is told in the chain of sessions", opened, [winner]),
        );
      } finally {
        await other.close();
      }
    },
  },
  {
    name: "a commit whose answer was lost is a conflict when it is made again, and is there once",
    async run(store) {
      const batch = {
        chains: [{ rows: rowsOf("ses_1", 0, 2), head: headOf("ses_1", 1) }],
        payloads: [{ digest: "a", bytes: Uint8Array.of(1) }],
        parts: [partOf("ses_1", "call_0")],
        changes: [changeOf("chg_1")],
      };
      await store.record(batch);
      return firstProblem(
        await rejectsWith("the batch again", "conflict", () => store.record(batch)),
        differs("its rows", await store.events.read("ses_1", ALL), rowsOf("ses_1", 0, 2)),
        differs("the end", await store.events.head("ses_1"), headOf("ses_1", 1)),
        differs("its parts", (await store.parts.list("ses_1")).length, 1),
        differs("its changes", await store.journal.list("ses_1"), [changeOf("chg_1")]),
      );
    },
  },
  {
    name: "a flush waits for what was before it, however much comes meanwhile",
    async run({ payloads, flush }) {
      let puts = 0;
      let isFlushed = false;
      const put = () => {
        puts += 1;
        return payloads.put(`payload ${puts}`, Uint8Array.of(1));
      };
      const load = async (): Promise<void> => {
        let last = put();
        while (!isFlushed && puts < MOST_PUTS) {
          // The next one before the last is there: something is always on its way.
          const next = put();
          await last;
          last = next;
        }
        await last;
      };
      const writing = load();
      await flush();
      isFlushed = true;
      await writing;
      return puts < MOST_PUTS ? null : "it waited until nobody wrote any more";
    },
  },
];

async function appendAll(store: Store, name: string): Promise<void> {
  for (let left = APPENDS; left > 0; ) {
    const from = ((await store.events.head("ses_1"))?.sequence ?? -1) + 1;
    const rows = rowsOf("ses_1", from, from + 2).map((row) => ({
      ...row,
      type: `${name} ${left}`,
    }));
    const wasFirst = await store.events
      .append(rows, headOf("ses_1", from + 1))
      .then(() => true)
      .catch(isNoConflict);
    if (wasFirst) left -= 1;
  }
}

/** As a session is opened: a row of its own, and one in the chain of sessions. */
function opening(name: string) {
  const chains = ["ses_new", SESSIONS_CHAIN].map((id) => ({
    rows: rowsOf(id, 0, 1).map((row) => ({ ...row, type: name })),
    head: headOf(id, 0),
  }));
  return { chains, payloads: [], parts: [] };
}

/** False for a conflict, which is how the other one learns it. */
function isNoConflict(error: unknown): false {
  if (isToolError(error) && error.code === "conflict") return false;
  throw error;
}

function bySequence(left: { readonly sequence: number }, right: { readonly sequence: number }) {
  return left.sequence - right.sequence;
}
