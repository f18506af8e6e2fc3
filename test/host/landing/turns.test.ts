import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  CAN_MOUNT,
  leftovers,
  openWorld,
  runCommand,
  treeOf,
  type World,
} from "./landing-world.ts";

const FILES = 300;
const CHANGE_ALL = `for n in $(seq 1 ${FILES}); do echo new > f$n; done`;

const worlds: World[] = [];
function filled(onStep: (name: string) => void): World {
  const made = openWorld({ onStep });
  worlds.push(made);
  for (let n = 1; n <= FILES; n += 1) writeFileSync(join(made.workspace, `f${n}`), "old\n");
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** Counts how often the loop has turned. */
function countTurns(): { now(): number; stop(): void } {
  let turns = 0;
  let next = setImmediate(turn);
  function turn(): void {
    turns += 1;
    next = setImmediate(turn);
  }
  return { now: () => turns, stop: () => clearImmediate(next) };
}

describe.skipIf(!CAN_MOUNT)("a landing of many files (needs mounts)", () => {
  it("lets the loop turn while it plans and while it lands", async () => {
    const turns = countTurns();
    const seen = { plan: new Set<number>(), over: new Set<number>() };
    const made = filled((name) => {
      const [what = ""] = name.split(" ");
      if (what === "plan" || what === "over") seen[what].add(turns.now());
    });
    const { landing } = await runCommand(made, CHANGE_ALL);
    turns.stop();
    expect(landing).toMatchObject({ state: "landed", counts: { changed: FILES } });
    expect(seen.plan.size).toBeGreaterThan(2);
    expect(seen.over.size).toBeGreaterThan(2);
  });

  it("lands nothing when the call is cancelled while it is planned", async () => {
    const cancel = new AbortController();
    let planned = 0;
    const made = filled((name) => {
      if (name.startsWith("plan ")) planned += 1;
      if (planned === 1) setImmediate(() => cancel.abort());
    });
    const before = treeOf(made.workspace);
    const { landing } = await runCommand(made, CHANGE_ALL, { signal: cancel.signal });
    expect(landing).toMatchObject({ state: "dropped", why: "stopped" });
    expect(planned).toBeLessThan(FILES);
    expect(treeOf(made.workspace)).toEqual(before);
    expect(leftovers(made)).toEqual([]);
  });

  it("is finished when the call is cancelled after its plan was written", async () => {
    const cancel = new AbortController();
    const made = filled((name) => {
      if (name === "planned") cancel.abort();
    });
    const { landing } = await runCommand(made, CHANGE_ALL, { signal: cancel.signal });
    expect(landing).toMatchObject({ state: "landed", counts: { changed: FILES } });
    const files = Object.values(treeOf(made.workspace)).filter((one) => one.startsWith("file"));
    expect(files.filter((one) => one.endsWith(" new\n"))).toHaveLength(FILES);
  });
});
