import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const FILES = {
  ".env": "SECRET=hunter2-hunter2\n",
  "add.mjs": "export const add = (a, b) => a - b;\n",
  "AGENTS.md": "Say little.\n",
};

const RULE = '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n';

function open(turns: readonly ScriptedTurn[]): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ ...FILES, "turns.jsonl": script, ".toolplane/policy.jsonc": RULE });
  worlds.push(world);
  return world;
}

const run = (world: CliWorld, ...words: string[]) =>
  world.run(["run", "Mend add.", "--script", "turns.jsonl", ...words]);

const MEND: readonly ScriptedTurn[] = [
  {
    text: "I look first.",
    calls: [
      { name: "read", arguments: { path: "add.mjs" } },
      { name: "read", arguments: { path: ".env" } },
    ],
  },
  {
    calls: [
      { name: "edit", arguments: { path: "add.mjs", old_string: "a - b", new_string: "a + b" } },
    ],
  },
  { text: "Mended." },
];

describe("toolplane run", () => {
  it("lets the model work on real files, by the rules, and says what it did", async () => {
    const world = open(MEND);
    const { code, stdout, stderr } = await run(world);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "I look first.\nMended.\n" });
    expect(stderr).toMatch(/read {2}add\.mjs/);
    expect(stderr).toMatch(/read {2}\.env .*refused/);
    expect(stderr).toMatch(/edit {2}add\.mjs/);
    expect(readFileSync(join(world.workspace, "add.mjs"), "utf8")).toContain("a + b");
    const { stdout: undone } = await world.run(["undo", "--yes"]);
    expect(undone).toContain("add.mjs");
    expect(readFileSync(join(world.workspace, "add.mjs"), "utf8")).toContain("a - b");
  });

  it("prints every event as one line, the end last, and nothing that a rule hides", async () => {
    const { code, stdout } = await run(open(MEND), "--json");
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly type: string });
    expect(code).toBe(0);
    expect(events[0]).toMatchObject({ type: "agent-start" });
    expect(events.at(-1)).toMatchObject({
      type: "run-end",
      turns: 3,
      outcome: { text: "Mended." },
    });
    expect(events.filter(({ type }) => type === "call-settle")).toHaveLength(3);
    expect(stdout).not.toContain("hunter2");
  });

  it("stops at a bound, and says which", async () => {
    const { code, stderr } = await run(open(MEND), "--max-turns", "1");
    expect(code).toBe(1);
    expect(stderr).toContain("Stopped: The model has answered 1 times.");
  });

  it("is told what a person says meanwhile", async () => {
    const world = open([
      { calls: [{ name: "sleep", arguments: { duration_ms: 1 } }] },
      { text: "Heard." },
    ]);
    const { stdout } = await world.run(
      ["run", "Wait.", "--script", "turns.jsonl", "--steer", "--json"],
      { stdin: "Be quick about it.\n" },
    );
    expect(stdout).toContain("Be quick about it.");
  });

  it.each([
    [["run", "Mend."], "No model was named."],
    [["run", "Mend.", "--model", "gpt"], "names no model"],
    [["run", "Mend.", "--model", "openai:x"], "OPENAI_API_KEY"],
    [["run", "Mend.", "--script", "none.jsonl"], "none.jsonl cannot be read."],
    [["run", " ", "--script", "turns.jsonl"], "The prompt is empty."],
    [["run", "x", "--script", "turns.jsonl", "--max-turns", "0"], "at least 1"],
  ])("says what is wrong with %j, and does nothing", async (words, text) => {
    const { code, stderr } = await open(MEND).run(words);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });
});
