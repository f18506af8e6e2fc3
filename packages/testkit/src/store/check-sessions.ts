/** Manifests, paused runs and state slots. */
import type { Json } from "@toolplane/contract";
import { differs, firstProblem } from "../suite/compare-values.ts";
import {
  approvalOf,
  manifestOf,
  pausedOf,
  rowsOf,
  TRICKY_IDS,
  TRICKY_JSON,
} from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

export const sessionChecks: readonly StoreCheck[] = [
  {
    name: "a manifest comes back as it was put, and the last one put counts",
    async run({ sessions }) {
      const first = manifestOf("ses_1");
      const second = { ...first, parentSessionId: "ses_0", depth: 1, headless: true };
      await sessions.put(first);
      const before = await sessions.get("ses_1");
      await sessions.put(second);
      return firstProblem(
        differs("get", before, first),
        differs("get after a second put", await sessions.get("ses_1"), second),
        differs("get of an unknown session", await sessions.get("ses_2"), null),
        differs("list", await sessions.list({ limit: 10 }), [second]),
      );
    },
  },
  {
    name: "sessions are listed in pages, in the order of their ids",
    async run({ sessions }) {
      const ids = ["ses_03", "ses_01", "ses_05", "ses_02", "ses_04"];
      for (const id of ids) await sessions.put(manifestOf(id));
      const idsOf = async (page: { after?: string; limit: number }) =>
        (await sessions.list(page)).map(({ sessionId }) => sessionId);
      return firstProblem(
        differs("the first page", await idsOf({ limit: 2 }), ["ses_01", "ses_02"]),
        differs("the second page", await idsOf({ after: "ses_02", limit: 2 }), [
          "ses_03",
          "ses_04",
        ]),
        differs("the last page", await idsOf({ after: "ses_04", limit: 2 }), ["ses_05"]),
        differs("the page past the end", await idsOf({ after: "ses_05", limit: 2 }), []),
        differs("a page after an id that is gone", await idsOf({ after: "ses_025", limit: 1 }), [
          "ses_03",
        ]),
      );
    },
  },
  {
    name: "clearing a session takes its manifest and its own approvals, and nothing else",
    async run({ sessions, approvals, events }) {
      await sessions.put(manifestOf("ses_1"));
      await sessions.put(manifestOf("ses_2"));
      await events.append(rowsOf("ses_1", 0, 1), null);
      const other = approvalOf("apr_2", { sessionId: "ses_2", grantedAtMs: 2 });
      const project = approvalOf("apr_3", { scope: "project", grantedAtMs: 3 });
      await approvals.put(approvalOf("apr_1"));
      await approvals.put(other);
      await approvals.put(project);
      await sessions.clear("ses_1");
      await sessions.clear("ses_unknown");
      return firstProblem(
        differs("get of the cleared session", await sessions.get("ses_1"), null),
        differs("get of the other session", await sessions.get("ses_2"), manifestOf("ses_2")),
        differs("the approvals left", await approvals.list(), [other, project]),
        differs(
          "the record of the cleared session",
          (await events.read("ses_1", { from: 0, limit: 9 })).length,
          1,
        ),
      );
    },
  },
  {
    name: "slots are listed in pages, whosever they are",
    async run({ slots }) {
      const rows = ["a", "b"].flatMap((sessionId) =>
        ["x", "y"].map((toolId) => ({ sessionId, toolId, value: TRICKY_JSON })),
      );
      for (const { sessionId, toolId, value } of rows.toReversed())
        await slots.put(sessionId, toolId, value);
      const [, second, third] = rows;
      if (!second || !third) return "no rows";
      return firstProblem(
        differs("the first page", await slots.list({ limit: 3 }), rows.slice(0, 3)),
        differs("the next", await slots.list({ after: second, limit: 1 }), [third]),
        differs("the last", await slots.list({ after: third, limit: 9 }), rows.slice(3)),
      );
    },
  },
  {
    name: "a slot belongs to one session and one tool",
    async run({ slots }) {
      const before = await slots.get("ses_1", "a");
      for (const id of TRICKY_IDS) await slots.put(id, "tool", { owner: id });
      await slots.put("a", "b/c", "first");
      await slots.put("a/b", "c", "second");
      await slots.put("ses_1", "tool", TRICKY_JSON);
      const found = [];
      for (const id of TRICKY_IDS.slice(1)) found.push(await slots.get(id, "tool"));
      return firstProblem(
        differs("get before any put", before, null),
        differs("get after a second put", await slots.get("ses_1", "tool"), TRICKY_JSON),
        differs(
          "the other sessions' slots",
          found,
          TRICKY_IDS.slice(1).map((owner) => ({ owner })),
        ),
        differs("another tool's slot", await slots.get("ses_1", "Tool"), null),
        differs("a slot named with a separator", await slots.get("a", "b/c"), "first"),
        differs("its neighbour", await slots.get("a/b", "c"), "second"),
      );
    },
  },
  {
    name: "a slot is replaced only by whoever knows what stands in it",
    async run({ slots }) {
      const replace = (from: Json | null, to: Json) => slots.replace("ses_1", "tool", { from, to });
      const first = await Promise.all([replace(null, { n: 1 }), replace(null, { n: 2 })]);
      const second = await replace({ n: first[0] ? 1 : 2 }, TRICKY_JSON);
      const stale = await replace({ n: 1 }, "stale");
      return firstProblem(
        differs("two at once on nothing", first.toSorted(), [false, true]),
        differs("one that knows it", second, true),
        differs("one that does not", stale, false),
        differs("what stands there", await slots.get("ses_1", "tool"), TRICKY_JSON),
        differs("one that knows what is hard to write", await replace(TRICKY_JSON, 1), true),
        differs("another tool's slot", await slots.get("ses_1", "other"), null),
      );
    },
  },
  {
    name: "the newest paused run that nobody answered is the one to resume",
    async run({ paused }) {
      await paused.put(pausedOf("pau_2", { createdAtMs: 2_000 }));
      await paused.put(pausedOf("pau_1", { createdAtMs: 1_000 }));
      await paused.put(pausedOf("pau_9", { createdAtMs: 9_000, conversationId: "con_2" }));
      const newest = await paused.newest("con_1");
      const resolved = await paused.resolve("pau_2", "SQLite, bitte ü", 3_000);
      const older = await paused.newest("con_1");
      await paused.resolve("pau_1", "", 3_001);
      return firstProblem(
        differs("newest", newest, pausedOf("pau_2", { createdAtMs: 2_000 })),
        differs("resolve", resolved, true),
        differs("newest after an answer", older, pausedOf("pau_1", { createdAtMs: 1_000 })),
        differs("newest when all are answered", await paused.newest("con_1"), null),
        differs("newest of an unknown conversation", await paused.newest("con_3"), null),
      );
    },
  },
  {
    name: "what waits for a person is listed oldest first, over all conversations",
    async run({ paused }) {
      const put = [
        pausedOf("pau_3", { createdAtMs: 2_000 }),
        pausedOf("pau_2", { createdAtMs: 2_000, conversationId: "con_2" }),
        pausedOf("pau_4", { createdAtMs: 1_000 }),
        pausedOf("pau_1", { createdAtMs: 3_000 }),
      ];
      const empty = await paused.open({ limit: 9 });
      for (const row of put) await paused.put(row);
      await paused.resolve("pau_1", "x", 5);
      const [third, second, first] = put;
      return firstProblem(
        differs("open of an empty store", empty, []),
        differs("open", await paused.open({ limit: 9 }), [first, second, third]),
        differs("open with a limit", await paused.open({ limit: 1 }), [first]),
      );
    },
  },
  {
    name: "everything that a conversation asked is listed, newest first, with its answers",
    async run({ paused }) {
      const older = pausedOf("pau_1", { createdAtMs: 1_000 });
      const newer = pausedOf("pau_2", { createdAtMs: 2_000 });
      await paused.put(newer);
      await paused.put(older);
      await paused.put(pausedOf("pau_3", { conversationId: "con_2" }));
      await paused.resolve("pau_2", "yes", 7);
      const answered = { ...newer, answer: "yes", resolvedAtMs: 7 };
      return firstProblem(
        differs("list", await paused.list("con_1", { limit: 9 }), [answered, older]),
        differs("list with a limit", await paused.list("con_1", { limit: 1 }), [answered]),
        differs("list of another", await paused.list("con_3", { limit: 1 }), []),
      );
    },
  },
  {
    name: "a paused run is found by its id, with its answer",
    async run({ paused }) {
      const row = pausedOf("pau_1", { question: "ü\u0000?" });
      const before = await paused.get("pau_1");
      await paused.put(row);
      await paused.put(pausedOf("PAU_1"));
      const open = await paused.get("pau_1");
      await paused.resolve("pau_1", "\u0000 ja, ü", 7);
      return firstProblem(
        differs("get before any put", before, null),
        differs("get", open, row),
        differs("get after the answer", await paused.get("pau_1"), {
          ...row,
          answer: "\u0000 ja, ü",
          resolvedAtMs: 7,
        }),
        differs("its neighbour", await paused.get("PAU_1"), pausedOf("PAU_1")),
      );
    },
  },
  {
    name: "a paused run is answered once, whoever is first",
    async run({ paused }) {
      await paused.put(pausedOf("pau_1"));
      const tries = await Promise.all(
        Array.from({ length: 20 }, (_, index) => paused.resolve("pau_1", `answer ${index}`, index)),
      );
      return firstProblem(
        differs("twenty answers at once", tries.filter(Boolean).length, 1),
        differs("a later answer", await paused.resolve("pau_1", "late", 99), false),
        differs("an answer to an unknown run", await paused.resolve("pau_2", "x", 1), false),
      );
    },
  },
];
