/** Checks that misbehave: whatever one does, the project is as it was, nothing of it runs on, and the reason is said. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent, ScriptedTurn } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { bash, FILES, openWorld } from "./red-world.ts";

const done: ScriptedTurn = { text: "Done." };
const TURNS: readonly ScriptedTurn[] = [bash("echo '// seen' >> max.js"), done, done, done, done];

type Ends = readonly Extract<AgentEvent, { type: "view-end" }>[];

/** What a check said of one harmless change, and what the project holds then. */
async function judge(run: string, within = "20s") {
  const world = await openWorld({ require: [{ name: "bad", run, within }] });
  const { ends }: { ends: Ends } = await world.run(TURNS);
  const said = ends.map(({ end }) => ("lines" in end ? end.lines.join("\n") : "")).join("\n");
  return { world, said, states: ends.map(({ end }) => end.state), isIn: world.read("max.js") };
}

describe.skipIf(!hasSandbox)("a check that misbehaves (needs a sandbox)", () => {
  it("hangs: it is ended in its time, and only a person can land", async () => {
    const { states, said, isIn } = await judge("sleep 1000", "1s");
    expect([states, isIn]).toEqual([["kept"], FILES["max.js"]]);
    expect(said).toMatch(/1 s|time/);
  });

  // No more than that: where tests run, temporary files lie in memory.
  it("prints more than anybody reads: nothing lands, whatever it exits with", async () => {
    const { states, isIn } = await judge("yes flooded | head -c 70000000; true", "100s");
    expect([states, isIn]).toEqual([["kept"], FILES["max.js"]]);
  });

  it("starts what runs on: that ends with it, and the check counts", async () => {
    const { states, world } = await judge(
      "(while :; do echo x >> loop.txt; sleep 0.05; done) & sleep 0.2",
    );
    expect(states).toEqual(["landed"]);
    expect(existsSync(join(world.workspace, "loop.txt"))).toBe(false);
  });

  it("lands files itself: what it writes goes with its copy", async () => {
    const run = "echo broken > sum.js; echo new > new.txt; git init -q . ; true";
    const { states, world } = await judge(run);
    expect(states).toEqual(["landed"]);
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
    expect(["new.txt", ".git"].map((name) => existsSync(join(world.workspace, name)))).toEqual([
      false,
      false,
    ]);
  });

  it("wants a terminal: it has none, and is red as it was before", async () => {
    const { states } = await judge("read answer < /dev/tty && test -t 0");
    expect(states).toEqual(["landed"]);
  });

  it("says green and exits red: the exit code counts", async () => {
    const run = "echo '# pass 214'; if grep -q seen max.js; then exit 1; fi";
    const { states, isIn } = await judge(run);
    expect([states.at(-1), isIn]).toEqual(["red", FILES["max.js"]]);
  });
});
