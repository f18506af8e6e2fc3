import type { ScriptedTurn } from "@toolplane/agent";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, linesWiderThan, openCliWorld } from "./cli-world.fixture.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

/** In two pieces: this file is searched for secrets too. */
const SECRET = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
const LONG = Array.from({ length: 30 }, (_, line) => `Line ${line} of it.`).join("\n");

const TURNS: readonly ScriptedTurn[] = [
  { text: "I look\u202e first.", calls: [{ name: "read", arguments: { path: "a.txt" } }] },
  { text: LONG, calls: [{ name: "read", arguments: { path: "b.txt" } }] },
  { text: "Both are fine." },
];

async function spoken(): Promise<CliWorld> {
  const script = TURNS.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "turns.jsonl": script, "a.txt": "one\n", "b.txt": "two\n" });
  worlds.push(world);
  const words = `Compare the two with ${SECRET} please.`;
  const { code } = await world.run(["run", words, "--script", "turns.jsonl"]);
  expect(code).toBe(0);
  return world;
}

describe("the conversation of a run", () => {
  it("stands with its calls in show, masked, with hidden characters shown", async () => {
    const world = await spoken();
    const { stdout } = await world.run(["show"]);
    expect(linesWiderThan(80, stdout)).toEqual([]);
    expect(stdout).not.toContain(SECRET.slice(0, 12));
    const order = [
      /you +[\d:]{8} +Compare the two with \[redacted:\S+\] please\./,
      /model +[\d:]{8} +I look\\u\{202e\} first\./,
      /1 .*✓ read {2}a\.txt/,
      /model +[\d:]{8} +Line 0 of it\./,
      /… 439 characters: --words/,
      /2 .*✓ read {2}b\.txt/,
      /model +[\d:]{8} +Both are fine\./,
    ];
    const places = order.map((pattern) => stdout.search(pattern));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places[0]).toBeGreaterThan(0);
    expect(stdout).not.toContain("Line 29");
    expect((await world.run(["show", "--words"])).stdout).toContain("Line 29 of it.");
    expect(stdout).not.toContain("not given to us");
  });

  it("shows what was said around the calls that are drawn", async () => {
    const { stdout } = await (await spoken()).run(["show", "--limit", "1"]);
    expect(stdout).toContain("1 earlier call: --limit 2");
    expect(stdout).not.toContain("Compare the two");
    expect(stdout).toMatch(/Line 0 of it\.[\s\S]*✓ read {2}b\.txt[\s\S]*Both are fine\./);
  });

  it("titles its session, whose list says which model and which person", async () => {
    const world = await spoken();
    const { stdout } = await world.run(["sessions"], { columns: 120 });
    expect(stdout).toMatch(/ABOUT +AGENT +PERSON/);
    expect(stdout).toMatch(/Compare the two with \[redacted:\S+ +script:turns\.jsonl/);
    const { sessions } = JSON.parse((await world.run(["sessions", "--json"])).stdout);
    expect(sessions).toMatchObject([
      { title: expect.stringMatching(/^Compare.*please\.$/), model: "script:turns.jsonl" },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(SECRET);
  });

  it("is in an export with content, and only counted without", async () => {
    const world = await spoken();
    const bare = (await world.run(["export"])).stdout;
    expect(bare).toContain('"type":"talk","state":"kept","entries":');
    expect(bare).not.toContain("Both are fine");
    const whole = (await world.run(["export", "--content"])).stdout;
    expect(whole).not.toContain(SECRET);
    const lines = whole.trimEnd().split("\n");
    const said = lines.map((line) => JSON.parse(line)).filter(({ at }) => at !== undefined);
    expect(said.map(({ type, from }) => from ?? type)).toEqual([
      "person",
      "answer",
      "answer",
      "answer",
    ]);
    expect(said[2]).toMatchObject({ text: LONG, calls: [{ tool: "read", what: "b.txt" }] });
  });

  it("is said not to be there where nobody gave it", async () => {
    const world = await spoken();
    await world.run(["call", "read", "a.txt"]);
    const { stdout } = await world.run(["show"]);
    expect(stdout).toContain("The words around these calls were not given to us.");
  });
});
