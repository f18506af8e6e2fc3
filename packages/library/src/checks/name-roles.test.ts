import { describe, expect, it } from "vitest";
import { installedPart, isConfigurationPath, isTestPath } from "./name-roles.ts";

describe("the part that a path's name plays", () => {
  it.each([
    "src/a.test.ts",
    "a.spec.jsx",
    "src/__tests__/a.js",
    "test/a.js",
    "tests/data/a.json",
    "pkg/a_test.go",
    "pkg/test_a.py",
    "conftest.py",
    "src/__snapshots__/a.snap",
    "src/MoneyTest.java",
    "src/test-utils.ts",
    "e2e/a.ts",
  ])("test: %s", (path) => expect(isTestPath(path)).toBe(true));

  it.each([
    "src/a.ts",
    "src/latest.ts",
    "src/contest/a.py",
    "src/test-runner/report.ts",
    "src/attestation.go",
    "docs/testing.md",
  ])("no test: %s", (path) => expect(isTestPath(path)).toBe(false));

  it.each([
    "vitest.config.ts",
    "packages/a/jest.config.mjs",
    ".npmrc",
    "tsconfig.json",
    "pyproject.toml",
    "pytest.ini",
    "Makefile",
    "Cargo.toml",
    "go.mod",
    "jest.setup.js",
  ])("configuration: %s", (path) => expect(isConfigurationPath(path)).toBe(true));

  it.each(["src/config.ts", "src/configure.py", "README.md", "data.json", "src/index.js"])(
    "no configuration: %s",
    (path) => expect(isConfigurationPath(path)).toBe(false),
  );

  it.each([
    ["node_modules/vitest/dist/a.js", "node_modules/vitest"],
    ["packages/a/node_modules/@x/y/z.js", "packages/a/node_modules/@x/y"],
    ["node_modules/.bin/vitest", "node_modules/.bin"],
    ["node_modules", "node_modules"],
    [".venv/lib/python3/site-packages/pytest/a.py", ".venv/lib/python3/site-packages/pytest/a.py"],
    ["src/a.js", null],
  ])("installed: %s", (path, part) => expect(installedPart(path)).toBe(part));
});
