/** `toolplane policy …` as a person types it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, linesWiderThan, openCliWorld } from "@toolplane/cli/fixtures";
import { createToolplane } from "toolplane";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "README.md": "hi\n", ".env": "A=1\n", "src/a.ts": "1\n" });
});
afterEach(() => world.remove());

/** Rules of the person: they count without being trusted. */
function ownRules(rules: readonly unknown[]): void {
  mkdirSync(world.config, { recursive: true });
  writeFileSync(
    join(world.config, "policy.jsonc"),
    `{ "rules": [\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(",\n")}\n] }\n`,
    { mode: 0o600 },
  );
}

const SECRETS = { permission: "fs.read", pattern: "**/.env", action: "deny", match: ["a/.env"] };

describe("policy", () => {
  test("alone lists the rules in force with file and line", async () => {
    ownRules([SECRETS]);
    const { code, stdout, stderr } = await world.run(["policy"]);
    expect(linesWiderThan(80, stderr)).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✗ deny +fs\.read +\*\*\/\.env +\S*policy\.jsonc:2/);
    const json = JSON.parse((await world.run(["policy", "list", "--json"])).stdout);
    expect(json.rules[0]).toMatchObject({ rule: SECRETS, source: { scope: "manifest", line: 2 } });
    expect(
      json.rules.some(({ source }: { source: { scope: string } }) => source.scope === "default"),
    ).toBe(true);
  });

  test("--hits says how often each rule decided, and makes no store to look in", async () => {
    ownRules([SECRETS, { permission: "bash", pattern: "npm publish *", action: "ask" }]);
    const never = await world.run(["policy", "list", "--hits"]);
    expect(never.stdout).toMatch(/\*\*\/\.env .*policy\.jsonc:2 +0 +never/);
    expect(existsSync(join(world.data, "record.sqlite"))).toBe(false);
    expect((await world.run(["call", "read", ".env"])).code).toBe(3);
    const { stdout, stderr } = await world.run(["policy", "list", "--hits"]);
    // With its weekday where midnight was in between.
    expect(stdout).toMatch(
      /DECIDED +LAST\n.*\*\*\/\.env .*policy\.jsonc:2 +1 +(?:\w{3} )?\d\d:\d\d\n/,
    );
    expect(stdout).toMatch(/npm publish \* .* 0 +never/);
    expect(stderr).toContain("Counted in the newest 1 call of the record.");
    const json = JSON.parse((await world.run(["policy", "list", "--hits", "--json"])).stdout);
    expect(json).toMatchObject({
      counted: { calls: 1, isWhole: true },
      rules: expect.arrayContaining([
        expect.objectContaining({ decided: { calls: 1, lastAtMs: expect.any(Number) } }),
      ]),
    });
  });

  test("a word that is no command is bad input", async () => {
    const { code, stderr } = await world.run(["policy", "explian", "read"]);
    expect(code).toBe(2);
    expect(stderr).toContain("explian");
  });
});

describe("policy explain", () => {
  test("names the winner, its file and line, and that it is final", async () => {
    ownRules([SECRETS]);
    const { code, stdout } = await world.run(["policy", "explain", "bash", "cat .env | head -1"]);
    expect(code).toBe(3);
    expect(stdout).toContain("✗ deny   at judge. Nothing would run.");
    expect(stdout).toContain("▂▂▂▂█········");
    expect(stdout).toMatch(/▸ deny +fs\.read +\*\*\/\.env +policy\.jsonc:2 +wins, final/);
    expect(stdout).toMatch(/ {2}allow +fs\.read +\{workspace\}\/\*\* +default:1 +only a default/);
    expect(stdout).toContain("6 approve      not reached");
    expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  test("exit status says what would happen; --json is the explanation; nothing is recorded", async () => {
    expect((await world.run(["policy", "explain", "read", "README.md"])).code).toBe(0);
    const { code, stdout } = await world.run([
      "policy",
      "explain",
      "write",
      "--path",
      "a",
      "--content",
      "x",
      "--set",
      "contained=off",
      "--json",
    ]);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      tool: "write",
      verdict: { action: "ask", hard: false },
    });
    expect(existsSync(join(world.data, "record.sqlite"))).toBe(false);
  });

  test("a draft stands in for the project's rules", async () => {
    world.write({
      "draft.jsonc": '[{"permission":"fs.read","pattern":"README.md","action":"ask"}]',
    });
    expect(
      (await world.run(["policy", "explain", "read", "README.md", "--rules", "draft.jsonc"])).code,
    ).toBe(4);
  });

  test("what the tool cannot take is told before anything is judged", async () => {
    const { code, stderr } = await world.run(["policy", "explain", "read", "--pth", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Invalid arguments for read");
    expect((await world.run(["policy", "explain", "nope"])).code).toBe(2);
  });
});

describe("policy test", () => {
  const TESTS = `{ "tests": [
  { "tool": "read", "arguments": { "path": ".env" }, "expect": "deny", "name": "secrets stay closed" },
  { "tool": "read", "arguments": { "path": "README.md" }, "expect": "ask" }, // wrong
] }`;

  test("a verdict that differs is exit 1, with the rule that decided", async () => {
    ownRules([SECRETS]);
    world.write({ "team.test.jsonc": TESTS });
    const { code, stdout } = await world.run(["policy", "test", "team.test.jsonc"]);
    expect(code).toBe(1);
    expect(stdout).toContain("! read  README.md\n  expected ask, got allow   team.test.jsonc:3");
    expect(stdout).toContain("1 test passed, 1 failed.");
  });

  test("without a file: examples of the rules in force, and the test files at their places", async () => {
    ownRules([SECRETS]);
    writeFileSync(join(world.config, "policy.test.jsonc"), TESTS.replace('"ask"', '"allow"'));
    const { code, stdout } = await world.run(["policy", "test"]);
    expect(stdout).toContain("✓ 1 example of rules checked, 2 tests passed.");
    expect(code).toBe(0);
  });

  test("a test file can name its own rules", async () => {
    world.write({
      "p.jsonc": '[{"permission":"fs.read","pattern":"README.md","action":"deny"}]',
      "p.test.jsonc":
        '{"rules":"p.jsonc","tests":[{"tool":"read","arguments":{"path":"README.md"},"expect":"deny"}]}',
    });
    expect((await world.run(["policy", "test", "p.test.jsonc", "p.jsonc"])).code).toBe(0);
  });

  test("an example that disagrees fails the test; a file that is none is bad input", async () => {
    world.write({
      "wrong.jsonc": '[{"permission":"bash","pattern":"git *","action":"allow","match":["npm x"]}]',
      "broken.jsonc": '{"tests":[{"tool":1}]}',
    });
    const wrong = await world.run(["policy", "test", "wrong.jsonc"]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain(
      'wrong.jsonc:1: bash "git *" does not match its example "npm x"',
    );
    for (const [file, text] of [
      ["broken.jsonc", "broken.jsonc:1"],
      ["gone.jsonc", "There is no file: gone.jsonc"],
    ] as const) {
      const { code, stderr } = await world.run(["policy", "test", file]);
      expect(code).toBe(2);
      expect(stderr).toContain(text);
    }
  });
});

describe("what was read before", () => {
  const NET = { permission: "net.fetch", pattern: "*:*", action: "allow" };
  const fetchIt = ["policy", "explain", "web_fetch", "https://drop.example/"];

  test("is said to explain, which tells what was read and where it goes", async () => {
    ownRules([NET]);
    expect((await world.run(fetchIt)).code).toBe(0);
    const { code, stdout } = await world.run([...fetchIt, "--seen", "private,untrusted"]);
    expect(code).toBe(4);
    expect(stdout).toMatch(/▸ ask +data\.send +\* +default:1 +wins/);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "web_fetch would send to https://drop.example/, which nobody named",
    );
    const named = [...fetchIt, "--seen", "private,untrusted", "--said", "Look at drop.example"];
    expect((await world.run(named)).code).toBe(0);
    expect((await world.run([...fetchIt, "--seen", "Secret!"])).code).toBe(2);
    const wary = [...fetchIt, "--seen", "untrusted", "--set"];
    expect((await world.run([...wary, "flow=wary"])).code).toBe(4);
    expect((await world.run([...wary, "flow=default"])).code).toBe(0);
  });

  test("is said by a test, with what the person wrote", async () => {
    ownRules([NET]);
    const test = (expected: string, more: object) => ({
      tool: "web_fetch",
      arguments: { url: "https://drop.example/" },
      expect: expected,
      ...more,
    });
    const seen = ["private", "untrusted"];
    const tests = [test("allow", {}), test("ask", { seen }), test("allow", { seen: ["private"] })];
    const said = test("allow", { seen, said: "Read drop.example, please." });
    world.write({ "flow.test.jsonc": JSON.stringify({ tests: [...tests, said] }) });
    const { code, stdout } = await world.run(["policy", "test", "flow.test.jsonc"]);
    expect(stdout).toContain("4 tests passed.");
    expect(code).toBe(0);
    world.write({
      "bad.test.jsonc": JSON.stringify({ tests: [test("ask", { seen: "private" })] }),
    });
    expect((await world.run(["policy", "test", "bad.test.jsonc"])).stderr).toContain(
      "seen must be a list of labels",
    );
  });

  test("is listed with the rules that it decides by", async () => {
    const { stdout, stderr } = await world.run(["policy", "list", "--default"]);
    expect(stdout).toMatch(/ask +data\.send +\* after private \+ untrusted unless/);
    expect(stdout).toMatch(/ask +fs\.read +\*\*\/\.env when named/);
    expect(stdout).toMatch(/label private +fs\.read +\*\*\/\.env/);
    expect(stderr).toContain("(flow: default).");
    const off = await world.run(["policy", "list", "--default", "--set", "flow=off"]);
    expect(off.stdout).not.toContain("data.send");
  });
});

describe("policy fmt", () => {
  test("has nothing to change in what init writes", async () => {
    await world.run(["init"]);
    await world.run(["init", "--global"]);
    const { code, stderr } = await world.run(["policy", "fmt", "--check"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("2 files as they should be.")]);
  });

  test("lays out, says so, and does nothing the second time", async () => {
    world.write({ "p.jsonc": '[{"action":"ask","permission":"bash","pattern":"x"}] // mine' });
    expect((await world.run(["policy", "fmt", "p.jsonc", "--check"])).code).toBe(1);
    expect(readFileSync(join(world.workspace, "p.jsonc"), "utf8")).toContain('[{"action"');
    expect((await world.run(["policy", "fmt", "p.jsonc"])).stdout).toContain("p.jsonc  laid out");
    expect(readFileSync(join(world.workspace, "p.jsonc"), "utf8")).toBe(
      '[\n  { "permission": "bash", "pattern": "x", "action": "ask" }\n] // mine\n',
    );
    expect((await world.run(["policy", "fmt", "p.jsonc", "--check"])).code).toBe(0);
  });

  test("one bad file, and none is changed", async () => {
    world.write({
      "good.jsonc": '[{"action":"ask","permission":"bash","pattern":"x"}]',
      "bad.jsonc": "[{]",
    });
    const { code, stderr } = await world.run(["policy", "fmt", "good.jsonc", "bad.jsonc"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bad.jsonc");
    expect(readFileSync(join(world.workspace, "good.jsonc"), "utf8")).toContain('[{"action"');
  });
});

describe("policy import", () => {
  const CLAUDE =
    '{ "permissions": { "allow": ["Bash(npm test:*)"], "deny": ["Read(./.env)", "Bash(rm*)"] } }';

  test("prints a rule file on standard output and the report beside it", async () => {
    world.write({ ".claude/settings.json": CLAUDE });
    const { code, stdout, stderr } = await world.run(["policy", "import", "claude-code"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '    // .claude/settings.json:1  deny Read(./.env)\n    { "permission": "fs.read", "pattern": "**/.env/**", "action": "deny" },',
    );
    expect(stderr).toContain(
      "     2  taken as they are\n     1  became stricter\n     0  have no effect here\n     0  could not be said",
    );
    expect(existsSync(join(world.workspace, ".toolplane"))).toBe(false);
    // What was printed is a rule file.
    world.write({ "imported.jsonc": stdout });
    expect((await world.run(["policy", "test", "imported.jsonc"])).code).toBe(0);
  });

  test("--write adds to the project's rules, once, and keeps what stands there", async () => {
    const before =
      '{\n  // ours\n  "rules": [\n    { "permission": "env", "pattern": "A", "action": "ask" }\n  ]\n}\n';
    world.write({ ".claude/settings.json": CLAUDE, ".toolplane/policy.jsonc": before });
    const first = await world.run(["policy", "import", "claude-code", "--write"]);
    expect(first.stdout).toContain("4 rules added to");
    expect(first.stderr).toContain("toolplane trust");
    const text = readFileSync(join(world.workspace, ".toolplane/policy.jsonc"), "utf8");
    expect(text).toContain(
      '  // ours\n  "rules": [\n    { "permission": "env", "pattern": "A", "action": "ask" },',
    );
    expect((await world.run(["policy", "fmt", "--check"])).code).toBe(0);
    expect((await world.run(["policy", "import", "claude-code", "--write"])).stdout).toContain(
      "0 rules added",
    );
    expect(readFileSync(join(world.workspace, ".toolplane/policy.jsonc"), "utf8")).toBe(text);
  });

  test("bad input changes nothing", async () => {
    world.write({
      "broken.json": "{",
      ".toolplane/policy.jsonc": "[{]",
      ".claude/settings.json": CLAUDE,
    });
    const cases: readonly (readonly [readonly string[], string])[] = [
      [["policy", "import", "cursor"], 'Rules of "cursor" cannot be read.'],
      [["policy", "import"], "needs SOURCE"],
      [["policy", "import", "gemini"], "No files of gemini are here."],
      [["policy", "import", "claude-code", "broken.json", "--write"], "broken.json:1"],
    ];
    for (const [words, text] of cases) {
      const { code, stderr } = await world.run(words);
      expect(stderr).toContain(text);
      expect(code).toBe(2);
    }
    // A rule file that cannot be read is never written over.
    expect((await world.run(["policy", "import", "claude-code", "--write"])).code).toBe(2);
    expect(readFileSync(join(world.workspace, ".toolplane/policy.jsonc"), "utf8")).toBe("[{]");
  });

  test("text of the source cannot draw on the terminal", async () => {
    world.write({
      ".claude/settings.json": JSON.stringify({ permissions: { deny: ["Bash(\u001b[2Jrm *x)"] } }),
    });
    const { stderr, stdout } = await world.run(["policy", "import", "claude-code"]);
    expect(stdout + stderr).not.toContain("\u001b");
  });
});

/** Two sessions: reads that run, writes that a person answers. */
async function record(): Promise<void> {
  world.write({ "notes.txt": "one\n" });
  const state = await world.state();
  let asked = 0;
  const toolplane = await createToolplane({
    workspace: world.workspace,
    userData: world.data,
    preset: "bundled",
    contained: false,
    record: { store: state.store, key: state.key },
    receiptKey: state.key,
    onWarning: () => undefined,
    broker: {
      ask: async () => {
        asked += 1;
        return asked === 3 ? { choice: "reject" } : { choice: "once" };
      },
    },
  });
  for (const part of ["a", "b"]) {
    const session = toolplane.session();
    const call = (name: string, given: Record<string, string>) =>
      session.call({
        id: `${part}_${name}_${Object.values(given).join("_")}`,
        name,
        arguments: given,
      });
    await call("read", { path: "README.md" });
    await call("read", { path: "notes.txt" });
    await call("write", { path: `out/${part}.txt`, content: "x" });
    await call("write", { path: `keep/${part}.txt`, content: "x" });
    await session.close();
  }
  await toolplane.close();
  await state.close();
}

describe("over recorded calls", () => {
  beforeEach(async () => {
    // Those who asked then would run contained now, which is not what is counted here.
    mkdirSync(world.config, { recursive: true });
    writeFileSync(join(world.config, "config.jsonc"), '{ "contained": false }', { mode: 0o600 });
    await record();
  });

  test("what-if counts and lists what would change, and runs nothing", async () => {
    world.write({
      "draft.jsonc": `{ "rules": [
  { "permission": "fs.read", "pattern": "**/notes.txt", "action": "deny" },
  { "permission": "fs.read", "pattern": "README.md", "action": "ask" },
  { "permission": "fs.write", "pattern": "{workspace}/out/**", "action": "allow" }
] }`,
    });
    const { code, stdout } = await world.run(["policy", "what-if", "draft.jsonc"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^8 calls of 2 sessions judged again in .*\. Nothing ran\.$/m);
    expect(stdout).toContain("       2  same");
    expect(stdout).toContain("       2  ✓ → ◆   would ask");
    expect(stdout).toContain("       2    → ✗   would be denied");
    expect(stdout).toContain(
      "       2  ◆ → ✓   would run unasked; 1 had been allowed by a person, 1 rejected",
    );
    expect(stdout).toMatch(/✓ → ✗ {2}read {2}notes\.txt +\S+ +draft\.jsonc:2/);
    expect(stdout).toContain("asks by draft.jsonc:3");
    expect((await world.run(["policy", "what-if", "draft.jsonc", "--fail-on", "deny"])).code).toBe(
      3,
    );
    const all = JSON.parse(
      (await world.run(["policy", "what-if", "draft.jsonc", "--json"])).stdout,
    );
    expect(all).toMatchObject({ judged: 8, same: 2, sessions: 2 });
    expect(all.moved).toHaveLength(6);
    expect((await world.run(["policy", "what-if", "draft.jsonc", "--all"])).stdout).toContain(
      "Would run unasked",
    );
  });

  test("what-if of the rules in force changes nothing; elsewhere there is nothing to judge", async () => {
    world.write({ "empty.jsonc": "[]" });
    const same = await world.run(["policy", "what-if", "empty.jsonc", "--fail-on", "deny"]);
    expect(same.stdout).toContain("8  same");
    expect(same.code).toBe(0);
    const away = await world.run(["policy", "what-if", "../empty.jsonc", "-C", "src"], {});
    expect(away.code).toBe(2);
    world.write({ "src/empty.jsonc": "[]" });
    const none = await world.run(["policy", "what-if", "empty.jsonc"], {
      directory: join(world.workspace, "src"),
    });
    expect(none.stdout).toContain("Nothing to judge.");
  });

  test("suggest: rules with their blast radius; nothing that a person rejected", async () => {
    const { code, stdout } = await world.run(["policy", "suggest"]);
    expect(code).toBe(0);
    expect(stdout).toContain("✓ allow fs.write {workspace}/keep/**");
    expect(stdout).toContain(
      "would have let through 2 of 8 recorded calls, none of them you rejected",
    );
    expect(stdout).not.toContain("out/b.txt");
    expect(existsSync(join(world.workspace, ".toolplane"))).toBe(false);
    const written = await world.run(["policy", "suggest", "--limit", "1", "--write"]);
    expect(written.stderr).toContain("1 rule added to");
    expect(readFileSync(join(world.workspace, ".toolplane/policy.jsonc"), "utf8")).toContain(
      "{workspace}/keep/**",
    );
  });
});

test("what-if wants a rule file, and says so", async () => {
  world.write({
    "bad.jsonc": '{"rules":[{"permission":"fs.raed","pattern":"a","action":"deny"}]}',
  });
  for (const [words, text] of [
    [["policy", "what-if"], "needs FILE"],
    [["policy", "what-if", "gone.jsonc"], "There is no file: gone.jsonc"],
    [["policy", "what-if", "bad.jsonc"], 'bad.jsonc:1: unknown capability "fs.raed"'],
    [["policy", "what-if", "src"], "This is a folder: src"],
  ] as const) {
    const { code, stderr } = await world.run(words);
    expect(stderr).toContain(text);
    expect(code).toBe(2);
  }
  expect(existsSync(join(world.data, "record.sqlite"))).toBe(false);
});
