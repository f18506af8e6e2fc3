/** Checks of a store as a whole: values stay its own, what was flushed stays, and a closed one says so. */
import type { Store } from "@toolplane/contract/ports";
import { differs, firstProblem, rejectsWith } from "../suite/compare-values.ts";
import {
  approvalOf,
  changeOf,
  headOf,
  manifestOf,
  partOf,
  pausedOf,
  receiptOf,
  rowsOf,
  runOf,
  sidecarOf,
  TRICKY_JSON,
} from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

export const lifeChecks: readonly StoreCheck[] = [
  {
    name: "what was put cannot be changed from outside",
    async run({ payloads, slots, parts }) {
      const bytes = Uint8Array.of(1, 2, 3);
      const value = { list: [1] };
      const part = partOf("ses_1", "a", { data: value });
      await payloads.put("a", bytes);
      await slots.put("ses_1", "tool", value);
      await parts.upsert(part);
      bytes.fill(9);
      value.list.push(2);
      (await payloads.get("a"))?.fill(8);
      ((await slots.get("ses_1", "tool")) as typeof value | null)?.list.push(3);
      return firstProblem(
        differs("payloads.get", await payloads.get("a"), Uint8Array.of(1, 2, 3)),
        differs("slots.get", await slots.get("ses_1", "tool"), { list: [1] }),
        differs("parts.list", (await parts.list("ses_1"))[0]?.data, { list: [1] }),
      );
    },
  },
  {
    name: "what was flushed is there when the store is opened again",
    async run(store, { reopen }) {
      if (!reopen) return null;
      await fill(store);
      await store.flush();
      await store.close();
      const again = await reopen(store);
      try {
        return await compare(again);
      } finally {
        await again.close();
      }
    },
  },
  {
    name: "closing twice is closing",
    async run(store) {
      await store.close();
      await store.close();
      return null;
    },
  },
  {
    name: "a closed store refuses everything, as unavailable, and never throws",
    async run(store) {
      await store.close();
      for (const [name, start] of Object.entries(operations(store))) {
        const problem = await rejectsWith(name, "unavailable", start);
        if (problem) return problem;
      }
      return null;
    },
  },
];

async function fill(store: Store): Promise<void> {
  await store.sessions.put(manifestOf("ses_1"));
  await store.parts.upsert(partOf("ses_1", "a"));
  await store.approvals.put(approvalOf("apr_1"));
  await store.receipts.put(receiptOf("rcp_1"));
  await store.receipts.use("rcp_1");
  await store.events.append(rowsOf("ses_1", 0, 3), headOf("ses_1", 2));
  await store.payloads.put("a", Uint8Array.of(1, 2, 3));
  await store.paused.put(pausedOf("pau_1"));
  await store.runs.put(runOf("run_1", { length: 1 }), [TRICKY_JSON]);
  await store.slots.put("ses_1", "tool", TRICKY_JSON);
  await store.journal.append([changeOf("chg_1")]);
  await store.sidecars.put(sidecarOf("/scratch/1"));
}

async function compare(store: Store): Promise<string | null> {
  return firstProblem(
    differs("sessions.get", await store.sessions.get("ses_1"), manifestOf("ses_1")),
    differs("parts.list", await store.parts.list("ses_1"), [partOf("ses_1", "a")]),
    differs("approvals.list", await store.approvals.list(), [approvalOf("apr_1")]),
    differs("receipts.use of a used one", await store.receipts.use("rcp_1"), false),
    differs(
      "events.read",
      await store.events.read("ses_1", { from: 0, limit: 9 }),
      rowsOf("ses_1", 0, 3),
    ),
    differs("events.head", await store.events.head("ses_1"), headOf("ses_1", 2)),
    differs("payloads.get", await store.payloads.get("a"), Uint8Array.of(1, 2, 3)),
    differs("paused.newest", await store.paused.newest("con_1"), pausedOf("pau_1")),
    differs("runs.get", await store.runs.get("run_1"), runOf("run_1", { length: 1 })),
    differs("runs.log", await store.runs.log("run_1", { from: 0, limit: 9 }), [TRICKY_JSON]),
    differs("slots.get", await store.slots.get("ses_1", "tool"), TRICKY_JSON),
    differs("journal.list", await store.journal.list("ses_1"), [changeOf("chg_1")]),
    differs("sidecars.list", await store.sidecars.list("ses_1"), [sidecarOf("/scratch/1")]),
  );
}

function operations(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
  const { sessions, parts, approvals, receipts, events, payloads, paused, runs, slots } = store;
  return {
    "sessions.put": () => sessions.put(manifestOf("ses_1")),
    "sessions.get": () => sessions.get("ses_1"),
    "sessions.list": () => sessions.list({ limit: 1 }),
    "sessions.clear": () => sessions.clear("ses_1"),
    "parts.upsert": () => parts.upsert(partOf("ses_1", "a")),
    "parts.list": () => parts.list("ses_1"),
    "approvals.put": () => approvals.put(approvalOf("apr_1")),
    "approvals.find": () => approvals.find({ tool: "a", origin: "b", sessionId: "c" }),
    "approvals.list": () => approvals.list(),
    "approvals.revoke": () => approvals.revoke("apr_1"),
    "receipts.put": () => receipts.put(receiptOf("rcp_1")),
    "receipts.use": () => receipts.use("rcp_1"),
    "events.append": () => events.append(rowsOf("ses_1", 0, 1), null),
    "events.read": () => events.read("ses_1", { from: 0, limit: 1 }),
    "events.head": () => events.head("ses_1"),
    record: () =>
      store.record({
        chains: [{ rows: rowsOf("ses_1", 0, 1), head: null }],
        payloads: [],
        parts: [],
      }),
    "payloads.put": () => payloads.put("a", new Uint8Array(1)),
    "payloads.get": () => payloads.get("a"),
    "payloads.drop": () => payloads.drop("a"),
    "paused.put": () => paused.put(pausedOf("pau_1")),
    "paused.newest": () => paused.newest("con_1"),
    "paused.open": () => paused.open({ limit: 1 }),
    "paused.list": () => paused.list("con_1", { limit: 1 }),
    "paused.get": () => paused.get("pau_1"),
    "paused.resolve": () => paused.resolve("pau_1", "x", 1),
    "runs.put": () => runs.put(runOf("run_1"), []),
    "runs.get": () => runs.get("run_1"),
    "runs.log": () => runs.log("run_1", { from: 0, limit: 1 }),
    "runs.list": () => runs.list({ limit: 1 }),
    "runs.claim": () => runs.claim("run_1", { owner: null, expected: null }),
    "runs.remove": () => runs.remove("run_1"),
    "slots.get": () => slots.get("ses_1", "tool"),
    "receipts.list": () => receipts.list({ limit: 1 }),
    "slots.list": () => slots.list({ limit: 1 }),
    "slots.put": () => slots.put("ses_1", "tool", null),
    "journal.append": () => store.journal.append([changeOf("chg_1")]),
    "journal.list": () => store.journal.list("ses_1"),
    "journal.mark": () => store.journal.mark({ id: "chg_1", sessionId: "ses_1" }, true),
    "sidecars.put": () => store.sidecars.put(sidecarOf("/scratch/1")),
    "sidecars.list": () => store.sidecars.list("ses_1"),
    "sidecars.remove": () => store.sidecars.remove("ses_1"),
    prune: () => store.prune({ nowMs: 0 }, async () => {}),
    flush: () => store.flush(),
  };
}
