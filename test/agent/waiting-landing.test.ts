/** A command has ended, and what it changed must be asked about while nobody is here: the run waits, and so do the changes. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { killedWhileAsked } from "../killed-while-asked.ts";

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const RULES = JSON.stringify({
  rules: [
    { permission: "fs.write", pattern: "asked.txt", action: "ask" },
    { permission: "fs.write", pattern: "second.txt", action: "ask" },
  ],
});
/** Nobody can tell from the line what it writes. */
const SCRIPT = "echo ran >> log.txt\necho yes > asked.txt\necho It is made.\n";
const PROGRAM = `
  await tools.write({ path: "before.txt", content: "before" });
  const printed = await tools.bash({ command: "sh make.sh" });
  await tools.write({ path: "second.txt", content: printed });
  return "all of it";`;
const TESTS = `
  import { test } from "node:test";
  import { appendFileSync, writeFileSync } from "node:fs";
  appendFileSync("log.txt", "ran\\n");
  writeFileSync("asked.txt", "yes");
  test("well", () => {});
  test("badly", () => { throw new Error("no"); });
  test("worse", () => { throw new Error("no"); });`;
const MAKE = { name: "bash", arguments: { command: "sh make.sh" } };
const DONE: ScriptedTurn = { text: "Done." };

function open(turns: readonly ScriptedTurn[]): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({
    "turns.jsonl": script,
    "make.sh": SCRIPT,
    ".toolplane/policy.jsonc": RULES,
  });
  worlds.push(world);
  return world;
}

const read = (world: CliWorld, name: string): string | null =>
  existsSync(join(world.workspace, name))
    ? readFileSync(join(world.workspace, name), "utf8")
    : null;

const start = (world: CliWorld) => world.run(["run", "Make it.", "--script", "turns.jsonl"]);

async function json<T>(world: CliWorld, ...words: string[]): Promise<T> {
  const { stdout, stderr } = await world.run([...words, "--json"]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as T;
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly waiting: readonly string[];
}

async function newest(world: CliWorld): Promise<Listed> {
  const { runs } = await json<{ readonly runs: readonly Listed[] }>(world, "runs", "--all");
  return runs[0] as Listed;
}

async function suspended(
  world: CliWorld,
): Promise<{ readonly id: string; readonly question: string }> {
  const { code, stderr } = await start(world);
  const { id, status, waiting } = await newest(world);
  expect({ code, status, waiting: waiting.length }, stderr).toEqual({
    code: 4,
    status: "suspended",
    waiting: 1,
  });
  expect([read(world, "asked.txt"), read(world, "log.txt")]).toEqual([null, null]);
  return { id, question: waiting[0] ?? "" };
}

/** The id of a run whose process was killed while a person was asked about what its command had changed. */
async function killedRun(world: CliWorld): Promise<string> {
  const words = ["run", "Make it.", "--script", "turns.jsonl", "--wait"];
  const asked = await killedWhileAsked(world, words);
  expect(asked.question.changeSet?.contents).toMatch(/^[0-9a-f]{64}$/);
  const { id, status } = await newest(world);
  expect(status).toBe("interrupted");
  return id;
}

/** Says yes to what the run waits for, which another process must still ask. */
async function agree(world: CliWorld, id: string): Promise<void> {
  expect((await world.run(["run", "--resume", id])).code).toBe(4);
  const [waiting = ""] = (await newest(world)).waiting;
  expect((await answer(world, waiting, "once")).code).toBe(0);
}

const answer = (world: CliWorld, question: string, ...words: string[]) =>
  world.run(["approvals", "answer", question, ...words]);

/** In this process: another one than that of a run which was killed. */
const resume = (world: CliWorld, id: string) => world.run(["run", "--resume", id, "--json"]);

/** In a process of its own. */
function resumeElsewhere(
  world: CliWorld,
  id: string,
): Promise<{ code: number | null; stdout: string }> {
  const child = world.spawn(["run", "--resume", id, "--json"]);
  let stdout = "";
  child.stdout?.on("data", (piece: Buffer) => {
    stdout += piece.toString("utf8");
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout })));
}

describe.runIf(hasSandbox)("changes that wait for a person's answer (needs bubblewrap)", () => {
  it("land in another process with the answer, and the command is not run again", async () => {
    const world = open([{ calls: [MAKE] }, DONE]);
    const { id, question } = await suspended(world);
    expect((await world.run(["run", "--resume", id])).code).toBe(4);
    expect((await newest(world)).waiting).toEqual([question]);
    expect((await answer(world, question, "once")).code).toBe(0);
    const { code, stdout } = await resumeElsewhere(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")], stdout).toEqual([
      ...[0, "yes\n", "ran\n"],
    ]);
    expect(stdout).toContain("2 files landed (2 new)");
    expect((await world.run(["verify"])).code).toBe(0);
    expect((await world.run(["undo", "--yes"])).code).toBe(0);
    expect([read(world, "asked.txt"), read(world, "log.txt")]).toEqual([null, null]);
  });

  it("outlive the process that asks: killed while it waits, another one lands them by the answer", async () => {
    const world = open([{ calls: [MAKE] }, DONE]);
    const id = await killedRun(world);
    await agree(world, id);
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")], stdout).toEqual([
      ...[0, "yes\n", "ran\n"],
    ]);
    expect(stdout).toContain("2 files landed (2 new)");
    expect(stdout).toContain("It is made.");
    expect((await world.run(["verify"])).code).toBe(0);
  });

  it("of a run of tests outlive it too: its counts are still told", async () => {
    const call = { name: "test_runner", arguments: { runner: "node", path: "one.test.mjs" } };
    const world = open([{ calls: [call] }, DONE]);
    world.write({
      ".toolplane/config.jsonc": JSON.stringify({ preset: "everyday" }),
      "one.test.mjs": TESTS,
    });
    const id = await killedRun(world);
    await agree(world, id);
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")], stdout).toEqual([
      ...[0, "yes", "ran\n"],
    ]);
    expect(stdout).toContain(String.raw`\"passed_count\":1,\"failed_count\":2`);
  });

  it("of a program outlive it too: the program goes on with what its command printed", async () => {
    const world = open([{ calls: [{ name: "code_mode", arguments: { program: PROGRAM } }] }, DONE]);
    world.write({ ".toolplane/config.jsonc": JSON.stringify({ preset: "everyday" }) });
    const id = await killedRun(world);
    expect(read(world, "before.txt")).toBe("before");
    await agree(world, id);
    // It goes on to its next question, and once more from the record alone.
    expect((await resume(world, id)).code).toBe(4);
    expect([read(world, "asked.txt"), read(world, "log.txt")]).toEqual(["yes\n", "ran\n"]);
    await agree(world, id);
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "second.txt"), read(world, "log.txt")], stdout).toEqual([
      ...[0, "It is made.\n", "ran\n"],
    ]);
    expect(stdout).toContain("all of it");
    expect((await world.run(["verify"])).code).toBe(0);
  });

  it("of a program are dropped by a no after its process was killed, and the program is told", async () => {
    const world = open([{ calls: [{ name: "code_mode", arguments: { program: PROGRAM } }] }, DONE]);
    world.write({ ".toolplane/config.jsonc": JSON.stringify({ preset: "everyday" }) });
    const id = await killedRun(world);
    expect((await world.run(["run", "--resume", id])).code).toBe(4);
    const [waiting = ""] = (await newest(world)).waiting;
    expect((await answer(world, waiting, "reject")).code).toBe(0);
    await resume(world, id);
    expect([read(world, "asked.txt"), read(world, "log.txt")]).toEqual([null, null]);
    expect(await json(world, "land")).toMatchObject({ waiting: [] });
  });

  it("do not land when a file holds something else by then, of the same size", async () => {
    const world = open([{ calls: [MAKE] }, DONE]);
    const { id, question } = await suspended(world);
    const [kept] = globSync(join(world.data, "landing/calls/**/asked.txt"));
    writeFileSync(kept ?? "", "no!\n");
    await answer(world, question, "once");
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")]).toEqual([0, null, null]);
    expect(stdout).toContain("not what was shown");
  });

  it("do not land over what somebody wrote meanwhile: the model is told, and they are kept", async () => {
    const world = open([{ calls: [MAKE] }, DONE]);
    const { id, question } = await suspended(world);
    world.write({ "asked.txt": "Somebody's own work.\n" });
    await answer(world, question, "once");
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")]).toEqual([
      ...[0, "Somebody's own work.\n", null],
    ]);
    expect(stdout).toContain("somebody changed the same paths meanwhile");
    const { waiting } = await json<{ readonly waiting: readonly unknown[] }>(world, "land");
    expect(waiting).toHaveLength(1);
  });

  it("are dropped by a no, with its note, and land in part where a part is left out", async () => {
    const refused = open([{ calls: [MAKE] }, DONE]);
    const no = await suspended(refused);
    await answer(refused, no.question, "reject", "--note", "Not that.");
    expect((await resume(refused, no.id)).stdout).toContain("dropped");
    expect([read(refused, "asked.txt"), read(refused, "log.txt")]).toEqual([null, null]);

    const parted = open([{ calls: [MAKE] }, DONE]);
    const part = await suspended(parted);
    await answer(parted, part.question, "without", "--path", join(parted.workspace, "asked.txt"));
    await resume(parted, part.id);
    expect([read(parted, "asked.txt"), read(parted, "log.txt")]).toEqual([null, "ran\n"]);
  });

  it("that a person landed by hand are what the run goes on with", async () => {
    const world = open([{ calls: [MAKE] }, DONE]);
    const { id } = await suspended(world);
    const { waiting } = await json<{ readonly waiting: readonly { readonly callId: string }[] }>(
      ...([world, "land"] as const),
    );
    expect((await world.run(["land", waiting[0]?.callId ?? "", "--yes"])).code).toBe(0);
    const { code, stdout } = await resume(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")]).toEqual([0, "yes\n", "ran\n"]);
    expect(stdout).toContain("2 files landed");
    expect(await json(world, "approvals")).toMatchObject({ waiting: [] });
  });

  it("hold up a program where it stands, and the calls behind it", async () => {
    const program = [
      'await tools.bash({ command: "sh make.sh" });',
      'const made = await tools.read({ path: "asked.txt" });',
      'await tools.write({ path: "seen.txt", content: JSON.stringify(made) });',
      'return "seen";',
    ].join("\n");
    const after = { name: "write", arguments: { path: "after.txt", content: "after" } };
    const world = open([{ calls: [{ name: "code_mode", arguments: { program } }, after] }, DONE]);
    world.write({ ".toolplane/config.jsonc": JSON.stringify({ preset: "everyday" }) });
    const { id, question } = await suspended(world);
    await answer(world, question, "once");
    const { code, stdout } = await resumeElsewhere(world, id);
    expect([code, read(world, "log.txt"), read(world, "after.txt")], stdout).toEqual([
      ...[0, "ran\n", "after"],
    ]);
    expect(read(world, "seen.txt")).toContain("yes");
  });

  it("of a subagent wait with it and its parent, and neither begins again", async () => {
    const world = open([
      { text: "Over to you.", calls: [{ name: "task", arguments: { prompt: "Make it." } }] },
      { agent: "general", text: "I make it.", calls: [MAKE] },
      { agent: "general", text: "Made." },
      DONE,
    ]);
    const { id, question } = await suspended(world);
    await answer(world, question, "once");
    const { code, stdout } = await resumeElsewhere(world, id);
    expect([code, read(world, "asked.txt"), read(world, "log.txt")], stdout).toEqual([
      ...[0, "yes\n", "ran\n"],
    ]);
    expect(stdout).toContain("Made.");
  });
});
