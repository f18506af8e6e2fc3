import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { ended, reported, scriptedChecks } from "./scripted-checks.fixture.ts";

const green = reported({ adds: "ok", splits: "ok" });

describe("what the view is compared with", () => {
  it("passes with what passed before and more", async () => {
    const view = [reported({ adds: "ok", splits: "ok", halves: "ok" })];
    const { judge, asked } = scriptedChecks({ base: [green], view });
    expect(await judge(["src/a.js"])).toMatchObject({
      passes: true,
      text: "tests (vitest run): 3 pass, 1 new.",
      card: [{ kind: "green", text: "tests  3 pass, 1 new  <1 ms" }],
      results: [{ by: "report", state: "passed" }],
    });
    expect(asked.map(({ side, command, reportFile }) => ({ side, command, reportFile }))).toEqual([
      {
        side: "base",
        command:
          "vitest run --reporter=default --reporter=junit --outputFile.junit=/reports/check-1",
        reportFile: "/reports/check-1",
      },
      {
        side: "view",
        command:
          "vitest run --reporter=default --reporter=junit --outputFile.junit=/reports/check-2",
        reportFile: "/reports/check-2",
      },
    ]);
  });

  it("runs the base once, whatever is judged after", async () => {
    const { judge, asked } = scriptedChecks({ base: [green], view: [green] });
    await judge(["src/a.js"]);
    await judge(["src/b.js"]);
    expect(asked.map(({ side }) => side)).toEqual(["base", "view", "view"]);
  });

  it("knows of what landed what the view said, unless something failed in it", async () => {
    const one = scriptedChecks({ base: [green], view: [green] });
    await one.landed(await one.judge(["src/a.js"]), "with a");
    await one.judge(["src/b.js"], "changed", "with a");
    expect(one.asked.map(({ side }) => side)).toEqual(["base", "view", "view"]);
    const red = reported({ adds: "ok", exports: "bad" });
    const other = scriptedChecks({ base: [red], view: [red] });
    await other.landed(await other.judge(["src/a.js"]), "with a");
    await other.judge(["src/b.js"], "changed", "with a");
    expect(other.asked.map(({ side }) => side)).toEqual([
      "base",
      "base",
      "view",
      "base",
      "base",
      "view",
    ]);
  });

  it("lets what was failing fail on, and names it", async () => {
    const red = reported({ adds: "ok", exports: "bad" });
    const verdict = await scriptedChecks({ base: [red], view: [red] }).judge(["src/a.js"]);
    expect(verdict.passes).toBe(true);
    expect(verdict.text).toContain("a.test.js > exports failed before and may go on failing.");
  });

  it("counts what passed by turns on the base as passing", async () => {
    const red = reported({ adds: "bad", splits: "ok" });
    const { judge } = scriptedChecks({ base: [red, green, green], view: [red] });
    expect((await judge(["src/a.js"])).passes).toBe(false);
  });

  it.each([
    ["broke", reported({ adds: "bad", splits: "ok" }), "1 pass, 1 broke"],
    ["is gone", reported({ splits: "ok" }), "1 pass, 1 is gone"],
    ["was renamed", reported({ sums: "ok", splits: "ok" }), "2 pass, 1 is gone, 1 new"],
    ["is skipped", reported({ adds: "skip", splits: "ok" }), "1 pass, 1 is skipped now"],
    ["is new and fails", reported({ adds: "ok", splits: "ok", n: "bad" }), "2 pass, 1 new fails"],
    ["did not run, as none did", reported({}), "ran 0 tests; that counts as broken"],
    ["left no report", ended(0), "left no report that can be read; exit code 0"],
    [
      "left half a report",
      { ...green, report: green.report?.slice(0, 90) ?? "" },
      "left no report",
    ],
    ["claims to pass but ends badly", { ...green, exitCode: 1 }, "exit code 1: not believed"],
    ["claims to pass and was killed", { ...green, exitCode: null }, "a signal: not believed"],
  ])("holds a set back whose test %s", async (_, run, words) => {
    const { judge } = scriptedChecks({ base: [green], view: [run] });
    const verdict = await judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ state: "broken" }] });
    expect(verdict.text).toContain(words);
  });

  it("counts tests of one name, so that none can stand in for another", async () => {
    const twice = (first: string, second: string): string =>
      `<testsuites><testsuite tests="2"><testcase name="a">${first}</testcase><testcase name="a">${second}</testcase></testsuite></testsuites>`;
    const base = [{ ...green, report: twice("", "") }];
    const view = [{ ...green, report: twice("", "<skipped/>") }];
    expect((await scriptedChecks({ base, view }).judge(["src/a.js"])).text).toContain(
      "1 is skipped now",
    );
  });
});

describe("a test that fails once", () => {
  const red = reported({ adds: "bad", splits: "ok" });

  it("is run again, and named where it passes then", async () => {
    const { judge, asked } = scriptedChecks({ base: [green], view: [red, green] });
    const verdict = await judge(["src/a.js"]);
    expect(verdict.passes).toBe(true);
    expect(verdict.text).toContain("a.test.js > adds passes and fails by turns.");
    expect(asked.map(({ side }) => side)).toEqual(["base", "view", "view"]);
  });

  it("is run again on the base too before it is called broken", async () => {
    const { judge, asked } = scriptedChecks({ base: [green], view: [red] });
    const verdict = await judge(["src/a.js"]);
    expect(verdict.passes).toBe(false);
    expect(verdict.text).toContain("It passed before and broke twice.");
    expect(verdict.text).toContain("× a.test.js > adds\n    it broke");
    expect(asked.map(({ side }) => side)).toEqual(["base", "view", "view", "base"]);
  });

  it("is not broken where the base fails by turns too", async () => {
    const { judge } = scriptedChecks({ base: [green, red], view: [red] });
    expect(await judge(["src/a.js"])).toMatchObject({ passes: true });
  });
});

describe("a set that touches what a check runs", () => {
  const config = { "vitest.config.js": 'export default { test: { setupFiles: ["./kit/on.js"] } }' };
  const manifest = (test: string): string => JSON.stringify({ version: "1", scripts: { test } });
  const texts = { base: { ...config, "package.json": manifest("vitest run") } };

  it.each([
    ["a test", "test/money.test.js"],
    ["a helper of tests", "test/helpers/world.js"],
    ["configuration", "vitest.config.js"],
    ["a file that configuration names", "kit/on.js"],
    ["what npm is told", ".npmrc"],
    ["a script", "package.json"],
    ["an installed runner", "node_modules/vitest/index.js"],
  ])("is run with the base's version too: %s", async (_, path) => {
    const red = reported({ adds: "bad", splits: "ok" });
    const { judge, asked } = scriptedChecks({
      base: [green],
      view: [green],
      restored: [red],
      texts,
    });
    const verdict = await judge(["src/a.js", path]);
    expect(verdict.passes).toBe(false);
    expect(verdict.needsPerson).toContain("a person has to land this");
    expect(verdict.text).toContain("as before the change");
    const put = asked.flatMap(({ restore }) => restore ?? []);
    expect([...new Set(put)]).toEqual([
      path.startsWith("node_modules") ? "node_modules/vitest" : path,
    ]);
  });

  it.each([
    ["vitest.config.js", "configuration"],
    ["kit/on.js", "run by it"],
    ["package.json", "scripts"],
    ["node_modules/vitest/index.js", "installed"],
  ])("needs a person where it is no test, however green both runs are: %s", async (path, role) => {
    const run = scriptedChecks({ base: [green], view: [green], restored: [green], texts });
    for (const paths of [[path], ["src/a.js", path]]) {
      const verdict = await run.judge(paths);
      expect(verdict).toMatchObject({ passes: false, results: [{ state: "held" }] });
      expect(verdict.needsPerson).toContain(`: ${role}`);
    }
  });

  it("is tried with each file that only tests import as it is, and all others as before", async () => {
    const own = {
      base: {
        "test/a.test.js":
          'import "../lib/expect.js"; import "../src/max.js"; import "../src/a.js";',
        "lib/expect.js": "",
        "src/max.js": "",
        "src/a.js": "",
      },
    };
    const run = scriptedChecks({ base: [green], view: [green], restored: [green], texts: own });
    const verdict = await run.judge(["src/a.js", "src/max.js", "lib/expect.js"]);
    expect(verdict.passes).toBe(true);
    expect(run.asked.flatMap(({ restore }) => (restore ? [restore] : []))).toEqual([
      ["src/max.js", "lib/expect.js"],
      ["lib/expect.js"],
      ["src/max.js"],
    ]);
    // Alone it is what the tests run on, and the view has told.
    const alone = scriptedChecks({ base: [green], view: [green], texts: own });
    expect((await alone.judge(["lib/expect.js"])).passes).toBe(true);
  });

  it("lands where both runs are green", async () => {
    const run = scriptedChecks({ base: [green], view: [green], restored: [green], texts });
    expect((await run.judge(["src/a.js", "test/money.test.js"])).passes).toBe(true);
    expect(run.asked.map(({ restore }) => restore)).toEqual([
      undefined,
      undefined,
      ["test/money.test.js"],
    ]);
  });

  it("needs a person where the base's versions cannot be put back", async () => {
    const refused = ended(null, { stopped: "refused", why: "a link is in the way" });
    const run = scriptedChecks({ base: [green], view: [green], restored: [refused], texts });
    const verdict = await run.judge(["src/a.js", "test/money.test.js"]);
    expect(verdict.passes).toBe(false);
    expect(verdict.needsPerson).toContain("test/money.test.js: a test");
    expect(verdict.text).toContain("a link is in the way");
  });

  it("needs a person where source and test are one file", async () => {
    const both = {
      base: { "src/lib.rs": "fn a() {}\n#[cfg(test)]\nmod tests { fn t() { assert!(a()) } }" },
      view: { "src/lib.rs": "fn a() {}\n#[cfg(test)]\nmod tests { fn t() {} }" },
    };
    const run = scriptedChecks({ base: [green], view: [green], texts: both });
    const verdict = await run.judge(["src/lib.rs"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ state: "held" }] });
    expect(verdict.needsPerson).toContain("Tests inside of src/lib.rs");
  });

  it("is another dependency or version, and no script: one run is enough", async () => {
    const view = {
      "package.json": JSON.stringify({ version: "2", scripts: { test: "vitest run" } }),
    };
    const run = scriptedChecks({ base: [green], view: [green], texts: { ...texts, view } });
    expect((await run.judge(["src/a.js", "package.json"])).passes).toBe(true);
  });
});

describe("a check that only has an exit code", () => {
  const lint = [{ name: "lint", run: "eslint ." }];
  const texts = { base: { "eslint.config.js": "" } };

  it("says that it is all there is", async () => {
    const { judge } = scriptedChecks({ base: [ended(0)], view: [ended(2)] }, lint);
    expect(await judge(["src/a.js"])).toMatchObject({
      passes: false,
      results: [{ by: "exit-code" }],
      text: "lint (eslint ., by its exit code): fails with exit code 2; it passed before.\n    the last words",
    });
  });

  it("may fail as before, which shows nothing", async () => {
    const { judge } = scriptedChecks({ base: [ended(1)], view: [ended(1)] }, lint);
    expect(await judge(["src/a.js"])).toMatchObject({
      passes: true,
      text: expect.stringContaining("fails, as it did before: it shows nothing about this change."),
    });
  });

  it.each([126, 127])("cannot have been run where the shell ends with %i", async (code) => {
    const { judge, asked } = scriptedChecks({ base: [ended(code)], view: [ended(code)] }, lint);
    const verdict = await judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ state: "broken" }] });
    expect(verdict.needsPerson).toContain("no result of the project as it is");
    expect(verdict.text).toContain(`cannot be started (exit code ${code}): the last words`);
    // It is found again the next time: somebody may have installed it.
    await judge(["src/a.js"]);
    expect(asked.map(({ side }) => side)).toEqual(["base", "base"]);
  });

  it("cannot have been run where package.json has no such script", async () => {
    const own = [{ name: "lint", run: "npm run lint" }];
    const { judge } = scriptedChecks({ base: [ended(1)], view: [ended(1)] }, own);
    const verdict = await judge(["src/a.js"]);
    expect(verdict.passes).toBe(false);
    expect(verdict.text).toContain('package.json has no script "lint"');
  });

  it("needs a person where nobody can read what it starts, and is not kept", async () => {
    const readLine = () => ({ ok: true, value: { units: [], resources: [], opaque: [] } }) as const;
    const runs = { base: [ended(0)], view: [ended(0)] };
    const { judge, asked } = scriptedChecks(runs, undefined, { readLine });
    const verdict = await judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ state: "held" }] });
    expect(verdict.needsPerson).toContain("cannot read the command of this check");
    await judge(["src/a.js"]);
    expect(asked.map(({ side }) => side)).toEqual(["base", "view", "base", "view"]);
  });

  it("needs a person where what it runs changed, however green it is", async () => {
    const runs = { base: [ended(0)], view: [ended(0)], restored: [ended(0)], texts };
    const { judge } = scriptedChecks(runs, lint);
    for (const paths of [["eslint.config.js"], ["src/a.js", "eslint.config.js"]]) {
      const verdict = await judge(paths);
      expect(verdict).toMatchObject({ passes: false, results: [{ state: "held" }] });
      expect(verdict.needsPerson).toContain("eslint.config.js: configuration");
    }
    expect((await judge(["test/new.test.js"], "added")).passes).toBe(true);
  });

  it.each([
    ["a.test.js", true],
    ["b.test.js", false],
    ["eslint.config.js", false],
  ])("passes where a report beside it tells all tests that changed: %s", async (path, passes) => {
    const report = reported({ adds: "ok" });
    const own = { base: { ...texts.base, "a.test.js": "", "b.test.js": "" } };
    const runs = { base: [report], view: [report], restored: [report], texts: own };
    const checks = [...lint, { name: "tests", run: "vitest run" }];
    const verdict = await scriptedChecks(runs, checks).judge(["src/a.js", path]);
    expect(verdict.results.map(({ by }) => by)).toEqual(["exit-code", "report"]);
    expect(verdict.passes).toBe(passes);
    expect(verdict.needsPerson === undefined).toBe(passes);
  });

  it("needs a person where the report beside it did not pass", async () => {
    const good = reported({ adds: "ok" });
    const bad = reported({ adds: "skip" });
    const own = { base: { "a.test.js": "" } };
    const runs = { base: [good], view: [good, bad], restored: [good], texts: own };
    const checks = [...lint, { name: "tests", run: "vitest run" }];
    const verdict = await scriptedChecks(runs, checks).judge(["src/a.js", "a.test.js"]);
    expect(verdict.results.map(({ state }) => state)).toEqual(["held", "broken"]);
  });

  it("needs a person where a test is new only because its whole folder was replaced", async () => {
    const own = { base: { "test/a.test.js": "" } };
    const runs = { base: [ended(0)], view: [ended(0)], restored: [ended(0)], texts: own };
    const { required } = scriptedChecks(runs, lint);
    const changes = [
      { path: "test", kind: "changed", type: "directory", tree: true },
      { path: "test/a.test.js", kind: "added", type: "file" },
      { path: "src/a.js", kind: "changed", type: "file" },
    ] as const;
    const set = { changes, base: "the base" };
    const verdict = await required.judge(set, new AbortController().signal);
    expect(verdict.needsPerson).toContain("test/a.test.js: a test");
  });

  it("is what a runner without a report on the base falls back to", async () => {
    const { judge, asked } = scriptedChecks({ base: [ended(0)], view: [ended(0)] });
    expect(await judge(["src/a.js"])).toMatchObject({
      passes: true,
      results: [{ by: "exit-code" }],
    });
    expect(asked.map(({ command }) => command.split(" ").length)).toEqual([5, 5, 2, 2]);
  });

  it("is not what a runner falls back to whose report is missing once", async () => {
    const base = [ended(1), reported({ adds: "ok", splits: "bad" })];
    const view = [reported({ adds: "bad", splits: "bad" })];
    const verdict = await scriptedChecks({ base, view }).judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ by: "report" }] });
    expect(verdict.text).toContain("1 broke");
  });

  it("shows nothing where a runner fails on the base and says not which tests", async () => {
    const { judge, asked } = scriptedChecks({ base: [ended(1)], view: [ended(1)] });
    const verdict = await judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, results: [{ state: "broken" }] });
    expect(verdict.needsPerson).toContain("no result of the project as it is");
    expect(verdict.text).toContain("left no report that says which tests do");
    // It is found again the next time: the cause may have gone.
    await judge(["src/a.js"]);
    expect(asked.map(({ side }) => side)).toEqual(Array(6).fill("base"));
  });
});

describe("a run that was stopped", () => {
  it.each([
    ["time", "did not end in its time", false],
    ["flood", "printed or wrote without end", false],
    ["asks", "has to ask, and nobody is here to answer: net.fetch a.example", true],
    ["refused", "could not be run: net.fetch a.example", true],
  ] as const)("lands nothing, by name: %s", async (stopped, words, isForPerson) => {
    const why = "net.fetch a.example";
    const view = [ended(null, { stopped, ...(isForPerson ? { why } : {}) })];
    const { judge, asked } = scriptedChecks({ base: [green], view });
    const verdict = await judge(["src/a.js"]);
    expect(verdict.passes).toBe(false);
    expect(verdict.text).toContain(words);
    expect(verdict.needsPerson !== undefined).toBe(isForPerson);
    expect(asked).toHaveLength(2);
  });

  it("leaves nothing to compare with where it was the base's, and is not kept", async () => {
    const base = [ended(null, { stopped: "time" }), green];
    const { judge } = scriptedChecks({ base, view: [green] });
    const verdict = await judge(["src/a.js"]);
    expect(verdict).toMatchObject({ passes: false, needsPerson: expect.any(String) });
    expect((await judge(["src/a.js"])).passes).toBe(true);
  });

  it("is a refusal where the side cannot be made", async () => {
    const runCheck = async () => {
      throw new ToolError("unavailable", "no view here");
    };
    const { judge } = scriptedChecks({}, undefined, { runCheck });
    expect((await judge(["src/a.js"])).text).toContain("no view here");
  });
});

describe("which checks run", () => {
  const when = [{ name: "tests", run: "vitest run", when: ["src/**"] }];

  it("is those about what changed, hidden files too", async () => {
    const { judge, asked } = scriptedChecks({ base: [green], view: [green] }, when);
    expect(await judge(["README.md"])).toMatchObject({
      passes: true,
      text: "",
      card: [{ kind: "not-run", text: "tests  not run: nothing in src/** changed" }],
    });
    expect(asked).toEqual([]);
    await judge(["src/.env.js"]);
    expect(asked).toHaveLength(2);
  });

  it("is those about what lay in a removed folder, of which a set has the top only", async () => {
    const texts = { base: { "src/a.js": "", "lib/deep/a.test.js": "" } };
    const { judge, asked } = scriptedChecks(
      { base: [green], view: [green], restored: [green], texts },
      [{ name: "tests", run: "vitest run", when: ["src/*.js"] }],
    );
    await judge(["docs"], "removed");
    expect(asked).toEqual([]);
    await judge(["src"], "removed");
    await judge(["lib"], "removed");
    expect(asked.map(({ side, restore }) => restore ?? side)).toEqual([
      ...["base", "view", "view"],
      ["lib/deep/a.test.js"],
    ]);
  });

  it.each(["src", "./src", "src/", "{src,lib}", "s*"])(
    "is those about a folder named %s",
    async (name) => {
      const own = [{ name: "tests", run: "vitest run", when: [name] }];
      const { judge, asked } = scriptedChecks({ base: [green], view: [green] }, own);
      await judge(["docs/src/a.js"]);
      expect(asked).toEqual([]);
      await judge(["src/deep/a.js"]);
      expect(asked).toHaveLength(2);
    },
  );

  it("is those about what lay in a folder that gave way to a link or to another folder", async () => {
    const texts = { base: { "src/a.js": "" } };
    const runs = { base: [green], view: [green], texts };
    for (const change of [
      { kind: "changed", type: "link", tree: true },
      { kind: "changed", type: "file" },
      { kind: "changed", type: "directory", tree: true },
    ] as const) {
      const { required, asked } = scriptedChecks(runs, when);
      const changes = [{ path: "src", ...change }];
      await required.judge({ changes, base: "the base" }, new AbortController().signal);
      expect(asked).toHaveLength(2);
    }
    const kept = scriptedChecks(runs, when);
    const mode = [{ path: "src", kind: "changed", type: "directory" }] as const;
    await kept.required.judge({ changes: mode, base: "the base" }, new AbortController().signal);
    expect(kept.asked).toEqual([]);
  });

  it("is those about what a link of the base leads to", async () => {
    const listLinks = async () => new Map([["src", "core"]]);
    const runs = { base: [green], view: [green] };
    const { judge, asked } = scriptedChecks(runs, when, { listLinks });
    await judge(["docs/a.js"]);
    expect(asked).toEqual([]);
    await judge(["core/a.js"]);
    expect(asked).toHaveLength(2);
  });

  it("is all of them where nobody knows what a link leads to", async () => {
    const listLinks = async () => null;
    const runs = { base: [green], view: [green] };
    const { judge, asked } = scriptedChecks(runs, when, { listLinks });
    await judge(["docs/a.js"]);
    expect(asked).toHaveLength(2);
  });

  it("is also those whose tests or configuration changed", async () => {
    const view = [reported({ splits: "ok" })];
    const { judge } = scriptedChecks({ base: [green], view }, when);
    expect((await judge(["test/a.test.js"])).passes).toBe(false);
  });

  it("tells of all, and fails with any", async () => {
    const both = [
      { name: "tests", run: "vitest run" },
      { name: "size", check: async () => "src/a.js is too long" },
    ];
    const { judge } = scriptedChecks({ base: [green], view: [green] }, both);
    const verdict = await judge(["src/a.js"]);
    expect(verdict.passes).toBe(false);
    expect(verdict.text).toBe(
      "tests (vitest run): 2 pass.\nsize: holds it back.\n    src/a.js is too long",
    );
  });
});

describe("a check in code", () => {
  it("reads both sides, and runs commands in the view", async () => {
    const texts = { base: { "a.js": "1" }, view: { "a.js": "2" } };
    const check = async (
      view: Parameters<import("./function-check.ts").FunctionCheck["check"]>[0],
    ) =>
      (await view.readBase("a.js")) === "1" &&
      (await view.read("a.js")) === "2" &&
      (await view.run("true")).exitCode === 0 &&
      view.changes.length === 1;
    const { judge } = scriptedChecks({ view: [ended(0)], texts }, [{ name: "own", check }]);
    expect(await judge(["a.js"])).toMatchObject({ passes: true, text: "own: passes." });
  });

  it("holds the set back when it throws, and when it does not end", async () => {
    const checks = [
      { name: "throws", check: () => Promise.reject(new Error("a defect of mine")) },
      { name: "hangs", check: () => new Promise<boolean>(() => undefined) },
    ];
    const after = () => AbortSignal.abort();
    const [throwing, hanging] = checks.map((check) =>
      scriptedChecks({}, [check], check.name === "hangs" ? { after } : {}),
    );
    expect((await throwing?.judge(["a.js"]))?.text).toContain("a defect of mine");
    expect(await hanging?.judge(["a.js"])).toMatchObject({
      passes: false,
      text: expect.stringContaining("did not end in its time"),
    });
  });
});

describe("the words", () => {
  it("stay within a bound and hide nothing", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `\u001b[31mtest ${at} ${"x".repeat(400)}`);
    const with_ = (outcome: "ok" | "bad") =>
      reported(Object.fromEntries(names.map((name) => [name.replace("\u001b", "&#27;"), outcome])));
    const { judge } = scriptedChecks({ base: [with_("ok")], view: [with_("bad")] });
    const { text, card } = await judge(["src/a.js"]);
    expect(text).toContain("300 broke");
    expect(text).toContain("and 290 others");
    expect(text.length).toBeLessThan(8_100);
    expect(card.length).toBeLessThan(81);
    expect(JSON.stringify(card) + text).not.toContain("\u001b");
  });
});
