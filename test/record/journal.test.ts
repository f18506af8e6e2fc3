import type { JournalEntry } from "@toolplane/contract";
import { SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { loadRecord } from "@toolplane/kernel/record";
import { verifyStore } from "@toolplane/library/rooms/record";
import { expect, it } from "vitest";
import { key, openRecorded } from "./fixture.ts";

const change = (id: string, sessionId = "ses_1"): JournalEntry => ({
  id,
  sessionId,
  callId: "call_1",
  atMs: 5,
  path: `/w/${id}`,
  before: null,
  after: null,
  mode: null,
  undone: false,
});

it("a change of a file is in the journal and in the record, or in neither", async () => {
  const { store, recorder } = openRecorded();
  await recorder.journal.append([change("a"), change("b"), change("c", "ses_2")]);
  await recorder.journal.mark(change("a"), true);
  expect(await verifyStore({ store, key })).toMatchObject({ ok: true });
  const { rows } = await loadRecord(store.crash(), "ses_1");
  expect(rows.map(({ type }) => type)).toEqual(["changes", "change-undone"]);
});

it("a change that the journal knows already is refused alone, and what came with it is kept", async () => {
  const { store, recorder } = openRecorded();
  await recorder.journal.append([change("a")]);
  const outcomes = await Promise.allSettled([
    recorder.journal.append([change("b")]),
    recorder.journal.append([change("a")]),
    recorder.journal.mark(change("x"), true),
    recorder.journal.append([change("c")], { durable: false }),
  ]);
  expect(outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "kept"))).toEqual([
    "kept",
    "conflict",
    "not_found",
    "kept",
  ]);
  expect((await store.journal.list("ses_1")).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(await verifyStore({ store, key })).toMatchObject({ ok: true });
});

it("what is put into the journal past the record is found, and so is a session under the chain's own name", async () => {
  const { store, recorder } = openRecorded();
  await recorder.journal.append([change("a")]);
  await store.journal.append([change("b")]);
  expect(await verifyStore({ store, key })).toMatchObject({ ok: false });
  await expect(recorder.journal.append([change("z", SESSIONS_CHAIN)])).rejects.toMatchObject({
    code: "invalid_input",
  });
});
