/** Agents that work in views of their own, as a program that embeds the library has them. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import { type Agent, type AgentEvent, type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const LINES = Array.from({ length: 30 }, (_none, index) => `line ${index}`);

interface World {
  readonly workspace: string;
  readonly tp: Toolplane;
  agent(turns: readonly ScriptedTurn[], view?: "own"): Promise<{ agent: Agent; ends: string[] }>;
  read(path: string): string;
}

async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "own-view-"));
  const workspace = join(folder, "project");
  mkdirSync(join(workspace, "src"), { recursive: true });
  mkdirSync(join(folder, "home"));
  writeFileSync(join(workspace, "src/list.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(workspace, "README.md"), "# One\n");
  const tp = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    workspace,
    tp,
    read: (path) => readFileSync(join(workspace, path), "utf8"),
    async agent(turns, view = "own") {
      const agent = await tp.agent({ model: scriptedModel(turns), view });
      const ends: string[] = [];
      agent.on((event: AgentEvent) => {
        if (event.type === "view-end") ends.push(event.end.state);
      });
      return { agent, ends };
    },
  };
}

const edit = (from: string, to: string): ScriptedTurn => ({
  calls: [
    { name: "read", arguments: { path: "src/list.txt" } },
    { name: "edit", arguments: { path: "src/list.txt", old_string: from, new_string: to } },
  ],
});

describe.skipIf(!hasSandbox)("runs in views of their own (need a sandbox)", () => {
  it("land what their turn changed, by tools and by commands", async () => {
    const world = await openWorld();
    const { agent, ends } = await world.agent([
      edit("line 3\n", "line three\n"),
      {
        calls: [
          { name: "bash", arguments: { command: "cp src/list.txt copy.txt && rm README.md" } },
        ],
      },
      { text: "Done." },
    ]);
    const seen: string[] = [];
    agent.on((event) => {
      if (event.type === "call-settle") seen.push(readdirSync(world.workspace).join(" "));
    });
    expect((await agent.run("Copy the list.")).status).toBe("done");
    expect(ends).toEqual(["landed"]);
    // Until the landing the project was as it had been.
    expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => "README.md src"));
    expect(readdirSync(world.workspace)).toEqual(["copy.txt", "src"]);
    expect(world.read("copy.txt")).toContain("line three\n");
    await agent.close();
    expect(await world.tp.host.views?.list()).toEqual([]);
  });

  it("merge with each other where they changed one file", async () => {
    const world = await openWorld();
    const one = await world.agent([edit("line 3\n", "line three\n"), { text: "Done." }]);
    const two = await world.agent([edit("line 25\n", "line twenty-five\n"), { text: "Done." }]);
    await one.agent.run("Three.");
    await two.agent.run("Twenty-five.");
    expect([...one.ends, ...two.ends]).toEqual(["landed", "landed"]);
    expect(world.read("src/list.txt")).toBe(
      `${LINES.join("\n")}\n`
        .replace("line 3\n", "line three\n")
        .replace("line 25\n", "line twenty-five\n"),
    );
  });

  it("hear of a conflict and make their change again on what is there", async () => {
    const world = await openWorld();
    const file = join(world.workspace, "src/list.txt");
    const heard: string[] = [];
    const agent = await world.tp.agent({
      view: "own",
      model: scriptedModel(({ messages }, turn) => {
        if (turn === 0) return edit("line 3\n", "line three\n");
        // Meanwhile a person changes the same line.
        if (turn === 1) {
          writeFileSync(file, `${LINES.join("\n")}\n`.replace("line 3\n", "line drei\n"));
          return { text: "Done." };
        }
        heard.push(JSON.stringify(messages.at(-1)));
        return turn === 2 ? edit("line drei\n", "line drei (three)\n") : { text: "Done again." };
      }),
    });
    const ends: unknown[] = [];
    agent.on((event) => {
      if (event.type === "view-end") ends.push([event.end.state, event.goesOn]);
    });
    await agent.run("Three.");
    expect(ends).toEqual([
      ["conflict", true],
      ["landed", false],
    ]);
    expect(heard[0]).toContain("-line 3\\n+line three");
    expect(world.read("src/list.txt")).toContain("line drei (three)\n");
    await agent.close();
  });
});
