import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "@toolplane/host";
import { afterAll, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { BATCH } from "./writer.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KILLS = 8;
const fixture = join(import.meta.dirname, "writer.fixture.ts");

function startWriter(path: string, sessionId: string): ChildProcess {
  return spawn(process.execPath, [...testProgram(fixture), path, sessionId], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Lets it acknowledge some batches, kills it in the middle of the next, and gives the last sequence it acknowledged. */
async function killAfter(child: ChildProcess, batches: number): Promise<number> {
  let printed = "";
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    if (printed.split("\n").length > batches) child.kill("SIGKILL");
  });
  await closed;
  const whole = printed.slice(0, printed.lastIndexOf("\n")).split("\n");
  return Number(whole.at(-1));
}

async function checkFile(path: string, sessionId: string, acknowledged: number): Promise<void> {
  const store = await openSqliteStore({ path });
  const head = await store.events.head(sessionId);
  const rows = await store.events.read(sessionId, { from: 0, limit: 1_000_000 });
  expect(head?.sequence ?? -1).toBeGreaterThanOrEqual(acknowledged);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index));
  // No batch is torn: whole ones only, each with its head, its payloads and its change.
  expect(rows.length % BATCH).toBe(0);
  expect(head?.sequence).toBe(rows.length - 1);
  for (const { payloadDigest } of rows)
    expect(await store.payloads.get(payloadDigest)).not.toBeNull();
  const changes = await store.journal.list(sessionId);
  expect(changes.length).toBeGreaterThanOrEqual(rows.length / BATCH);
  await store.close();
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
}

describe("a process that is killed while it writes", () => {
  it("leaves every row that it was told is durable, no torn batch and a sound file", async () => {
    const path = join(folder, "one.db");
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await killAfter(startWriter(path, "ses_1"), 1 + ((kill * 13) % 40));
      await checkFile(path, "ses_1", acknowledged);
    }
  });

  it("does not disturb another that writes to the same file", async () => {
    const path = join(folder, "two.db");
    for (let kill = 0; kill < 3; kill += 1) {
      const survivor = startWriter(path, "survivor");
      const first = await killAfter(startWriter(path, "victim"), 10);
      await checkFile(path, "victim", first);
      const second = await killAfter(survivor, 30);
      await checkFile(path, "survivor", second);
    }
  });
});
