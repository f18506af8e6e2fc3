/** Ways past the view of a run: servers that were started for all sessions, and outputs of programs in the background. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineTool } from "@toolplane/contract";
import type { ScriptedTurn } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { bash, openWorld, type World } from "./red-world.ts";

const NAME = "mcp__wx__deploy";

/** A server's tool that rules allow; tells whether it ran. */
function addServer({ tp }: World): () => number {
  let runs = 0;
  const tool = defineTool({
    id: NAME,
    description: "Deploys.",
    parameters: { type: "object" },
    requires: {},
    execute: () => {
      runs += 1;
      return "done";
    },
  });
  const pin = {
    nameOf: () => "deploy",
    now: () => "a",
    drift: () => null,
    reading: () => null,
  };
  tp.kernel.register(tool, { layer: "mcp", source: "wx", pin });
  return () => runs;
}

const allow = { policy: [{ permission: NAME, pattern: "*", action: "allow" as const }] };
const deploys: ScriptedTurn = { calls: [{ name: NAME, arguments: {} }] };
const done: ScriptedTurn = { text: "Done." };

describe.skipIf(!hasSandbox)("past the view of a run (needs a sandbox)", () => {
  it("a server's tool is asked about while a check is required, whatever a rule allows", async () => {
    const world = await openWorld(allow);
    const runs = addServer(world);
    const said: string[] = [];
    world.tp.on((event) => {
      if (event.type === "call-settle" && event.tool === NAME)
        said.push(JSON.stringify(event.result));
    });
    await world.run([deploys, done]);
    expect(runs()).toBe(0);
    expect(said).toEqual([expect.stringContaining("The server wx works outside of the view")]);
  });

  it("it runs as the rules say where nothing is required", async () => {
    const world = await openWorld({ ...allow, require: [] });
    const runs = addServer(world);
    await world.run([deploys, done]);
    expect(runs()).toBe(1);
  });

  it("what a program in the background writes is made in the view, and lands with it", async () => {
    const world = await openWorld({ preset: "everyday" });
    const inProject: boolean[] = [];
    const out = join(world.workspace, "out/made.txt");
    world.tp.on(({ type }) => {
      if (type === "call-settle") inProject.push(existsSync(dirname(out)));
    });
    const { ends } = await world.run([
      bash("echo made > first.txt"),
      {
        calls: [
          {
            name: "background",
            arguments: {
              action: "start",
              command: "cat first.txt > out/made.txt; sleep 100",
              writes: ["out"],
            },
          },
        ],
      },
      bash(
        "for i in $(seq 300); do test -s out/made.txt && break; sleep 0.1; done; ls out > seen.txt",
      ),
      { calls: [{ name: "read", arguments: { path: "out/made.txt" } }] },
      done,
    ]);
    expect(ends.map(({ end }) => end.state)).toEqual(["landed"]);
    expect(inProject.slice(0, 4)).toEqual([false, false, false, false]);
    expect(readFileSync(out, "utf8")).toBe("made\n");
    expect(world.read("seen.txt")).toBe("made.txt\n");
  });
});
