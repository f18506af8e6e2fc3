/** Work inside work that must ask while nobody is here: it waits with whoever started it, and goes on in another process. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { killedWhileAsked } from "../killed-while-asked.ts";

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const RULES = JSON.stringify({
  rules: [{ permission: "fs.write", pattern: "asked.txt", action: "ask" }],
});
const WRITE = { name: "write", arguments: { path: "asked.txt", content: "yes\n" } };
const DONE: ScriptedTurn = { text: "Done." };

function open(turns: readonly ScriptedTurn[]): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "turns.jsonl": script, ".toolplane/policy.jsonc": RULES });
  worlds.push(world);
  return world;
}

const read = (world: CliWorld, name: string): string | null =>
  existsSync(join(world.workspace, name))
    ? readFileSync(join(world.workspace, name), "utf8")
    : null;

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly parentId: string | null;
  readonly waiting: readonly string[];
}

async function runsOf(world: CliWorld): Promise<readonly Listed[]> {
  const { stdout } = await world.run(["runs", "--all", "--json"]);
  return (JSON.parse(stdout) as { readonly runs: readonly Listed[] }).runs;
}

async function outermost(world: CliWorld): Promise<Listed> {
  return (await runsOf(world)).find(({ parentId }) => !parentId) as Listed;
}

const start = (world: CliWorld) => world.run(["run", "Do it.", "--script", "turns.jsonl"]);

const allow = (world: CliWorld, question: string) =>
  world.run(["approvals", "answer", question, "once"]);

/** In a process of its own. */
function resume(world: CliWorld, id: string): Promise<{ code: number | null; stdout: string }> {
  const child = world.spawn(["run", "--resume", id, "--json"]);
  let stdout = "";
  child.stdout?.on("data", (piece: Buffer) => {
    stdout += piece.toString("utf8");
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout })));
}

describe("a subagent that asks while nobody is here", () => {
  it("waits with the call that started it, and goes on where it was", async () => {
    const first = { name: "write", arguments: { path: "first.txt", content: "1" } };
    const world = open([
      { calls: [{ name: "task", arguments: { prompt: "Write it." } }] },
      { agent: "general", text: "First things first.", calls: [first] },
      { agent: "general", text: "Now the other.", calls: [WRITE] },
      { agent: "general", text: "Written." },
      DONE,
    ]);
    expect((await start(world)).code).toBe(4);
    const { id, waiting } = await outermost(world);
    expect([read(world, "first.txt"), read(world, "asked.txt")]).toEqual(["1", null]);
    await allow(world, waiting[0] ?? "");
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt")], stdout).toEqual([0, "yes\n"]);
    // It was not begun again: nothing that it had said is said a second time.
    expect(stdout).not.toContain("First things first.");
    expect(stdout).toContain("Written.");
    expect((await runsOf(world)).map(({ status }) => status)).toEqual(["done", "done"]);
  });

  it("in the background is seen to wait, and its parent waits for it", async () => {
    const world = open([
      { calls: [{ name: "task", arguments: { prompt: "Write it.", background: true } }] },
      { text: "It is on its way." },
      { agent: "general", text: "I write.", calls: [WRITE] },
      { agent: "general", text: "Written behind." },
      { text: "I heard of it." },
    ]);
    expect((await start(world)).code).toBe(4);
    const runs = await runsOf(world);
    expect(runs.map(({ status }) => status)).toEqual(["suspended", "suspended"]);
    const { id, waiting } = await outermost(world);
    expect(waiting).toEqual(runs.find(({ parentId }) => parentId)?.waiting);
    expect((await world.run(["run", "--resume", id])).code).toBe(4);
    await allow(world, waiting[0] ?? "");
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt")], stdout).toEqual([0, "yes\n"]);
    expect(stdout).toContain("Written behind.");
    expect(stdout).toContain("I heard of it.");
    expect(stdout).not.toContain("I write.");
    expect((await runsOf(world)).map(({ status }) => status)).toEqual(["done", "done"]);
  });
});

describe("a program that asks inside", () => {
  it("survives the death of its process: the answer counts, and nothing is done twice", async () => {
    const program = [
      'await tools.bash({ command: "echo ran >> log.txt" });',
      'await tools.write({ path: "asked.txt", content: "yes" });',
      'return "both";',
    ].join("\n");
    const world = open([{ calls: [{ name: "code_mode", arguments: { program } }] }, DONE]);
    world.write({ ".toolplane/config.jsonc": JSON.stringify({ preset: "everyday" }) });
    const words = ["run", "Do it.", "--script", "turns.jsonl", "--wait"];
    const asked = await killedWhileAsked(world, words);
    const { id, status } = await outermost(world);
    expect(status).toBe("interrupted");
    expect((await allow(world, asked.question.id)).code).toBe(0);
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt")], stdout).toEqual([0, "yes"]);
    expect(stdout).toContain("both");
    expect(read(world, "log.txt")).toBe("ran\n");
    expect((await world.run(["verify"])).code).toBe(0);
  });
});
