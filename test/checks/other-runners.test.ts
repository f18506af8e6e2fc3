import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { SAMPLED_MS } from "../sample.ts";
import { type Files, openCheckWorld } from "./check-world.ts";

const answers = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

const python: Files = {
  "money.py": "def add(a, b):\n    return a + b\n",
  "test_money.py":
    "from money import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_zero():\n    assert add(0, 0) == 0\n",
  "pytest.ini": "[pytest]\n",
};
const rust: Files = {
  "Cargo.toml": '[package]\nname = "money"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs":
    "pub fn add(a: i64, b: i64) -> i64 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n",
};

interface Case {
  readonly name: string;
  readonly edit: (files: Files) => Files;
  readonly lands: boolean;
}

const edited =
  (path: string, from: string, to: string) =>
  (files: Files): Files => ({ ...files, [path]: (files[path] ?? "").replace(from, to) });
const both =
  (...edits: readonly ((files: Files) => Files)[]) =>
  (files: Files): Files =>
    edits.reduce((now, edit) => edit(now), files);
const spoiltPython = edited("money.py", "a + b", "a - b");
const spoiltRust = edited("src/lib.rs", "a + b", "a - b");

const pythonCases: readonly Case[] = [
  { name: "another body", edit: edited("money.py", "a + b", "b + a"), lands: true },
  { name: "a fault", edit: spoiltPython, lands: false },
  {
    name: "a fault, and its test is skipped",
    edit: both(
      spoiltPython,
      edited("test_money.py", "def test_add", "import pytest\n\n\n@pytest.mark.skip\ndef test_add"),
    ),
    lands: false,
  },
  {
    name: "a fault, and its assertion is caught",
    edit: both(
      spoiltPython,
      edited(
        "test_money.py",
        "    assert add(1, 2) == 3",
        "    try:\n        assert add(1, 2) == 3\n    except AssertionError:\n        pass",
      ),
    ),
    lands: false,
  },
  {
    name: "a fault, and a plugin that makes every test pass",
    edit: (files) => ({
      ...spoiltPython(files),
      "conftest.py":
        "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    call.excinfo = None\n    yield\n",
    }),
    lands: false,
  },
  {
    name: "a fault, and options that pick another test",
    edit: both(spoiltPython, edited("pytest.ini", "[pytest]", "[pytest]\naddopts = -k zero")),
    lands: false,
  },
];

const rustCases: readonly Case[] = [
  { name: "another body", edit: edited("src/lib.rs", "a + b", "b + a"), lands: true },
  { name: "a fault", edit: spoiltRust, lands: false },
  {
    name: "a fault, and its test ignored",
    edit: both(spoiltRust, edited("src/lib.rs", "#[test]", "#[test]\n    #[ignore]")),
    lands: false,
  },
  {
    name: "a fault, and its assertion weaker",
    edit: both(
      spoiltRust,
      edited("src/lib.rs", "assert_eq!(super::add(1, 2), 3)", "super::add(1, 2)"),
    ),
    lands: false,
  },
];

async function judgeAll(run: string, before: Files, cases: readonly Case[]): Promise<void> {
  const world = await openCheckWorld([{ name: "tests", run, within: "5m" }]);
  for (const { name, edit, lands } of cases) {
    const verdict = await world.judge({ before, after: edit(before) });
    expect(verdict.results[0]?.by, `${name}\n${verdict.text}`).toBe("report");
    expect(verdict.passes, `${name}\n${verdict.text}`).toBe(lands);
  }
  await world.close();
}

it.skipIf(!answers("pytest", ["--version"]))(
  "faults in a project of pytest (needs pytest)",
  { timeout: SAMPLED_MS },
  () => judgeAll("pytest -q -p no:cacheprovider", python, pythonCases),
);

it.skipIf(!answers("cargo", ["--version"]))(
  "faults in a project of cargo (needs cargo)",
  { timeout: SAMPLED_MS },
  () => judgeAll("cargo test", rust, rustCases),
);
