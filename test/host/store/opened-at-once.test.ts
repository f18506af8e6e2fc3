import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { createRecorder, pruneRecord } from "@toolplane/kernel/record";
import { verifyStore } from "@toolplane/library/rooms/record";
import { createCountingIds, createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { OPENER_KEY } from "./opener.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-openers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = testProgram(join(import.meta.dirname, "opener.fixture.ts"));
const SESSIONS = 24;

/** Opens sessions in a process of its own, which is killed after so many; gives those that it was told are durable. */
async function open(path: string, name: string, kills = SESSIONS + 1): Promise<readonly string[]> {
  const child = spawn(process.execPath, [...program, path, name, String(SESSIONS)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    if (printed.split("\n").length > kills) child.kill("SIGKILL");
  });
  await new Promise<void>((resolve) => child.once("close", () => resolve()));
  return printed.slice(0, Math.max(0, printed.lastIndexOf("\n"))).split("\n");
}

describe("sessions that several processes open on one store", () => {
  it("are all told of in one chain, and those that a kill cut off are whole or not there", async () => {
    const path = join(folder, "shared.db");
    const opened = await Promise.all([
      open(path, "one"),
      open(path, "two"),
      open(path, "killed", 3),
      open(path, "cut", 8),
    ]);
    const store = await openSqliteStore({ path });
    const verified = await verifyStore({ store, key: OPENER_KEY });
    await store.close();
    expect(verified?.answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(verified?.ledger.problem).toBeNull();
    const ids = verified?.answers.map(({ sessionId }) => sessionId) ?? [];
    expect(ids).toEqual(expect.arrayContaining(opened.flat()));
    expect(ids.length).toBe(verified?.ledger.rows.length);
    expect(opened[0]).toHaveLength(SESSIONS);
  });

  it("are not missed when retention takes one of them while it is verified", async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const recorder = createRecorder({ store, key: OPENER_KEY, clock, ids: createCountingIds() });
    for (const id of ["ses_a", "ses_b"]) await recorder.note(noteOf(id));
    let isFirst = true;
    const events: Store["events"] = {
      ...store.events,
      async read(id, page) {
        const rows = await store.events.read(id, page);
        if (id === SESSIONS_CHAIN && isFirst) {
          isFirst = false;
          const keep = ["ses_b"];
          await pruneRecord({ store, key: OPENER_KEY }, { nowMs: 1e12, maxAgeMs: 1, keep });
        }
        return rows;
      },
    };
    const verified = await verifyStore({ store: { ...store, events }, key: OPENER_KEY });
    expect(verified?.answers).toMatchObject([{ sessionId: "ses_b", ok: true }]);
    expect(verified?.ok).toBe(true);
  });
});

const noteOf = (sessionId: string) => ({
  sessionId,
  atMs: 5,
  note: { kind: "said", text: "", names: [] } as const,
});
