import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { createRecorder } from "@toolplane/kernel/record";
import { createCountingIds, createFakeClock } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { verifySession } from "./verify-session.ts";

const key = new Uint8Array(32).fill(7);
const LONG = 1_300;

/** A session of more rows than one portion has. */
async function recordLong(): Promise<Store> {
  const store = await openSqliteStore({ path: ":memory:" });
  const recorder = createRecorder({
    store,
    key,
    clock: createFakeClock(),
    ids: createCountingIds(),
    defer: setImmediate,
    placeOf: null,
  });
  await recorder.openSession({
    sessionId: "long",
    createdAtMs: 0,
    mode: "ask",
    allowlist: [],
    headless: false,
    role: "user",
    depth: 0,
    tools: [],
    workspace: "/w",
  });
  for (let at = 0; at < LONG; at += 1) {
    await recorder.settle({
      sessionId: "long",
      callId: `call_${at}`,
      tool: "read",
      origin: "bundled",
      arguments: { path: `${at}` },
      footprint: { resources: [] },
      ordinal: at,
      verdict: null,
      answers: [],
      stage: "judge",
      accesses: [],
      intended: false,
      cause: undefined,
      detail: undefined,
      result: { type: "output", data: at, metadata: { duration_ms: 1 } },
      span: {
        spanId: `${at}`,
        name: "read",
        kind: "tool",
        startMs: 0,
        endMs: 1,
        durationMs: 1,
        status: "ok",
        attrs: {},
      },
    });
    if (at % 200 === 0) await recorder.flush();
  }
  await recorder.closeSession("long");
  await recorder.close();
  return store;
}

/** The same store, one of whose rows says something else. */
function withChanged(store: Store, sequence: number): Store {
  return {
    ...store,
    events: {
      ...store.events,
      read: async (sessionId, page) =>
        (await store.events.read(sessionId, page)).map((row) =>
          row.sequence === sequence ? { ...row, atMs: row.atMs + 1 } : row,
        ),
    },
  };
}

it("verifies a long record in portions, and names the row that was changed in any of them", async () => {
  const store = await recordLong();
  let turns = 0;
  const turn = async (): Promise<void> => {
    turns += 1;
  };
  const whole = await verifySession({ store, key, turn }, "long");
  expect(whole).toMatchObject({ ok: true });
  const rows = whole.ok ? whole.rows : 0;
  expect(rows).toBeGreaterThan(LONG);
  expect(turns).toBeGreaterThan(2);
  // The first and the last row of a portion are bound to their neighbours like any other.
  for (const sequence of [0, 1, 499, 500, 501, 999, 1_000, rows - 1])
    expect(await verifySession({ store: withChanged(store, sequence), key }, "long")).toEqual({
      ok: false,
      row: sequence,
      problem: "it was changed: its hash is another",
    });
  const cut: Store = {
    ...store,
    events: {
      ...store.events,
      read: async (sessionId, page) =>
        (await store.events.read(sessionId, page)).filter(({ sequence }) => sequence !== 500),
    },
  };
  expect(await verifySession({ store: cut, key }, "long")).toMatchObject({ ok: false, row: 500 });
  await expect(
    verifySession(
      {
        store,
        key,
        turn: () => Promise.reject(new TypeError("enough")),
      },
      "long",
    ),
  ).rejects.toThrow("enough");
  await store.close();
});
