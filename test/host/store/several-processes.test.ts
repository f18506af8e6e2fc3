import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openSqliteStore } from "@toolplane/host";
import { afterAll, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-several-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const ROUNDS = 60;

async function contend(path: string, name: string): Promise<{ won: string[]; lost: number }> {
  const program = testProgram(join(import.meta.dirname, "contender.fixture.ts"));
  const { stdout } = await run(process.execPath, [...program, path, name, String(ROUNDS)]);
  return JSON.parse(stdout) as { won: string[]; lost: number };
}

describe("several processes on one file", () => {
  it("use each receipt once, lose no row, and see what the others committed", async () => {
    const path = join(folder, "shared.db");
    const names = ["one", "two", "three"];
    const outcomes = await Promise.all(names.map((name) => contend(path, name)));
    const won = outcomes.flatMap((outcome) => outcome.won).sort();
    expect(won).toEqual(Array.from({ length: ROUNDS }, (_, round) => `rcp_${round}`).sort());
    const store = await openSqliteStore({ path });
    const read = (sessionId: string) => store.events.read(sessionId, { from: 0, limit: 1_000 });
    for (const name of names) expect(await read(name)).toHaveLength(ROUNDS);
    const shared = await read("shared");
    expect(shared.map(({ sequence }) => sequence)).toEqual(shared.map((_, index) => index));
    for (const name of names)
      expect(shared.filter(({ type }) => type === name)).toHaveLength(ROUNDS);
    await store.close();
  });

  it("see a row of another as soon as its promise resolved, also while both are open", async () => {
    const path = join(folder, "open.db");
    const one = await openSqliteStore({ path });
    const two = await openSqliteStore({ path });
    for (let round = 0; round < 20; round += 1) {
      await one.slots.put("ses_1", "tool", { round });
      expect(await two.slots.get("ses_1", "tool")).toEqual({ round });
    }
    await one.close();
    await two.slots.put("ses_1", "tool", "still open");
    expect(await two.slots.get("ses_1", "tool")).toBe("still open");
    await two.close();
  });
});
