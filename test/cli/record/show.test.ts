import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  linesWiderThan,
  openRecordedWorld,
  type RecordedWorld,
  type Step,
} from "@toolplane/cli/fixtures";
import { defineTool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";

const STEPS: readonly Step[] = [
  ["read", { path: "README.md" }],
  ["read", { path: ".env" }],
  ["edit", { path: "src/total.ts", old_string: "1", new_string: "2" }],
  ["write", { path: "no.txt", content: "x" }],
  ["read", { path: "\u001b[31mred\u202e" }],
];
const big = defineTool({
  id: "big",
  description: "Says a lot.",
  parameters: { type: "object" },
  requires: {},
  limits: { maxOutput: 1_024 },
  execute: () => "0123456789".repeat(10_000),
});
const ANSWERS = { answers: ["once", "reject"], id: "ses_shown" } as const;

async function lines(world: RecordedWorld, words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await world.run(words);
  expect(code).toBe(0);
  const all = stdout.split("\n");
  expect(linesWiderThan(80, all.join("\n"))).toEqual([]);
  return all;
}

describe("toolplane sessions", () => {
  it("lists the sessions of this workspace, newest first, with their figures", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, ANSWERS);
    await world.record([["read", { path: "README.md" }]], { id: "ses_later" });
    const shown = await lines(world, ["sessions"]);
    expect(shown[0]).toMatch(/^SESSION +STARTED +CALLS +ASKED +REFUSED +STATE +ABOUT +PERSON$/);
    // With their weekday where midnight was in between.
    expect(shown[1]).toMatch(
      /^ses_later +(?:\w{3} )?\d\d:\d\d +1 +- +- +– closed +read README\.md +\S+$/,
    );
    expect(shown[2]).toMatch(/^ses_shown +(?:\w{3} )?\d\d:\d\d +5 +2 +2 +– closed/);
    const elsewhere = join(world.root, "elsewhere");
    mkdirSync(elsewhere);
    const none = await world.run(["sessions"], { directory: elsewhere });
    expect(none.stdout).toContain("No session of this workspace is recorded yet.");
    const all = await world.run(["sessions", "--all"], { directory: elsewhere });
    expect(all.stdout).toMatch(/ses_later.*project/);
  });

  it("goes page by page", async () => {
    const world = openRecordedWorld();
    for (const name of ["a", "b", "c"]) await world.record([], { id: `ses_${name}` });
    const page = async (...more: string[]) =>
      JSON.parse((await world.run(["sessions", "--json", "--limit", "2", ...more])).stdout) as {
        sessions: { sessionId: string }[];
        total: number;
        next: string | null;
      };
    const first = await page();
    expect(first).toMatchObject({ total: 3, next: "ses_b" });
    const second = await page("--before", "ses_b");
    expect([...first.sessions, ...second.sessions].map(({ sessionId }) => sessionId)).toEqual([
      ...["ses_c", "ses_b", "ses_a"],
    ]);
    expect(second.next).toBeNull();
  });

  it("makes nothing where nothing is", async () => {
    const world = openRecordedWorld();
    const { code, stdout } = await world.run(["sessions", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { sessions: [], total: 0, next: null }]);
    for (const words of [["show"], ["verify"], ["replay"], ["undo"], ["redo"], ["export"]]) {
      const answer = await world.run([...words, "ses_x"]);
      expect([answer.code, answer.stderr]).toEqual([
        2,
        expect.stringContaining("! No session is recorded yet."),
      ]);
    }
    expect(existsSync(world.data)).toBe(false);
  });
});

describe("toolplane show", () => {
  it("shows each call with its road, and what was touched", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, ANSWERS);
    const shown = await lines(world, ["show"]);
    expect(shown[0]).toMatch(/^ses_shown {2}project +– closed$/);
    expect(shown[1]).toMatch(/^mode ask · no sandbox · 5 calls, 2 asked, 2 denied, 1 failed · /);
    expect(shown[2]).toBe("record: 11 rows, chain whole");
    const calls = shown.slice(4, 10).map((line) => line.replace(/\d+ ms$/, "N ms"));
    expect(calls).toEqual([
      expect.stringMatching(/^# +AT {2}CALL +ROAD +TOOK$/),
      expect.stringMatching(/^1 .*✓ read {2}README.md +▂▂▂▂▂▂▂▂▂▂▂▂█ +N ms$/),
      expect.stringMatching(/^2 .*✗ read {2}\.env +▂▂▂▂█·······▂ +denied$/),
      expect.stringMatching(/^3 .*✓ edit {2}src\/total\.ts +\+1 −1 {2}▂▂▂▂▂▆▂▂▂▂▂▂█ +N ms$/),
      expect.stringMatching(/^4 .*✗ write {2}no\.txt +▂▂▂▂▂█······▂ +rejected$/),
      expect.stringMatching(/^5 .*! read {2}\\u\{1b\}\[31mred\\u\{202e\}/),
    ]);
    expect(shown.join("\n")).toContain("Touched: 1 file changed");
    expect(shown.join("\n")).toContain("refused: .env");
  });

  it("shows what a program called below it, wherever it began", async () => {
    const world = openRecordedWorld();
    const program = 'await tools.read({ path: "README.md" }); return 1;';
    const steps = [["code_mode", { program }], STEPS[0]] as readonly Step[];
    await world.record(steps, { id: "ses_shown" });
    const shown = await lines(world, ["show"]);
    expect(shown.slice(5, 8)).toEqual([
      expect.stringMatching(/^1 +\S+ {2}✓ code_mode/),
      expect.stringMatching(/^2 +\S+ {4}✓ read {2}README\.md/),
      expect.stringMatching(/^3 +\S+ {2}✓ read {2}README\.md/),
    ]);
  });

  it("shows one call: footprint before and real, why, result, changes, rows", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, ANSWERS);
    const edit = (await lines(world, ["show", "ses_sh", "3", "--diff"])).join("\n");
    expect(edit).toMatch(/^edit {2}src\/total\.ts +✓ allowed once\n/);
    expect(edit).toMatch(/fs\.write {3}src\/total\.ts +predicted +✓ written/);
    expect(edit).toMatch(/Why .*(?:.|\n)*allowed once by a person, receipt rcp_/);
    expect(edit).toContain("Changed    src/total.ts  +1 −1    --diff shows it");
    expect(edit).toMatch(/Record {5}rows 3 to 6, 3 of them, [0-9a-f]{4}…[0-9a-f]{4}/);
    expect(edit).toContain("1 - export const total = 1;");
    const denied = (await lines(world, ["show", "ses_sh", "call_2"])).join("\n");
    expect(denied).toMatch(/^read {2}\.env +✗ denied\n/);
    expect(denied).toMatch(/fs\.read {4}\.env +predicted +-\n/);
    expect(denied).toContain("deny fs.read **/.env");
    const rejected = (await lines(world, ["show", "ses_sh", "4"])).join("\n");
    expect(rejected).toMatch(/rejected by a person/);
    const json = await world.run(["show", "ses_sh", "3", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ number: 3, tool: "edit", changes: [{}] });
  });

  it("prints the whole of an output that was cut, after its sidecar is gone", async () => {
    const world = openRecordedWorld();
    const steps: readonly Step[] = [
      ["big", {}],
      ["read", { path: "README.md" }],
    ];
    await world.record(steps, { id: "ses_big", answers: ["once"], tools: [big] });
    const { stdout } = await world.run(["show", "ses_big", "1", "--sidecar"]);
    expect(stdout).toBe(`${"0123456789".repeat(10_000)}\n`);
    const shown = (await world.run(["show", "ses_big", "1"])).stdout;
    expect(shown).toMatch(/Result +100 KB, first 1\.03 KB went to the model; cut/);
    expect(shown).toContain("Sidecar    the whole output: toolplane show ses_big 1 --sidecar");
    for (const words of [["--sidecar"], ["2", "--sidecar"]]) {
      const none = await world.run(["show", "ses_big", ...words]);
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("sidecar")]);
    }
  });

  it("answers what does not fit with what would", async () => {
    const world = openRecordedWorld();
    await world.record([["read", { path: "README.md" }]], { id: "ses_one" });
    await world.record([], { id: "ses_other" });
    const unknown = await world.run(["show", "ses_9"]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      "! No session starts with ses_9.\n  Newest: ses_other, ses_one.\n\n  toolplane sessions --all   lists all 2.\n",
    ]);
    const several = await world.run(["show", "ses_o"]);
    expect(several.stderr).toContain("2 sessions start with ses_o: say more of it.");
    const call = await world.run(["show", "ses_one", "7"]);
    expect(call.stderr).toContain("There is no call 7 in this session: it has 1 call.");
    expect((await world.run(["show", "ses_9", "--json"])).stdout).toContain('"error"');
    for (const words of [
      ["sessions", "--limit", "0"],
      ["verify", "ses_one", "--all"],
    ])
      expect((await world.run(words)).code).toBe(2);
  });
});
