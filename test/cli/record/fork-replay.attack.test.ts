/** A run that is played again acts nowhere, and one that is forked can do no more than it could before. */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";

const CANARY = "hunter2";

function open(
  turns: readonly ScriptedTurn[],
  files: Readonly<Record<string, string>> = {},
): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "turns.jsonl": script, "a.txt": "one\n", ...files });
  onTestFinished(world.remove);
  return world;
}

async function newest(world: CliWorld): Promise<{ id: string; sessionId: string }> {
  const { stdout } = await world.run(["runs", "--all", "--json"]);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "").runs[0];
}

/** Every file below a folder with what it holds. */
function everything(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );
}

const DONE: ScriptedTurn = { text: "Done." };

describe("a session that is played again", () => {
  it("changes no file, though what it did then could be done now", async () => {
    const outside = { name: "bash", arguments: { command: "echo x >> b.txt; echo y > c.txt" } };
    const world = open([
      { calls: [{ name: "write", arguments: { path: "new.txt", content: "n" } }] },
      { calls: [outside] },
      DONE,
    ]);
    expect((await world.run(["run", "Go.", "--script", "turns.jsonl"])).code).toBe(0);
    const { id, sessionId } = await newest(world);
    await world.run(["undo", "--all", "--yes"]);
    writeFileSync(join(world.workspace, "b.txt"), "mine\n");
    const before = everything(world.workspace);
    expect((await world.run(["replay", sessionId])).code).toBe(0);
    expect((await world.run(["replay", sessionId, "--json"])).code).toBe(0);
    expect(everything(world.workspace)).toEqual(before);
    expect(id).not.toBe("");
  });
});

describe("a run that goes on from an earlier turn", () => {
  it("is shown nothing that rules denied before, by their names or by a whole path", async () => {
    const read = (path: string): ScriptedTurn => ({
      calls: [{ name: "read", arguments: { path } }],
    });
    const world = open(
      [
        read("a.txt"),
        read(".env"),
        read("key.txt"),
        read("sub/key.txt"),
        read("hard.txt"),
        read("link.txt"),
        DONE,
      ],
      {
        ".env": `KEY=${CANARY}\n`,
        "key.txt": `${CANARY}\n`,
        "sub/key.txt": `${CANARY}\n`,
      },
    );
    linkSync(join(world.workspace, ".env"), join(world.workspace, "hard.txt"));
    symlinkSync(join(world.workspace, "key.txt"), join(world.workspace, "link.txt"));
    const deny = (pattern: string) => ({ permission: "fs.read", pattern, action: "deny" });
    mkdirSync(world.config, { recursive: true });
    const rules = [
      deny("**/.env"),
      deny(join(world.workspace, "key.txt")),
      deny(join(world.workspace, "sub/**")),
    ];
    writeFileSync(join(world.config, "policy.jsonc"), JSON.stringify({ rules }));
    expect((await world.run(["run", "Go.", "--script", "turns.jsonl"])).code).toBe(0);
    const { id } = await newest(world);
    const forked = await world.run(["run", "Go on.", "--fork", `${id}@1`]);
    expect([forked.code, forked.stderr]).toEqual([0, expect.stringContaining("project-fork-1")]);
    const fork = await newest(world);
    const state = await world.state();
    const log = await state.store.runs.log(fork.id, { from: 0, limit: 999 });
    await state.close();
    const copy = join(dirname(world.workspace), "project-fork-1");
    const there = readdirSync(copy, { recursive: true }).map(String);
    expect(there).toEqual(expect.arrayContaining([".env", "a.txt", "sub"]));
    expect(there).not.toEqual(expect.arrayContaining(["key.txt"]));
    expect(forked.stderr).toContain("Not copied, because rules deny them where they are: hard.txt");
    expect(JSON.stringify(log)).not.toContain(CANARY);
  });
});
