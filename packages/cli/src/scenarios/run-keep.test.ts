import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const ASKED = JSON.stringify({
  rules: [{ permission: "fs.write", pattern: "asked.txt", action: "ask" }],
});

function open(turns: readonly ScriptedTurn[]): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({
    "turns.jsonl": script,
    "a.txt": "one\n",
    ".toolplane/policy.jsonc": ASKED,
  });
  worlds.push(world);
  return world;
}

const WRITE: ScriptedTurn = {
  text: "I write.",
  calls: [
    { name: "write", arguments: { path: "asked.txt", content: "yes\n" } },
    { name: "write", arguments: { path: "b.txt", content: "two\n" } },
  ],
};
const DONE: ScriptedTurn = { text: "Done." };

const start = (world: CliWorld, ...words: string[]) =>
  world.run(["run", "Write it.", "--script", "turns.jsonl", ...words]);

async function json(world: CliWorld, ...words: string[]): Promise<unknown> {
  const { stdout, stderr } = await world.run([...words, "--json"]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

interface Listed {
  readonly runs: readonly {
    readonly id: string;
    readonly sessionId: string;
    readonly status: string;
    readonly waiting: readonly string[];
  }[];
}

async function newest(world: CliWorld): Promise<Listed["runs"][number]> {
  const { runs } = (await json(world, "runs", "--all")) as Listed;
  return runs[0] as Listed["runs"][number];
}

/** The recorded ends of calls, by their ids: calls of one answer run side by side, and any of them may end first. */
async function settled(world: CliWorld, sessionId: string): Promise<readonly string[]> {
  const state = await world.state();
  const rows = await state.store.events.read(sessionId, { from: 0, limit: 999 });
  await state.close();
  return rows
    .filter(({ type }) => /^call-(succeed|fail|refuse)$/.test(type))
    .map(({ type, callId }) => `${callId} ${type}`)
    .sort();
}

const read = (world: CliWorld, name: string): string | null =>
  existsSync(join(world.workspace, name))
    ? readFileSync(join(world.workspace, name), "utf8")
    : null;

describe("a run while nobody is here", () => {
  it("is suspended with what it asks, answered, and goes on without doing anything twice", async () => {
    const world = open([WRITE, DONE]);
    const { code, stdout, stderr } = await start(world);
    const { id, sessionId, status, waiting } = await newest(world);
    expect({ code, stdout, status }).toEqual({
      code: 4,
      stdout: "I write.\n",
      status: "suspended",
    });
    expect(stderr).toContain(`toolplane approvals answer ${waiting[0]}`);
    expect(stderr).toContain(`toolplane run --resume ${id}`);
    // The calls of one answer are judged in their order, so the second waits with the first.
    expect([read(world, "asked.txt"), read(world, "b.txt")]).toEqual([null, null]);
    const unanswered = await world.run(["run", "--resume", id]);
    expect([unanswered.code, (await newest(world)).waiting]).toEqual([4, waiting]);
    const answered = await world.run(["approvals", "answer", waiting[0] ?? "", "once"]);
    expect(answered.stderr).toContain(`toolplane run --resume ${id}`);
    const resumed = await world.run(["run", "--resume", id.slice(0, 8)]);
    expect([resumed.code, resumed.stdout]).toEqual([0, "Done.\n"]);
    expect([read(world, "asked.txt"), read(world, "b.txt")]).toEqual(["yes\n", "two\n"]);
    expect(await settled(world, sessionId)).toEqual([
      "call_1_1 call-succeed",
      "call_1_2 call-succeed",
    ]);
    expect(await json(world, "verify", sessionId)).toMatchObject({ ok: true });
    expect(await newest(world)).toMatchObject({ id, status: "done", waiting: [] });
  });

  it("[R267] [R268] keeps a question of the model, and hands it the answer", async () => {
    const questions = [{ question: "Which one?", options: [{ label: "red" }, { label: "blue" }] }];
    const world = open([
      {
        calls: [
          { name: "question", arguments: { questions } },
          { name: "read", arguments: { path: "a.txt" } },
        ],
      },
      DONE,
    ]);
    expect((await start(world)).code).toBe(4);
    const { id, waiting } = await newest(world);
    await world.run(["approvals", "answer", waiting[0] ?? "", "answers", "--answer", "blue"]);
    const { code, stdout } = await world.run(["run", "--resume", id, "--json"]);
    expect(code).toBe(0);
    expect(stdout).toContain("blue");
    const { state } = await openRun(world, id);
    expect(state.messages.map(({ role }) => role)).toEqual([
      ...["user", "assistant", "tool", "tool", "assistant"],
    ]);
    expect(state.messages[2]).toMatchObject({ tool: "question", isError: false });
  });

  it("takes a no for a no, and refuses at once where that is wanted", async () => {
    const world = open([WRITE, DONE]);
    await start(world);
    const { id, waiting } = await newest(world);
    await world.run(["approvals", "answer", waiting[0] ?? "", "reject", "--note", "Not that."]);
    const { stdout } = await world.run(["run", "--resume", id, "--json"]);
    expect(stdout).toContain("Not that.");
    expect([read(world, "asked.txt"), read(world, "b.txt")]).toEqual([null, "two\n"]);
    expect((await start(world, "--refuse")).code).toBe(0);
  });

  it("asks anew when what was agreed to is not what would be done now", async () => {
    const world = open([WRITE, DONE]);
    await start(world);
    const { id, waiting } = await newest(world);
    await world.run(["approvals", "answer", waiting[0] ?? "", "once"]);
    world.write({ "asked.txt": "Somebody's own work.\n" });
    expect((await world.run(["run", "--resume", id])).code).toBe(4);
    expect(read(world, "asked.txt")).toBe("Somebody's own work.\n");
    expect((await newest(world)).waiting).not.toEqual(waiting);
  });
});

describe("a run whose process was killed", () => {
  it("keeps its question open, and goes on with the answer", async () => {
    const world = open([WRITE, DONE]);
    const child = world.spawn(["run", "Write it.", "--script", "turns.jsonl", "--wait"]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    const asked = await until(async () => (await world.waiting())[0]);
    child.kill("SIGKILL");
    await ended;
    expect((await newest(world)).status).toBe("interrupted");
    const listed = (await json(world, "approvals")) as { readonly waiting: readonly unknown[] };
    expect(listed.waiting).toMatchObject([{ id: asked.question.id, state: "kept" }]);
    const { id } = await newest(world);
    const answered = await world.run(["approvals", "answer", asked.question.id, "once"]);
    expect([answered.code, answered.stderr]).toEqual([0, expect.stringContaining(id)]);
    expect((await world.run(["run", "--resume", id])).code).toBe(0);
    expect(read(world, "asked.txt")).toBe("yes\n");
  });
});

describe("a run that was kept", () => {
  it("is played again, and goes on from an earlier turn in a folder as it was then", async () => {
    const edit = (from: string, to: string): ScriptedTurn => ({
      calls: [{ name: "edit", arguments: { path: "a.txt", old_string: from, new_string: to } }],
    });
    const write = { name: "write", arguments: { path: "new/c.txt", content: "c" } };
    const bash = { name: "bash", arguments: { command: "echo landed > d.txt" } };
    const world = open([
      edit("one", "two"),
      { ...edit("two", "three") },
      { calls: [write, bash] },
      DONE,
    ]);
    expect((await start(world)).code).toBe(0);
    const { id } = await newest(world);
    expect(read(world, "a.txt")).toBe("three\n");
    const { code, stderr } = await world.run(["run", "Go on.", "--fork", `${id}@1`]);
    const folder = join(dirname(world.workspace), "project-fork-1");
    expect([code, stderr]).toEqual([0, expect.stringContaining(folder)]);
    // It goes on with the script's next turns, there: the second edit, the new files.
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("three\n");
    expect(read(world, "a.txt")).toBe("three\n");
    const first = await world.run([
      "run",
      "--fork",
      `${id}@1`,
      "--model",
      `replay:${id}`,
      "--max-turns",
      "1",
      "--into",
      "../early",
    ]);
    expect(first.code).toBe(1);
    const early = join(dirname(world.workspace), "early");
    expect(readFileSync(join(early, "a.txt"), "utf8")).toBe("three\n");
    expect(readdirSync(join(early, "new"))).toEqual([]);
    expect(readdirSync(early)).not.toContain("d.txt");
    const { runs } = (await json(world, "runs", "--all")) as { readonly runs: readonly object[] };
    expect(runs).toMatchObject([
      { forkOf: { runId: id, turn: 1 } },
      { forkOf: { turn: 1 } },
      { id },
    ]);
    const again = await world.run(["run", "x", "--fork", `${id}@9`]);
    expect(again.stderr).toContain("has no such turn: name one from 0");
  });
});

async function openRun(world: CliWorld, id: string) {
  const { createRuns } = await import("@toolplane/library/inside");
  const { createSystemClock } = await import("@toolplane/host");
  const state = await world.state();
  try {
    return await createRuns({ ...state, clock: createSystemClock() }).open(id);
  } finally {
    await state.close();
  }
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
