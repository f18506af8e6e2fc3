/** A budget in money: it pauses, waits for a person while no process is there, and goes on when it is raised. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const PRICES = JSON.stringify({ prices: { "script:*": { input: 1, output: 10 } } });
/** Two cents each. */
const usage = { input: 10_000, output: 1_000 };
const read = { name: "read", arguments: { path: "add.mjs" } };

function open(turns: readonly object[], config: string = PRICES): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "turns.jsonl": script, "add.mjs": "1\n" });
  mkdirSync(world.config, { recursive: true });
  writeFileSync(join(world.config, "config.jsonc"), config);
  worlds.push(world);
  return world;
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly parentId: string | null;
  readonly waiting: readonly string[];
}

async function outermost(world: CliWorld): Promise<Listed> {
  const { stdout } = await world.run(["runs", "--all", "--json"]);
  const { runs } = JSON.parse(stdout) as { readonly runs: readonly Listed[] };
  return runs.find(({ parentId }) => parentId === null) as Listed;
}

const start = (world: CliWorld, dollars: string) =>
  world.run(["run", "Look.", "--script", "turns.jsonl", "--max-cost", dollars]);

const say = (world: CliWorld, question: string, answer: string) =>
  world.run(["approvals", "answer", question, "answers", "--answer", answer]);

async function titles(world: CliWorld): Promise<readonly string[]> {
  return (await world.waiting()).map(({ question }) => question.questions?.[0]?.question ?? "");
}

function endOf(stdout: string): { readonly spent: object; readonly outcome: object } {
  const lines = stdout.trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "{}");
}

const LOOKS = [
  { text: "First.", calls: [read], usage },
  { text: "Second.", calls: [read], usage },
  { text: "Third.", calls: [read], usage },
  { text: "Done.", usage },
];

describe("a run with a budget in money", () => {
  it("pauses when it is used up, and goes on with what a person adds", async () => {
    const world = open(LOOKS);
    const { code, stderr } = await start(world, "0.03");
    expect(code, stderr).toBe(4);
    const first = await outermost(world);
    expect(first).toMatchObject({ status: "suspended", waiting: [expect.any(String)] });
    expect(await titles(world)).toEqual([expect.stringContaining("budget of $0.03 is used up.")]);
    // As often as it is resumed: nothing is done before there is an answer.
    expect((await world.run(["run", "--resume", first.id])).code).toBe(4);
    const [question = ""] = (await outermost(world)).waiting;
    expect(question).toBe(first.waiting[0]);
    expect((await say(world, question, "$0.03 more")).code).toBe(0);
    expect((await world.run(["run", "--resume", first.id])).code).toBe(4);
    const [second = ""] = (await outermost(world)).waiting;
    expect(second).not.toBe(question);
    expect(await titles(world)).toEqual([expect.stringContaining("budget of $0.06 is used up.")]);
    expect((await say(world, second, "1")).code).toBe(0);
    const over = await world.run(["run", "--resume", first.id, "--json"]);
    expect(over.code, over.stderr).toBe(0);
    expect(endOf(over.stdout)).toMatchObject({
      outcome: { status: "done", text: "Done." },
      spent: { inputTokens: 40_000, outputTokens: 4_000, costMicros: 80_000 },
    });
  });

  it("ends where a person says no, and goes on at once with a larger one", async () => {
    const world = open(LOOKS);
    await start(world, "0.03");
    const { id, waiting } = await outermost(world);
    await say(world, waiting[0] ?? "", "Stop");
    const stopped = await world.run(["run", "--resume", id, "--json"]);
    expect(endOf(stopped.stdout)).toMatchObject({ outcome: { status: "stopped", by: "cost" } });
    const other = open(LOOKS);
    await start(other, "0.03");
    const again = await outermost(other);
    const raised = await other.run(["run", "--resume", again.id, "--max-cost", "1"]);
    expect(raised.code, raised.stderr).toBe(0);
  });

  it("shares it with its subagents, which go on where they were", async () => {
    const world = open([
      { calls: [{ name: "task", arguments: { prompt: "Look." } }], usage },
      { agent: "general", text: "One.", calls: [read], usage },
      { agent: "general", text: "Two.", calls: [read], usage },
      { agent: "general", text: "Three.", usage },
      { text: "Done.", usage },
    ]);
    expect((await start(world, "0.05")).code).toBe(4);
    const { id, waiting } = await outermost(world);
    expect(waiting).toHaveLength(1);
    await say(world, waiting[0] ?? "", "1");
    const over = await world.run(["run", "--resume", id, "--json"]);
    expect(over.code, over.stderr).toBe(0);
    expect(over.stdout).not.toContain('"One."');
    expect(endOf(over.stdout)).toMatchObject({ spent: { costMicros: 100_000 } });
  });

  it("does not begin where its model has no price", async () => {
    const world = open(LOOKS, "{}");
    const { code, stderr } = await start(world, "5");
    expect([code, stderr]).toEqual([2, expect.stringContaining("no price of script:turns.jsonl")]);
    expect(await outermost(world)).toBeUndefined();
  });
});
