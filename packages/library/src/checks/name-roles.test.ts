import { describe, expect, it } from "vitest";
import { installedPart, isConfigurationName, isInert, isTestPath } from "./name-roles.ts";

describe("the part that a path's name plays", () => {
  it.each([
    "src/a.test.ts",
    "a.spec.jsx",
    "src/__tests__/a.js",
    "test/a.js",
    "tests/data/a.json",
    "pkg/a_test.go",
    "pkg/test_a.py",
    "cases/testdata/a.json",
    "integration-tests/a.go",
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
    "conftest.py",
    "makefile",
    "karma.conf.js",
    "tsconfig.build.json",
    "CMakeLists.txt",
    "requirements-dev.txt",
    "build.gradle.kts",
    "go.work",
  ])("configuration: %s", (path) => expect(isConfigurationName(path)).toBe(true));

  it.each([
    "src/config.ts",
    "src/configure.py",
    "README.md",
    "LICENSE",
    "data.json",
    "src/index.js",
    "src/profile.js",
    ".pytest_cache/CACHEDIR.TAG",
    "target/.rustc_info.json",
  ])("no configuration: %s", (path) => expect(isConfigurationName(path)).toBe(false));

  it.each([
    "README.md",
    "package-lock.json",
    "Cargo.lock",
    "go.sum",
    "__pycache__/a.pyc",
    ".coverage",
  ])("of no part: %s", (path) => expect(isInert(path)).toBe(true));

  it.each([
    ["node_modules/vitest/dist/a.js", "node_modules/vitest"],
    ["packages/a/node_modules/@x/y/z.js", "packages/a/node_modules/@x/y"],
    ["node_modules/.bin/vitest", "node_modules/.bin"],
    ["node_modules", "node_modules"],
    [".venv/lib/python3/site-packages/pytest/a.py", ".venv/lib/python3/site-packages/pytest/a.py"],
    [".venv/lib/python3/site-packages/evil.pth", ".venv/lib/python3/site-packages/evil.pth"],
    ["test/node_modules/x/index.js", "test/node_modules/x"],
    ["node_modules/.pnpm/x@1/a.js", "node_modules/.pnpm"],
    ["node_modules/.vite/vitest/results.json", null],
    ["src/a.js", null],
  ])("installed: %s", (path, part) => expect(installedPart(path)).toBe(part));
});
