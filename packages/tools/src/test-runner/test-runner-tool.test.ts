import { readFileSync } from "node:fs";
import { command, createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { testRunnerTool } from "./test-runner-tool.ts";

const recorded = (name: string): string =>
  readFileSync(new URL(`recorded/${name}.txt`, import.meta.url), "utf8");

const lines = [
  "pytest -q --color=no --tb=short -rfE",
  "pytest -q --color=no --tb=short -rfE tests/a.py::test_x",
  "pytest -q --color=no --tb=short -rfE -k test_x",
  "node_modules/.bin/vitest run --reporter=tap-flat",
  "../../node_modules/.bin/vitest run --reporter=tap-flat ./-x.test.ts",
  "node_modules/.bin/jest --json --ci '--testNamePattern=a\\.b c' --runTestsByPath a.test.js",
  "node --test --test-reporter=tap",
  "go test -json ./pkg/...",
  "cargo test --no-fail-fast --color=never --test api",
];
const commands = Object.fromEntries(
  lines.map((line) => [
    line,
    command({
      units: [{ argv: line.split(" "), cwd: "/workspace", text: line }],
    }),
  ]),
);
const run = (name: string) => () => ({ exitCode: 1, output: recorded(name) });
const programs = {
  pytest: run("pytest"),
  node: run("node"),
  go: run("go"),
  cargo: run("cargo"),
  "node_modules/.bin/vitest": run("vitest"),
  "../../node_modules/.bin/vitest": run("vitest"),
  "node_modules/.bin/jest": run("jest"),
};
const world = { commands, programs };

describeToolConformance(
  { describe, it },
  {
    tool: testRunnerTool,
    host: () => createMemoryHost({ ...world, files: { "pytest.ini": "", "tests/a.py": "" } }),
    valid: [{}, { runner: "pytest", name: "test_x" }, { path: "tests/a.py", name: "test_x" }],
    invalid: [
      { path: "" },
      { runner: "mocha" },
      { timeout_ms: 0 },
      { timeout_ms: 600_001 },
      { command: "x" },
      "[]",
    ],
    // The files that decide on the runner are looked up again when it runs.
    mayTouchUnpredicted: true,
    patienceMs: 50,
  },
);

describe("the tool test_runner", () => {
  it.each([
    [{ "pytest.ini": "" }, {}, lines[0]],
    [{ "tests/a.py": "" }, { path: "tests/a.py", name: "test_x" }, lines[1]],
    [{ "conftest.py": "", "package.json": "{}" }, { name: "test_x" }, lines[2]],
    [{ "node_modules/.bin/vitest": "", "package.json": "{}" }, {}, lines[3]],
    [
      { "node_modules/.bin/vitest": "", "packages/a/package.json": "{}" },
      { cwd: "packages/a", path: "-x.test.ts" },
      lines[4],
    ],
    [{ "node_modules/.bin/jest": "" }, { path: "a.test.js", name: "a.b c" }, lines[5]],
    [{ "package.json": "{}" }, {}, lines[6]],
    [{ "go.mod": "", "package.json": "{}" }, { path: "pkg" }, lines[7]],
    [{ "Cargo.toml": "" }, { path: "tests/api.rs" }, lines[8]],
  ])("in a project with %j, %j runs what the project uses", async (files, args, line) => {
    const { call, host } = openReadWorld(testRunnerTool, { ...world, files });
    expect(await call(args)).toMatchObject({ type: "output" });
    expect(host.spawned()[0]?.spec.command).toEqual({ shell: line });
  });

  it("[R259] gives the counts of what passed, failed and broke, with the failing output", async () => {
    // No two counts alike, so that none can replace another.
    const output = recorded("pytest")
      .replace("2 passed", "5 passed")
      .replace("1 skipped", "3 skipped");
    const { call } = openReadWorld(testRunnerTool, {
      commands,
      files: { "pytest.ini": "" },
      programs: { ...programs, pytest: () => ({ exitCode: 1, output }) },
    });
    const result = await call({});
    expect(result).toMatchObject({
      data: { passed_count: 5, failed_count: 2, error_count: 1, skipped_count: 3 },
      details: { exit_code: 1 },
    });
    expect(JSON.stringify(told(result))).toContain("assert 1 == 2");
  });

  it("says so when no runner is known, when one is not installed, and when one says nothing", async () => {
    const { call } = openReadWorld(testRunnerTool, {
      ...world,
      files: { "Cargo.toml": "" },
      programs: { cargo: () => ({ exitCode: 101, output: "no network\n" }) },
      commands: { "cargo test --no-fail-fast --color=never": command({ units: ["cargo"] }) },
    });
    expect(told(await call({ cwd: "nowhere" }))).toContain("No test runner was recognised");
    expect(told(await call({ runner: "vitest" }))).toContain("vitest is not installed");
    expect(told(await call({}))).toContain("failed: cargo ended without a result.\nno network");
    expect(told(await call({ path: "src/lib.rs" }))).toContain("cargo chooses tests by name");
  });

  it("is bound by rules about the command, and by those about the file that decided on the runner", async () => {
    const allow = { permission: "*", pattern: "**", action: "allow" } as const;
    const files = { "pytest.ini": "" };
    const denied = openReadWorld(testRunnerTool, {
      ...world,
      files,
      rules: [allow, { permission: "shell.run", pattern: "pytest *", action: "deny" }],
    });
    expect(await denied.call({})).toMatchObject({ code: "permission_denied" });
    expect(denied.host.spawned()).toEqual([]);
    const hidden = openReadWorld(testRunnerTool, {
      ...world,
      files,
      rules: [allow, { permission: "fs.read", pattern: "**/pytest.ini", action: "deny" }],
    });
    expect(await hidden.call({})).toMatchObject({ code: "permission_denied" });
  });

  it("never lets a value become an option or a second command", async () => {
    const { call, host } = openReadWorld(testRunnerTool, { ...world, files: { "pytest.ini": "" } });
    for (const args of [{ name: "-p evil" }, { path: "a\nb.py" }, { name: "x\u0000" }])
      expect(await call(args), JSON.stringify(args)).toMatchObject({ code: "invalid_input" });
    await call({ path: "a.py; rm -rf ~", name: "$(id)" });
    await call({ path: "--rootdir=/" });
    const ran = host.spawned().map(({ spec }) => spec.command);
    expect(ran.every((one) => !("shell" in one) || !/;(?![^']*')| --rootdir/.test(one.shell))).toBe(
      true,
    );
  });
});
