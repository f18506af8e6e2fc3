import { describe, expect, it } from "vitest";
import { type CheckFacts, findTouched } from "./find-touched.ts";
import { linkedNames } from "./linked-names.ts";

const MONEY = 'import { round } from "./round.js";\nexport const add = (a, b) => round(a + b);\n';
const TEST = 'import { add } from "../src/money.js";\nimport { same } from "../lib/expect.js";\n';

/** A project as many are. */
const BASE: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ scripts: { test: "node --test", start: "node server.js" } }),
  Makefile: "test:\n\tnode --test\n",
  "README.md": "# Money\n",
  "server.js": 'import { add } from "./src/money.js";\n',
  "src/money.js": MONEY,
  "src/round.js": "export const round = Math.round;\n",
  "src/cities.json": "[]",
  "src/places.js": 'import cities from "./cities.json" with { type: "json" };\n',
  "lib/expect.js": 'import { equal } from "./equal.js";\nexport const same = equal;\n',
  "lib/equal.js": "export const equal = (a, b) => a === b;\n",
  "test/money.test.js": TEST,
  "test/world.js": "export const world = {};\n",
  "tools/check/index.js": 'import { rules } from "./rules.js";\n',
  "tools/check/rules.js": "export const rules = [];\n",
  "node_modules/x/index.js": "",
};

const FACTS: CheckFacts = {
  command: "npm test",
  testFiles: [],
  isByExitCode: false,
  isGood: true,
};

interface Given {
  readonly kind?: "added" | "changed" | "removed";
  readonly facts?: Partial<CheckFacts>;
  readonly base?: Readonly<Record<string, string>>;
  readonly view?: Readonly<Record<string, string>>;
  readonly links?: ReadonlyMap<string, string>;
}

/** What a change of a path is to the check, beside a change of a source file. */
async function partOf(path: string, { kind = "changed", ...given }: Given = {}) {
  const base = given.base ?? BASE;
  const view = { ...base, [path]: "other", ...given.view };
  const paths = [path, "src/money.js"].filter((one, at, all) => all.indexOf(one) === at);
  const { parts, inseparable } = await findTouched(
    paths.map((one) => ({
      path: one,
      kind: one === path ? kind : "changed",
      names: linkedNames(one, given.links ?? new Map()),
    })),
    {
      ...FACTS,
      ...given.facts,
      readText: async (side, one) => (side === "base" ? base : view)[one] ?? null,
      async listNames(folder) {
        const head = folder === "" ? "" : `${folder}/`;
        const below = Object.keys(base).filter((one) => one.startsWith(head));
        return [...new Set(below.map((one) => one.slice(head.length).split("/")[0] ?? ""))];
      },
    },
  );
  if (inseparable.length > 0) return "inseparable";
  return parts[0]?.role ?? null;
}

const byExitCode = { facts: { isByExitCode: true } };

describe("a changed path is to a check", () => {
  it.each([
    ["src/money.js", null],
    ["src/round.js", null],
    ["server.js", null],
    ["README.md", null],
    ["src/cities.json", null],
    ["test/money.test.js", "test"],
    ["test/world.js", "test"],
    ["lib/expect.js", "helper"],
    ["lib/equal.js", "helper"],
    ["Makefile", "configuration"],
    ["package.json", "script"],
    ["node_modules/x/index.js", "installed"],
  ])("%s: %s", async (path, role) => expect(await partOf(path)).toBe(role));

  it.each([
    "makefile",
    "GNUmakefile",
    "build.gradle",
    "build.gradle.kts",
    "CMakeLists.txt",
    "karma.conf.js",
    "go.work",
    "BUILD",
    "test/tsconfig.json",
    "conftest.py",
  ])("configuration where it is new: %s", async (path) =>
    expect(await partOf(path, { kind: "added" })).toBe("configuration"),
  );

  it.each([
    "Taskfile.yml",
    "pom.xml",
    "deno.json",
    "turbo.json",
    "nx.json",
    "phpunit.xml",
    "composer.json",
    "pnpm-workspace.yaml",
    "whatever.next.year",
    "node_modules/.bin/node",
  ])("perhaps configuration where it is new: %s", async (path) =>
    expect(await partOf(path, { kind: "added" })).toBe("unexplained"),
  );

  it.each([
    ["test/data/tsconfig.json", "test"],
    ["src/half.js", null],
    ["src/data/streets.json", null],
    ["notes.txt", null],
    ["package-lock.json", null],
    [".pytest_cache/README.md", null],
    [".pytest_cache/v/cache/nodeids", null],
    ["node_modules/.vite/vitest/results.json", null],
    ["half.js", null],
    ["run", null],
    ["node_modules/y/index.js", null],
    ["node_modules/@y/z/index.js", null],
  ])("nothing of it where it is new: %s", async (path, role) =>
    expect(await partOf(path, { kind: "added" })).toBe(role),
  );

  it.each([
    "test/node_modules/x/index.js",
    "node_modules/x/more.js",
    ".venv/lib/python3.12/site-packages/evil.pth",
    "vendor/autoload.php",
  ])("installed where it is new: %s", async (path) =>
    expect(await partOf(path, { kind: "added" })).toBe("installed"),
  );

  it("what the command runs by the name of a folder, and what that imports", async () => {
    const facts = { command: "node tools/check && node --test" };
    expect(await partOf("tools/check/index.js", { facts })).toBe("named");
    expect(await partOf("tools/check/rules.js", { facts })).toBe("named");
    // A folder that a linter is given is not run.
    const linted = { command: "eslint tools/check && node --test" };
    expect(await partOf("tools/check/index.js", { facts: linted })).toBe(null);
  });

  it("maybe what a program that it runs imports, be that a helper or what it tests", async () => {
    const base = { ...BASE, "run-all.js": 'import "./src/third.js";\n', "src/third.js": "" };
    const facts = { command: "node run-all.js", isByExitCode: true };
    expect(await partOf("run-all.js", { base, facts })).toBe("named");
    expect(await partOf("src/third.js", { base, facts })).toBe("helper");
    const module = { facts: { command: "python -m tools.check" } };
    expect(await partOf("tools/check/rules.js", module)).toBe("named");
    const tested = { facts: { command: "node --test src" } };
    expect(await partOf("src/round.js", tested)).toBe(null);
    // What a linter is given is no program.
    const linted = { facts: { command: "eslint src", isByExitCode: true } };
    expect(await partOf("src/round.js", linted)).toBe(null);
  });

  it("what it is by another name through a link", async () => {
    const links = new Map([["checks", "cases"]]);
    const base = { ...BASE, "cases/a.sh": "true\n" };
    const facts = { command: "sh checks/a.sh" };
    expect(await partOf("cases/a.sh", { base, links, facts })).toBe("named");
  });

  it("more where only an exit code tells", async () => {
    expect(await partOf("half.js", { kind: "added", ...byExitCode })).toBe("unexplained");
    expect(await partOf("server.js", byExitCode)).toBe("named");
    expect(await partOf("src/round.js", byExitCode)).toBe(null);
  });

  it("none of a package that is tested as a whole", async () => {
    const base = {
      ...BASE,
      "src/index.js": 'export * from "./sums.js";\n',
      "src/sums.js": "export const sum = () => 0;\n",
      "test/all.test.js": 'import { sum } from "../src/index.js";\n',
    };
    expect(await partOf("src/sums.js", { base })).toBe(null);
    expect(await partOf("src/index.js", { base })).toBe(null);
  });

  it("no file that only git and editors read, where a report tells", async () => {
    expect(await partOf(".gitignore", { kind: "added" })).toBe(null);
    expect(await partOf(".gitignore", { kind: "added", ...byExitCode })).toBe("configuration");
  });

  it("no script that it does not run", async () => {
    const text = (scripts: object): string => JSON.stringify({ scripts });
    const scripts = { test: "node --test", start: "node server.js" };
    const view = (more: object) => ({ "package.json": text({ ...scripts, ...more }) });
    expect(await partOf("package.json", { view: view({ docs: "typedoc" }) })).toBe(null);
    expect(await partOf("package.json", { view: view({ pretest: "true" }) })).toBe("script");
    const all = { view: view({ docs: "typedoc" }), ...byExitCode };
    expect(await partOf("package.json", all)).toBe("script");
  });

  it("source and test at once, where its tests lie in it", async () => {
    const text =
      "def add(a, b):\n    return a + b\n\n\ndef test_add():\n    assert add(1, 2) == 3\n";
    const base = { ...BASE, "money.py": text };
    const facts = { command: "pytest money.py", testFiles: ["money.py"] };
    const given = { base, facts };
    const body = { view: { "money.py": text.replace("a + b", "b + a") } };
    const weaker = { view: { "money.py": text.replace("== 3", "!= 9") } };
    expect(await partOf("money.py", { ...given, ...body })).toBe(null);
    expect(await partOf("money.py", { ...given, ...weaker })).toBe("inseparable");
  });

  it("what takes the place of a module that its tests import", async () => {
    const base = { ...BASE, "test/test_a.py": "import pytest\n" };
    expect(await partOf("pytest.py", { kind: "added", base })).toBe("configuration");
    // Where tests fail on the base, it may be what they wait for.
    const waiting = { kind: "added", base, facts: { isGood: false } } as const;
    expect(await partOf("pytest.py", waiting)).toBe(null);
  });
});
