/** The index of calls: what is found, in which order, and that it comes and goes with the rows. */
import type { CallEntry, CallIndex, CallQuery, Store } from "@toolplane/contract/ports";
import { SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../suite/compare-values.ts";
import { callOf, headOf, manifestOf, rowsOf, TRICKY_IDS, TRICKY_JSON } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

const DAY_MS = 86_400_000;
const NOW_MS = 4_102_444_800_000;
const MANY = 520;

/** A check of the index; a store without one has nothing to show. */
function indexCheck(
  name: string,
  run: (store: Store, calls: CallIndex) => Promise<string | null>,
): StoreCheck {
  return { name, run: async (store) => (store.calls ? run(store, store.calls) : null) };
}

export const callChecks: readonly StoreCheck[] = [
  indexCheck(
    "a call is found by whole terms and by how they begin, by all of them together",
    async (store, calls) => {
      await record(store, "ses_1", [
        { terms: ["tool:bash", "word:git", "word:push"] },
        { terms: ["tool:bash", "word:gitk"] },
        { terms: ["tool:read", "word:100%_a", "word:\"quoted' --"] },
      ]);
      const found = (...terms: CallQuery["terms"]) => numbersOf(calls, { terms, limit: 9 });
      return firstProblem(
        differs("everything", await found(), [2, 1, 0]),
        differs("a whole term", await found(whole("word:git")), [0]),
        differs("the beginning of terms", await found(begins("word:git")), [1, 0]),
        differs("two terms", await found(whole("tool:bash"), begins("word:push")), [0]),
        differs(
          "terms that no call has together",
          await found(whole("tool:read"), begins("word:git")),
          [],
        ),
        differs("a wildcard", await found(begins("word:100%_")), [2]),
        differs("a wildcard that is none", await found(begins("word:%")), []),
        differs("quotes", await found(begins("word:\"quoted'")), [2]),
        differs("another letter case", await found(whole("word:GIT")), []),
        differs("what is inside a term", await found(begins("ush")), []),
      );
    },
  ),
  indexCheck("an entry comes back as it is, whatever it holds", async (store, calls) => {
    const problems: (string | null)[] = [];
    for (const [at, id] of TRICKY_IDS.entries()) {
      const entry = {
        ...callOf(id, 0),
        callId: `${id}\0\ud83d`,
        terms: [`word:${id}`],
        shown: TRICKY_JSON,
      };
      await store.record(batchOf(id, [entry]));
      const query = { terms: [whole(`word:${id}`)], limit: 9 };
      problems.push(differs(`entry ${at}`, (await calls.find(query)).calls, [entry]));
    }
    return firstProblem(...problems);
  }),
  indexCheck("what cannot be kept in a term is looked for as it is kept", async (store, calls) => {
    const term = "word:half \ud83d, zero \0, line\nfeed, \u202e, 🙂";
    await record(store, "ses_1", [{ terms: ["word:a", term, "word:z"] }]);
    const found = (...terms: CallQuery["terms"]) => numbersOf(calls, { terms, limit: 9 });
    return firstProblem(
      differs("the term", await found(whole(term)), [0]),
      differs("its beginning", await found(begins(term.slice(0, 30))), [0]),
      differs("a part of it", await found(begins("feed")), []),
      differs("ten thousand characters", await found(begins("x".repeat(10_000))), []),
    );
  }),
  indexCheck(
    "calls come by their moment, page by page, also when the clock went back",
    async (store, calls) => {
      const moments = Array.from({ length: MANY }, (_, at) => ((at * 7_919) % 311) * 1_000);
      await record(
        store,
        "ses_1",
        moments.map((atMs) => ({ atMs, terms: ["tool:a"] })),
      );
      const sorted = moments
        .map((atMs, sequence) => ({ atMs, sequence }))
        .sort((left, right) => right.atMs - left.atMs || right.sequence - left.sequence);
      const seen: number[] = [];
      for (let after: string | undefined; seen.length <= MANY; ) {
        const query = { terms: [whole("tool:a")], limit: 200, ...(after ? { after } : {}) };
        const page = await calls.find(query);
        seen.push(...page.calls.map(({ sequence }) => sequence));
        if (page.next === null) break;
        after = page.next;
      }
      const within = { terms: [], fromMs: 10_000, untilMs: 12_000, limit: 99 };
      const inside = sorted.filter(({ atMs }) => atMs >= 10_000 && atMs < 12_000);
      return firstProblem(
        differs(
          "all pages",
          seen,
          sorted.map(({ sequence }) => sequence),
        ),
        differs(
          "a range of time",
          await numbersOf(calls, within),
          inside.map(({ sequence }) => sequence),
        ),
      );
    },
  ),
  indexCheck("a rare term is found among many calls, old and new", async (store, calls) => {
    const rare = new Set([0, 255, 256, 511, MANY - 1]);
    const entries = Array.from({ length: MANY }, (_, at) => ({
      terms: ["tool:a", `word:n${at}`, ...(rare.has(at) ? ["word:rare"] : [])],
    }));
    await record(store, "ses_1", entries);
    const found = (text: string) => numbersOf(calls, { terms: [begins(text)], limit: 9 });
    return firstProblem(
      differs("the rare term", await found("word:rare"), [...rare].reverse()),
      differs("one call", await found("word:n300"), [300]),
      differs("none", await found("word:none"), []),
    );
  }),
  indexCheck("entries are kept with their rows or not at all", async (store, calls) => {
    await record(store, "ses_1", [{ terms: ["tool:a"] }]);
    const refused = await store.record(batchOf("ses_1", [callOf("ses_1", 0)])).then(
      () => "resolved",
      () => "rejected",
    );
    return firstProblem(
      differs("rows that do not fit", refused, "rejected"),
      differs("what is found", await numbersOf(calls, { terms: [], limit: 9 }), [0]),
    );
  }),
  indexCheck(
    "rows that came without entries are the backlog, and it is filled from its end",
    async (store, calls) => {
      await store.events.append(rowsOf("ses_1", 0, 3), null);
      await store.record({
        ...batchOf("ses_1", []),
        chains: [{ rows: rowsOf("ses_1", 3, 5), head: null }],
        calls: undefined,
      } as never);
      await store.events.append(rowsOf(SESSIONS_CHAIN, 0, 2), headOf(SESSIONS_CHAIN, 1));
      await store.record({
        ...batchOf("ses_1", []),
        chains: [{ rows: rowsOf("ses_1", 5, 6), head: null }],
      });
      const first = await calls.backlog({ limit: 9 });
      const part = { sessionId: "ses_1", from: 2, until: 5 };
      const outcomes = [
        await calls.fill({ ...part, until: 6 }, [callOf("ses_1", 4)]),
        await calls.fill({ ...part, sessionId: "ses_2" }, [callOf("ses_1", 4)]),
        await calls.fill(part, [callOf("ses_1", 4), callOf("ses_1", 2)]),
        await calls.fill(part, [callOf("ses_1", 4)]),
      ];
      const between = await calls.backlog({ limit: 9 });
      const last = await calls.fill({ sessionId: "ses_1", from: 0, until: 2 }, []);
      const end = await calls.backlog({ limit: 9 });
      return firstProblem(
        differs("the backlog", first, {
          rows: [{ sessionId: "ses_1", from: 0, until: 5 }],
          left: 5,
          total: 6,
        }),
        differs("what was filled", outcomes, [false, false, true, false]),
        differs("what is left", between, {
          rows: [{ sessionId: "ses_1", from: 0, until: 2 }],
          left: 2,
          total: 6,
        }),
        differs("the end", [last, end.rows, end.left], [true, [], 0]),
        differs("what is found", await numbersOf(calls, { terms: [], limit: 9 }), [4, 2]),
      );
    },
  ),
  indexCheck(
    "entries and backlog go with their session, and those of others stay",
    async (store, calls) => {
      const old = NOW_MS - 40 * DAY_MS;
      await fillPruned(store, "ses_old", old);
      await fillPruned(store, "ses_new", NOW_MS - DAY_MS);
      const before = await calls.find({ terms: [whole("word:ses_new")], limit: 999 });
      await store.prune({ nowMs: NOW_MS, maxAgeMs: 30 * DAY_MS }, async () => {});
      await record(store, "ses_later", [{ terms: ["tool:a"], atMs: NOW_MS }]);
      const found = (text: string) => calls.find({ terms: [begins(text)], limit: 999 });
      return firstProblem(
        differs("what is found of the old session", (await found("word:ses_old")).calls, []),
        differs("what is found of the new one", (await found("word:ses_new")).calls, before.calls),
        differs("all of them", (await found("tool:a")).calls.length, before.calls.length + 1),
        differs("the backlog", (await calls.backlog({ limit: 9 })).rows, [
          { sessionId: "ses_new", from: 140, until: 141 },
        ]),
      );
    },
  ),
  indexCheck("entries go with the payloads that they were made of", async (store, calls) => {
    await record(store, "ses_1", [
      { terms: ["word:old"], atMs: NOW_MS - 40 * DAY_MS },
      { terms: ["word:new"], atMs: NOW_MS - DAY_MS },
    ]);
    await store.prune({ nowMs: NOW_MS, maxPayloadAgeMs: 30 * DAY_MS }, async () => {});
    return firstProblem(
      differs("what is found", await numbersOf(calls, { terms: [], limit: 9 }), [1]),
      differs("the rows", (await store.events.read("ses_1", { from: 0, limit: 9 })).length, 2),
    );
  }),
];

async function fillPruned(store: Store, sessionId: string, atMs: number): Promise<void> {
  await store.sessions.put({ ...manifestOf(sessionId), createdAtMs: atMs });
  const terms = ["tool:a", `word:${sessionId}`];
  await record(
    store,
    sessionId,
    Array.from({ length: 140 }, () => ({ terms, atMs })),
  );
  const rest = rowsOf(sessionId, 140, 141).map((row) => ({ ...row, atMs }));
  await store.events.append(rest, null);
}

function whole(text: string) {
  return { text, isWhole: true };
}

function begins(text: string) {
  return { text, isWhole: false };
}

async function numbersOf(calls: CallIndex, query: CallQuery): Promise<readonly number[]> {
  return (await calls.find(query)).calls.map(({ sequence }) => sequence);
}

/** One row and one entry for each. */
async function record(
  store: Store,
  sessionId: string,
  entries: readonly Partial<CallEntry>[],
): Promise<void> {
  const calls = entries.map((entry, at) => ({ ...callOf(sessionId, at), ...entry }));
  await store.record(batchOf(sessionId, calls));
}

function batchOf(sessionId: string, calls: readonly CallEntry[]) {
  const rows = rowsOf(sessionId, 0, calls.length).map((row, at) => ({
    ...row,
    atMs: calls[at]?.atMs ?? row.atMs,
  }));
  return { chains: [{ rows, head: null }], payloads: [], parts: [], calls };
}
