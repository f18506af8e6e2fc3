/** An undo of many files that is cut off: by Ctrl-C, by SIGTERM, by SIGKILL. What it leaves is the one state or the other. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { runInPty } from "../approvals/pty.fixture.ts";

/** Enough that moving them takes longer than a signal does. */
const FILES = 400;
const CTRL_C = "\u0003";

async function openLanded() {
  const names = Array.from({ length: FILES }, (_, index) => `d${index % 8}/f${index}.txt`);
  const world = openCliWorld(Object.fromEntries(names.map((name) => [name, "line\n"])));
  onTestFinished(() => world.remove());
  const landed = await world.run(["call", "bash", "sed -i s/line/LINE/ d*/*.txt"]);
  expect(landed.code, landed.stderr).toBe(0);
  const read = (name: string): string => readFileSync(join(world.workspace, name), "utf8");
  return {
    world,
    texts: () => [...new Set(names.map(read))],
    /** Settles when the first files were moved. */
    async begins(): Promise<void> {
      const ends = [names[0] ?? "", names.at(-1) ?? ""];
      const look = () => expect(ends.map(read)).toContain("line\n");
      await vi.waitFor(look, { timeout: WAITING_MS, interval: 1 });
    },
  };
}

describe.skipIf(!hasSandbox)("an undo that is cut off (needs bubblewrap)", () => {
  it("by Ctrl-C before it began has changed nothing, and can be done again", async () => {
    const { world, texts } = await openLanded();
    const run = runInPty(world, ["undo", "--yes"]);
    // A quick machine is done before it says so.
    await run.shows(/Taking back 400 changes|400 files taken back/);
    run.type(CTRL_C);
    const code = await run.ended;
    // One that came too late finds all of it done.
    expect([code, texts()]).toEqual(code === 0 ? [0, ["line\n"]] : [130, ["LINE\n"]]);
    if (code === 130) expect((await world.run(["undo", "--yes"])).code).toBe(0);
    expect(texts()).toEqual(["line\n"]);
    expect((await world.run(["verify"])).code).toBe(0);
  });

  it("by SIGTERM while files move is finished, or leaves all as it was", async () => {
    const { world, texts, begins } = await openLanded();
    const child = world.spawn(["undo", "--yes"]);
    const closed = once(child, "close");
    await begins();
    child.kill("SIGTERM");
    await closed;
    expect(texts()).toHaveLength(1);
    expect((await world.run(["verify"])).code).toBe(0);
  });

  it("by SIGKILL while files move is whole after the next start, and can be taken the other way", async () => {
    const { world, texts, begins } = await openLanded();
    const child = world.spawn(["undo", "--yes"]);
    const closed = once(child, "close");
    await begins();
    child.kill("SIGKILL");
    await closed;
    await world.run(["call", "read", "d0/f0.txt"]);
    const [now = "", ...others] = texts();
    expect(others).toEqual([]);
    const session = JSON.parse((await world.run(["sessions", "--json"])).stdout).sessions.at(-1);
    const other = now === "line\n" ? "redo" : "undo";
    const moved = await world.run([other, session.sessionId, "--yes"]);
    expect([moved.code, texts()], moved.stderr).toEqual([
      0,
      [now === "line\n" ? "LINE\n" : "line\n"],
    ]);
  });
});
