/** Kinds of subagents from files, as people and projects write them, and what is seen of their work. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const TESTER = `---
description: Looks at tests.
tools: [read, list]
deny: ["fs.read(**/secret.txt)"]
---
You look at tests.
`;

const TURNS: readonly ScriptedTurn[] = [
  { calls: [{ name: "task", arguments: { prompt: "Look.", subagent_type: "tester" } }] },
  { text: "Over." },
  {
    agent: "tester",
    calls: [
      { name: "read", arguments: { path: "a.txt" } },
      { name: "read", arguments: { path: "secret.txt" } },
    ],
  },
  { agent: "tester", text: "I looked." },
];

/** A warning is wrapped where the window ends, and a path may be of any length. */
function unfolded(text: string): string {
  return text.replace(/\s+/g, " ");
}

function open(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld({
    "a.txt": "alpha\n",
    "secret.txt": "hunter2\n",
    "turns.jsonl": TURNS.map((turn) => JSON.stringify(turn)).join("\n"),
    ...files,
  });
  worlds.push(world);
  return world;
}

const run = (world: CliWorld, ...words: string[]) =>
  world.run(["run", "Look.", "--script", "turns.jsonl", ...words]);

describe("a project's subagents", () => {
  it("are used once they were trusted, as they were then, and never before", async () => {
    const world = open({ ".toolplane/agents/tester.md": TESTER });
    const before = await run(world);
    expect(unfolded(before.stderr)).toContain("tester.md: it is not trusted as it is");
    expect(before.stderr).toMatch(/task .*failed/);
    const shown = await world.run(["trust", "--yes"]);
    expect(shown.stdout).toContain("Subagents: texts that an agent would work by.");
    expect(shown.stdout).toContain("Denies: fs.read **/secret.txt");
    const trusted = await run(world);
    expect(trusted.stderr).toMatch(/tester > read {2}a\.txt/);
    expect(trusted.stderr).toMatch(/tester > read {2}secret\.txt .*refused/);
    writeFileSync(join(world.workspace, ".toolplane/agents/tester.md"), `${TESTER}And more.\n`);
    expect(unfolded((await run(world)).stderr)).toContain("it is not trusted as it is");
    expect((await world.run(["trust"])).stdout).toContain("tester (changed)");
    await world.run(["trust", "--yes"]);
    expect((await world.run(["trust", "--revoke"])).stderr).toContain("Nothing of");
    expect((await run(world)).stderr).toMatch(/task .*failed/);
  });

  it("are shown with the session that started them", async () => {
    const world = open({ ".toolplane/agents/tester.md": TESTER });
    await world.run(["trust", "--yes"]);
    await run(world);
    const { stdout: list } = await world.run(["sessions"]);
    expect(list).toMatch(/closed +Look\. .*\n└ \S+ .*closed +Look\. +subagent test/);
    const { stdout: json } = await world.run(["sessions", "--json"]);
    const { sessions } = JSON.parse(json) as {
      readonly sessions: readonly { readonly sessionId: string; readonly agent: string | null }[];
    };
    const child = sessions.find(({ agent }) => agent === "tester")?.sessionId ?? "";
    const parent = sessions.find(({ agent }) => agent === null)?.sessionId ?? "";
    const { stdout: shown } = await world.run(["show", parent]);
    expect(shown).toMatch(/\nSubagents\n {2}\S+ {2}tester\n/);
    expect(shown).toMatch(/└ session \S+/);
    const below = (await world.run(["show", child])).stdout;
    expect(below).toContain("subagent tester of");
    expect(below).toMatch(/\nagent +[\d:]{8} +Look\./);
  });

  it("lose what they deny to nobody: a file whose denials cannot be read is left out", async () => {
    const world = open({
      ".toolplane/agents/tester.md": TESTER.replace('["fs', '{x: ["fs').replace('")"]', '")"]}'),
    });
    await world.run(["trust", "--yes"]);
    const { stderr } = await run(world);
    expect(unfolded(stderr)).toContain("tester.md: what it denies cannot be read");
    rmSync(join(world.workspace, ".toolplane/agents/tester.md"));
    expect((await run(world)).stderr).not.toContain("tester.md");
  });
});
