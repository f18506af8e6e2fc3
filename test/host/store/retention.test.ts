import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionManifest } from "@toolplane/contract";
import type { Clock, EventRow, Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { createRecorder, loadRecord, verifyChain } from "@toolplane/kernel/record";
import { createCountingIds, createFakeClock } from "@toolplane/testkit";
import { afterAll, describe, expect, it } from "vitest";

const DAY = 86_400_000;
const key = new Uint8Array(32).fill(7);
const folder = mkdtempSync(join(tmpdir(), "tp-retention-"));
let opened = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Time that a test sets. */
function createDays(): Clock & { at(day: number): void } {
  const clock = createFakeClock();
  let wallMs = 0;
  return {
    ...clock,
    wallMs: () => wallMs,
    at(day) {
      wallMs = day * DAY;
    },
  };
}

async function open(): Promise<{
  store: Store;
  clock: ReturnType<typeof createDays>;
  path: string;
}> {
  opened += 1;
  const clock = createDays();
  const path = join(folder, `${opened}.db`);
  return { store: await openSqliteStore({ path, clock }), clock, path };
}

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** One row whose payload is named by nothing else; returns the payload's digest. */
async function addRow(
  store: Store,
  row: Pick<EventRow, "sessionId" | "sequence" | "atMs"> & { text: string },
) {
  const bytes = Buffer.from(row.text);
  const payloadDigest = digestOf(bytes);
  const { text: _text, ...place } = row;
  await store.payloads.put(payloadDigest, bytes);
  await store.events.append(
    [{ ...place, type: "call-succeed", callId: null, payloadDigest, previous: "0", hash: "1" }],
    null,
  );
  return payloadDigest;
}

function manifest(sessionId: string, day: number): SessionManifest {
  return {
    sessionId,
    createdAtMs: day * DAY,
    mode: "ask",
    allowlist: [],
    headless: false,
    role: "agent",
    workspace: "main",
    depth: 0,
    tools: [],
  };
}

describe("prune", () => {
  it("deletes sessions that nobody touched for long, and every trace of them", async () => {
    const { store, clock } = await open();
    clock.at(1);
    for (const [sessionId, day] of [
      ["old", 1],
      ["kept", 1],
      ["resumed", 1],
      ["new", 90],
    ] as const) {
      await store.sessions.put(manifest(sessionId, day));
      await addRow(store, { sessionId, sequence: 0, atMs: day * DAY, text: `of ${sessionId}` });
      await store.slots.put(sessionId, "todo", [sessionId]);
      await store.parts.upsert({
        id: sessionId,
        sessionId,
        messageId: "",
        index: 0,
        type: "tool-read",
        toolCallId: "call",
        toolState: "input-available",
        data: {},
      });
      await store.journal.append([
        {
          id: `chg_${sessionId}`,
          sessionId,
          callId: "call",
          atMs: day * DAY,
          path: "/a",
          before: null,
          after: null,
          mode: null,
          undone: false,
        },
      ]);
    }
    await addRow(store, { sessionId: "resumed", sequence: 1, atMs: 80 * DAY, text: "again" });
    clock.at(100);
    const pruned = await store.prune(
      { nowMs: clock.wallMs(), maxAgeMs: 30 * DAY, keep: ["kept"] },
      async () => {},
    );
    expect(pruned).toMatchObject({ sessions: ["old"], payloads: 1 });
    const left = await store.sessions.list({ limit: 9 });
    expect(left.map(({ sessionId }) => sessionId)).toEqual(["kept", "new", "resumed"]);
    expect([
      await store.events.read("old", { from: 0, limit: 9 }),
      await store.events.head("old"),
      await store.parts.list("old"),
      await store.journal.list("old"),
      await store.slots.get("old", "todo"),
    ]).toEqual([[], null, [], [], null]);
    expect((await store.events.read("resumed", { from: 0, limit: 9 })).length).toBe(2);
    expect((await store.journal.list("kept")).length).toBe(1);
    await store.close();
  });

  it("drops a payload when the last that names it is gone, and never one that was put a moment ago", async () => {
    const { store, clock } = await open();
    clock.at(1);
    const shared = await addRow(store, { sessionId: "a", sequence: 0, atMs: DAY, text: "shared" });
    await addRow(store, { sessionId: "b", sequence: 0, atMs: 50 * DAY, text: "shared" });
    const image = digestOf(Buffer.from("image"));
    await store.payloads.put(image, Buffer.from("image"));
    const inner = digestOf(Buffer.from("inner"));
    await store.payloads.put(inner, Buffer.from("inner"));
    const outer = `{"result":{"bytes":5,"digest":"${inner}"}}`;
    await addRow(store, { sessionId: "b", sequence: 1, atMs: 50 * DAY, text: outer });
    await store.journal.append([
      {
        id: "chg_1",
        sessionId: "b",
        callId: "call",
        atMs: 50 * DAY,
        path: "/a",
        before: image,
        after: null,
        mode: null,
        undone: false,
      },
    ]);
    const again = digestOf(Buffer.from("put again"));
    await store.payloads.put(again, Buffer.from("put again"));
    await store.payloads.put("nobody's", Buffer.from("nobody's"));
    clock.at(51);
    await store.payloads.put(again, Buffer.from("put again"));
    expect(
      await store.prune({ nowMs: clock.wallMs(), maxAgeMs: 30 * DAY }, async () => {}),
    ).toMatchObject({
      sessions: ["a"],
      payloads: 1,
    });
    for (const digest of [shared, image, inner, again])
      expect(await store.payloads.get(digest)).not.toBeNull();
    expect(await store.payloads.get("nobody's")).toBeNull();
    clock.at(200);
    expect(
      await store.prune({ nowMs: clock.wallMs(), maxAgeMs: 30 * DAY }, async () => {}),
    ).toMatchObject({
      sessions: ["b"],
    });
    for (const digest of [shared, image, inner, again])
      expect(await store.payloads.get(digest)).toBeNull();
    await store.close();
  });

  it("lets go of old payloads alone, and the chain verifies all the same", async () => {
    const { store, clock } = await open();
    clock.at(1);
    const recorder = createRecorder({
      store,
      key,
      clock,
      ids: createCountingIds(),
      defer: (run) => run(),
    });
    for (let index = 0; index < 20; index += 1)
      await recorder.openSession(manifest("ses_1", index));
    await recorder.close();
    clock.at(10);
    const pruned = await store.prune(
      { nowMs: clock.wallMs(), maxPayloadAgeMs: DAY },
      async () => {},
    );
    expect(pruned).toMatchObject({ sessions: [], payloads: 20 });
    const { rows, head, payloads } = await loadRecord(store, "ses_1");
    expect(payloads.size).toBe(0);
    expect(verifyChain({ rows, head, key, payloads })).toEqual({ ok: true, rows: 20 });
    await store.close();
  });

  it("keeps the file below a size by giving up the oldest sessions, and gives the space back", async () => {
    const { store, clock, path } = await open();
    for (let session = 0; session < 20; session += 1) {
      clock.at(session);
      for (let sequence = 0; sequence < 10; sequence += 1)
        await addRow(store, {
          sessionId: `ses_${String(session).padStart(2, "0")}`,
          sequence,
          atMs: session * DAY,
          text: `${session} ${sequence} `.repeat(2_000),
        });
    }
    clock.at(100);
    const { sessions, bytes } = await store.prune(
      { nowMs: clock.wallMs(), maxBytes: 1_500_000 },
      async () => {},
    );
    expect(bytes).toBeLessThanOrEqual(1_500_000);
    expect(bytes).toBeGreaterThan(700_000);
    expect(sessions).toEqual([...sessions].sort());
    expect(sessions).not.toContain("ses_19");
    await store.close();
    expect(statSync(path).size).toBeLessThanOrEqual(1_500_000);
  });
});
