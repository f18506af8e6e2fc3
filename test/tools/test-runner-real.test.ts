import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { testRunnerTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

const NODE_TESTS = [
  'import test from "node:test"; import assert from "node:assert"; import fs from "node:fs";',
  'test("adds", () => assert.equal(1 + 1, 2));',
  'test("leaves a file", () => fs.writeFileSync("made.txt", "by a test"));',
  'test("sees no secret", () => fs.readFileSync(".env"));',
  'test("later", { skip: true }, () => {});',
].join("\n");

const PYTHON_TESTS = "def test_ok(): assert 1\ndef test_bad(): assert 1 == 2\n";

const hasPytest = ((): boolean => {
  try {
    execFileSync("pytest", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const rules = [{ permission: "fs.read", pattern: "**/.env", action: "deny" }] as const;

describe.skipIf(!hasSandbox)("the tool test_runner here (needs bubblewrap)", () => {
  it("[R259] runs the tests of Node unasked and contained, counts them, and lands what they made", async () => {
    const { call, workspace } = await openProduct({
      tools: [testRunnerTool],
      files: { "package.json": "{}", "a.test.mjs": NODE_TESTS, ".env": "SECRET=1\n" },
      rules,
    });
    const result = await call("test_runner", {});
    expect(result).toMatchObject({
      type: "output",
      data: {
        runner: "node",
        passed_count: 2,
        failed_count: 1,
        error_count: 0,
        skipped_count: 1,
        failures: [{ name: "sees no secret", message: expect.stringContaining("ENOENT") }],
      },
      details: { exit_code: 1, report: { landing: { state: "landed" } } },
    });
    expect(JSON.stringify(result)).not.toContain("SECRET=1");
    expect(existsSync(join(workspace, "made.txt"))).toBe(true);
    expect(await call("test_runner", { name: "adds" })).toMatchObject({
      data: { passed_count: 1, failed_count: 0 },
    });
  });

  it.skipIf(!hasPytest)("runs pytest where it is installed (needs pytest)", async () => {
    const { call } = await openProduct({
      tools: [testRunnerTool],
      files: { "tests/test_a.py": PYTHON_TESTS },
      rules,
    });
    expect(await call("test_runner", { path: "tests/test_a.py" })).toMatchObject({
      data: {
        runner: "pytest",
        passed_count: 1,
        failed_count: 1,
        error_count: 0,
        failures: [{ name: "test_bad", message: expect.stringContaining("assert 1 == 2") }],
      },
    });
    expect(await call("test_runner", { path: "tests/test_a.py", name: "test_ok" })).toMatchObject({
      data: { passed_count: 1, failed_count: 0 },
    });
  });
});
