/** Retention: what goes, what stays, and that nothing of what stays is touched. */
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../suite/compare-values.ts";
import {
  approvalOf,
  changeOf,
  headOf,
  manifestOf,
  partOf,
  rowsOf,
  runOf,
  sidecarOf,
} from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

const DAY_MS = 86_400_000;
/** Far ahead of whatever clock a store stamps its payloads with. */
const NOW_MS = 4_102_444_800_000;
const UNHEARD = async (): Promise<void> => {};
const digest = (letter: string): string => letter.repeat(64);

export const pruneChecks: readonly StoreCheck[] = [
  {
    name: "a session that nobody touched for too long goes whole, and the others stay as they are",
    async run(store) {
      await fill(store, { sessionId: "ses_old", daysAgo: 31, own: "a" });
      await fill(store, { sessionId: "ses_new", daysAgo: 29, own: "b" });
      await store.approvals.put(approvalOf("apr_project", ofProject("ses_old")));
      const before = await look(store, "ses_new");
      const pruned = await store.prune({ nowMs: NOW_MS, maxAgeMs: 30 * DAY_MS }, UNHEARD);
      return firstProblem(
        differs("the sessions that went", pruned.sessions, ["ses_old"]),
        differs("the old session", await look(store, "ses_old"), NOTHING),
        differs("the new session", await look(store, "ses_new"), before),
        differs("its payload", await store.payloads.get(digest("b")), bytesOf("b")),
        differs("the old one's payload", await store.payloads.get(digest("a")), null),
        differs("what both name", await store.payloads.get(digest("e")), bytesOf("e")),
        differs("the approvals", (await store.approvals.list()).map(({ id }) => id).toSorted(), [
          "apr_project",
          "apr_ses_new",
        ]),
      );
    },
  },
  {
    name: "which sessions go, and why, is told before any of them does; where that fails they stay",
    async run(store) {
      await fill(store, { sessionId: "ses_1", daysAgo: 40, own: "a" });
      await fill(store, { sessionId: "ses_2", daysAgo: 3, own: "b" });
      const before = await look(store, "ses_1");
      const bounds = { nowMs: NOW_MS, maxAgeMs: 30 * DAY_MS, maxBytes: 0 };
      const refused = await store
        .prune(bounds, () => Promise.reject(new TypeError("not now")))
        .then(() => "resolved")
        .catch((error: unknown) => String(error));
      const left = await look(store, "ses_1");
      const told: unknown[] = [];
      await store.prune(bounds, async (sessions, reason) => {
        told.push([...sessions], reason, (await store.sessions.get(sessions[0] ?? "")) !== null);
      });
      return firstProblem(
        refused === "resolved" ? "it goes on though nobody could be told" : null,
        differs("a session that nobody was told of", left, before),
        differs("what was told", told, [["ses_1"], "age", true, ["ses_2"], "size", true]),
        differs("the sessions", await store.sessions.list({ limit: 9 }), []),
      );
    },
  },
  {
    name: "the chain of sessions is no session: it is neither listed nor counted, and retention leaves it",
    async run(store) {
      const rows = rowsOf(SESSIONS_CHAIN, 0, 2);
      await store.events.append(rows, headOf(SESSIONS_CHAIN, 1));
      await fill(store, { sessionId: "ses_1", daysAgo: 400, own: "a" });
      const everything = { sinceMs: Number.MIN_SAFE_INTEGER, limit: 9 };
      const active = (await store.activity(everything)).map(({ sessionId }) => sessionId);
      await store.prune({ nowMs: NOW_MS, maxAgeMs: 1, maxBytes: 0, maxPayloadAgeMs: 1 }, UNHEARD);
      return firstProblem(
        differs("the sessions that moved", active, ["ses_1"]),
        differs("rows", await store.events.read(SESSIONS_CHAIN, { from: 0, limit: 9 }), rows),
        differs("the head", await store.events.head(SESSIONS_CHAIN), headOf(SESSIONS_CHAIN, 1)),
        differs("what is counted", await store.countEvents(-1_000_000), []),
      );
    },
  },
  {
    name: "without a bound every session stays, and so does one that is named",
    async run(store) {
      await fill(store, { sessionId: "ses_old", daysAgo: 400, own: "a" });
      const before = await look(store, "ses_old");
      const first = await store.prune({ nowMs: NOW_MS }, UNHEARD);
      const keep = ["ses_old"];
      const second = await store.prune(
        { nowMs: NOW_MS, maxAgeMs: DAY_MS, maxBytes: 0, keep },
        UNHEARD,
      );
      return firstProblem(
        differs("without a bound", first.sessions, []),
        differs("a session that is kept", second.sessions, []),
        differs("the session", await look(store, "ses_old"), before),
        differs("its payload", await store.payloads.get(digest("a")), bytesOf("a")),
      );
    },
  },
  {
    name: "payloads of older rows are dropped, and the rows stay",
    async run(store) {
      await fill(store, { sessionId: "ses_old", daysAgo: 31, own: "a" });
      await fill(store, { sessionId: "ses_new", daysAgo: 29, own: "b" });
      const before = await store.events.read("ses_old", { from: 0, limit: 9 });
      const pruned = await store.prune({ nowMs: NOW_MS, maxPayloadAgeMs: 30 * DAY_MS }, UNHEARD);
      return firstProblem(
        differs("the sessions that went", pruned.sessions, []),
        differs("the rows", await store.events.read("ses_old", { from: 0, limit: 9 }), before),
        differs("their payload", await store.payloads.get(digest("a")), null),
        differs("a newer payload", await store.payloads.get(digest("b")), bytesOf("b")),
      );
    },
  },
  {
    name: "what a session holds by its digest stays as long as the session, however old it is",
    async run(store) {
      await fill(store, { sessionId: "ses_old", daysAgo: 31, own: "a" });
      await fill(store, { sessionId: "ses_new", daysAgo: 1, own: "b" });
      const put = (letter: string, text: string) =>
        store.payloads.put(digest(letter), new TextEncoder().encode(text));
      await put("c", `{"files":[{"path":"x","digest":"${digest("d")}"}]}`);
      await put("d", "content");
      for (const id of ["ses_old", "ses_new"])
        await store.slots.put(id, "workspace", { changed: [{ digest: digest("a") }] });
      await store.slots.put("ses_old", "list", [{ digest: digest("c") }]);
      const there = async () => {
        const found = ["a", "c", "d"].map((letter) => store.payloads.get(digest(letter)));
        return (await Promise.all(found)).map((bytes) => bytes !== null);
      };
      const pruned: (readonly boolean[])[] = [];
      for (const bounds of [{}, { maxPayloadAgeMs: 7 * DAY_MS }, { maxAgeMs: 30 * DAY_MS }]) {
        await store.prune({ nowMs: NOW_MS, ...bounds }, UNHEARD);
        pruned.push(await there());
      }
      return firstProblem(
        differs("without a bound", pruned[0], [true, true, true]),
        differs("with a bound on the age of payloads", pruned[1], [true, true, true]),
        differs("when the session has gone, what another holds is left", pruned[2], [
          ...[true, false, false],
        ]),
      );
    },
  },
  {
    name: "where there is too much, the sessions touched longest ago go, and never one of the last hour, or of the last day with changes",
    async run(store) {
      await fill(store, { sessionId: "ses_1", daysAgo: 3, own: "a" });
      await fill(store, { sessionId: "ses_2", daysAgo: 0, own: "b", isReading: true });
      await fill(store, { sessionId: "ses_3", daysAgo: 0.5, own: "c" });
      await fill(store, { sessionId: "ses_4", daysAgo: 0.25, own: "d", isReading: true });
      const changed = await store.journal.list("ses_3");
      const pruned = await store.prune({ nowMs: NOW_MS, maxBytes: 0 }, UNHEARD);
      const enough = await store.prune({ nowMs: NOW_MS, maxBytes: 1_000_000_000 }, UNHEARD);
      return firstProblem(
        differs("the sessions that went", pruned.sessions.toSorted(), ["ses_1", "ses_4"]),
        differs("what can be undone", await store.journal.list("ses_3"), changed),
        differs("the old session", await look(store, "ses_1"), NOTHING),
        differs("with room enough", enough.sessions, []),
        pruned.bytes > 0 ? null : "what is left takes no bytes",
      );
    },
  },
];

const NOTHING = {
  manifest: null,
  rows: [],
  head: null,
  parts: [],
  slot: null,
  runs: [],
  log: [],
  changes: [],
  sidecars: [],
};

async function look(store: Store, id: string): Promise<unknown> {
  return {
    manifest: await store.sessions.get(id),
    rows: await store.events.read(id, { from: 0, limit: 9 }),
    head: await store.events.head(id),
    parts: await store.parts.list(id),
    slot: await store.slots.get(id, "tool"),
    runs: await store.runs.list({ sessionId: id, limit: 9 }),
    log: await store.runs.log(`run_${id}`, { from: 0, limit: 9 }),
    changes: await store.journal.list(id),
    sidecars: await store.sidecars.list(id),
  };
}

async function fill(
  store: Store,
  session: {
    readonly sessionId: string;
    readonly daysAgo: number;
    readonly own: string;
    /** It changed no file. */
    readonly isReading?: boolean;
  },
): Promise<void> {
  const { sessionId, daysAgo, own, isReading = false } = session;
  const atMs = NOW_MS - daysAgo * DAY_MS;
  await store.sessions.put({ ...manifestOf(sessionId), createdAtMs: atMs });
  for (const letter of [own, "e"]) await store.payloads.put(digest(letter), bytesOf(letter));
  const [first, second] = rowsOf(sessionId, 0, 2).map((row) => ({ ...row, atMs }));
  if (!first || !second) return;
  await store.events.append(
    [{ ...first, payloadDigest: digest(own) }, second],
    headOf(sessionId, 1),
  );
  await store.parts.upsert(partOf(sessionId, "call_0"));
  await store.approvals.put(approvalOf(`apr_${sessionId}`, { sessionId }));
  await store.slots.put(sessionId, "tool", { list: [1] });
  const run = { sessionId, createdAtMs: atMs, updatedAtMs: atMs, length: 2 };
  await store.runs.put(runOf(`run_${sessionId}`, run), ["one", "two"]);
  const change = { ...changeOf(`chg_${sessionId}`, sessionId), atMs, after: null };
  if (!isReading) await store.journal.append([change]);
  await store.sidecars.put(sidecarOf(`/scratch/${sessionId}`, sessionId));
  await store.flush();
}

function bytesOf(letter: string): Uint8Array {
  return new TextEncoder().encode(`{"text":"${letter}"}`);
}

function ofProject(sessionId: string) {
  return { scope: "project", sessionId } as const;
}
