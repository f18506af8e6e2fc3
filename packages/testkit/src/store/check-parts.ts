/** Chat parts, the journal and sidecars. */
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import { changeOf, partOf, sidecarOf, TRICKY_IDS } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

export const partChecks: readonly StoreCheck[] = [
  {
    name: "a tool call has one chat part, which keeps its id",
    async run({ parts }) {
      const settled = partOf("ses_1", "b", { toolState: "output-available", data: { result: 1 } });
      await parts.upsert(partOf("ses_1", "b"));
      await parts.upsert(partOf("ses_1", "a"));
      await parts.upsert(settled);
      await parts.upsert({ ...settled, id: "prt_other", index: 7 });
      return differs("list", await parts.list("ses_1"), [
        partOf("ses_1", "a"),
        { ...settled, index: 7 },
      ]);
    },
  },
  {
    name: "the same part written many times at once is one part",
    async run({ parts }) {
      await Promise.all(Array.from({ length: 20 }, () => parts.upsert(partOf("ses_1", "a"))));
      return differs("list", await parts.list("ses_1"), [partOf("ses_1", "a")]);
    },
  },
  {
    name: "parts are listed in the order of their ids",
    async run({ parts }) {
      const calls = ["0", "9", "A", "Z", "a", "z"];
      for (const call of [...calls].reverse()) await parts.upsert(partOf("ses_1", call));
      const ids = (await parts.list("ses_1")).map(({ toolCallId }) => toolCallId);
      return differs("list", ids, calls);
    },
  },
  {
    name: "no session sees another's parts, changes or sidecars",
    async run({ parts, journal, sidecars }) {
      for (const [index, id] of TRICKY_IDS.entries()) {
        await parts.upsert(partOf(id, "call", { id: `prt_${index}` }));
        await journal.append([changeOf(`chg_${index}`, id)]);
        await sidecars.put(sidecarOf(`/scratch/${index}`, id));
      }
      for (const [index, id] of TRICKY_IDS.entries()) {
        const problem = firstProblem(
          differs(`parts of ${id}`, await parts.list(id), [
            partOf(id, "call", { id: `prt_${index}` }),
          ]),
          differs(`changes of ${id}`, await journal.list(id), [changeOf(`chg_${index}`, id)]),
          differs(`sidecars of ${id}`, await sidecars.list(id), [
            sidecarOf(`/scratch/${index}`, id),
          ]),
        );
        if (problem) return problem;
      }
      return differs("parts of an unknown session", await parts.list("ses_unknown"), []);
    },
  },
  {
    name: "changes are listed as they were made, and can be marked undone and done again",
    async run({ journal }) {
      await journal.append([changeOf("chg_2"), changeOf("chg_1")]);
      await journal.append([changeOf("chg_3")]);
      await journal.append([]);
      await journal.mark({ id: "chg_1", sessionId: "ses_1" }, true);
      const undone = await journal.list("ses_1");
      await journal.mark({ id: "chg_1", sessionId: "ses_1" }, false);
      return firstProblem(
        differs("list", undone, [
          changeOf("chg_2"),
          { ...changeOf("chg_1"), undone: true },
          changeOf("chg_3"),
        ]),
        differs("list after redo", (await journal.list("ses_1"))[1], changeOf("chg_1")),
        await rejectsWith("mark of an unknown change", "not_found", () =>
          journal.mark({ id: "x", sessionId: "ses_1" }, true),
        ),
      );
    },
  },
  {
    name: "a change is journaled once, whole or not at all",
    async run({ journal }) {
      await journal.append([changeOf("chg_1")]);
      return firstProblem(
        await rejectsWith("a second change of the same id", "conflict", () =>
          journal.append([changeOf("chg_2"), changeOf("chg_1")]),
        ),
        differs("list", await journal.list("ses_1"), [changeOf("chg_1")]),
      );
    },
  },
  {
    name: "sidecars of a session are removed together",
    async run({ sidecars }) {
      await sidecars.put(sidecarOf("/scratch/1"));
      await sidecars.put(sidecarOf("/scratch/1"));
      await sidecars.put(sidecarOf("/scratch/2"));
      await sidecars.put(sidecarOf("/scratch/3", "ses_2"));
      const before = await sidecars.list("ses_1");
      const all = await sidecars.list();
      await sidecars.remove("ses_1");
      await sidecars.remove("ses_unknown");
      return firstProblem(
        differs("list", before, [sidecarOf("/scratch/1"), sidecarOf("/scratch/2")]),
        differs("list of all sessions", all, [...before, sidecarOf("/scratch/3", "ses_2")]),
        differs("list after remove", await sidecars.list("ses_1"), []),
        differs("the other session's", await sidecars.list("ses_2"), [
          sidecarOf("/scratch/3", "ses_2"),
        ]),
      );
    },
  },
];
