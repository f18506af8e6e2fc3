/** Changes of what a check is made of: alone they look harmless, and what comes after them would land red. */
import { describe, expect, it } from "vitest";
import { SAMPLED_MS } from "../sample.ts";
import { type Files, openCheckWorld } from "./check-world.ts";
import { EVASIONS } from "./evasions.ts";
import { all, type Edit, editing, NODE, SOURCE, TESTS, VITEST, writing } from "./money-project.ts";

const FAULT = editing(SOURCE, (text) => text.replace("Math.round(a * 100)", "a * 10"));

/** A project whose test asks a helper in a folder of source, and whose check is a program in a folder. */
const HELPED: Files = {
  ...NODE.files,
  "lib/expect.js": "export const same = (a, b) => {\n  if (a !== b) throw new Error(`${a}`);\n};\n",
  "lib/index.js": 'export { add } from "../src/money.js";\n',
  "tools/check/index.js": `import "../../${TESTS}";\n`,
  cases: "-> test",
  [TESTS]: `import { test } from "node:test";
import { same } from "../lib/expect.js";
import { cents } from "../src/money.js";
test("counts cents", () => same(cents(1.5), 150));
`,
};

async function judge(run: string, before: Files, edit: Edit) {
  const world = await openCheckWorld([{ name: "tests", run, within: "2m" }]);
  const verdict = await world.judge({ before, after: edit(before) });
  await world.close();
  return verdict;
}

describe("a set that changes only how the tests are run", { timeout: SAMPLED_MS }, () => {
  it.each([
    ["the script prints a report", NODE, "package.json: scripts"],
    ["the setup writes the report", NODE, "prepare.mjs: run by it"],
    ["the configuration writes the report", VITEST, "vitest.config.mjs: configuration"],
    ["the shell of scripts does nothing", NODE, ".npmrc: configuration"],
  ] as const)("is for a person, who reads what it is: %s", async (name, flavour, words) => {
    const hide = EVASIONS[name]?.({ about: "cents", flavour }) ?? all();
    const verdict = await judge("npm test", flavour.files, hide);
    expect(verdict.passes, verdict.text).toBe(false);
    if (verdict.results[0]?.state === "held") expect(verdict.needsPerson).toContain(words);
  });
});

describe("a fault behind another part of a check", { timeout: SAMPLED_MS }, () => {
  const weaker = editing("lib/expect.js", (text) => text.replace("a !== b", "false"));
  it.each([
    ["a helper outside of the test folders", "npm test", weaker],
    ["a package for the tests alone", "npm test", writing("test/node_modules/x/index.js", "")],
    [
      "the program behind the name of a folder",
      "node tools/check",
      editing("tools/check/index.js", () => "\n"),
    ],
    ["a file behind a link", "node cases/money.test.js", editing(TESTS, () => "\n")],
  ] as const)("does not land: %s", async (_, run, hide) => {
    const verdict = await judge(run, HELPED, all(FAULT, hide));
    expect(verdict.passes, verdict.text).toBe(false);
  });

  it.each([
    ["tidier source", editing(SOURCE, (text) => text.replace("a + b", "b + a"))],
    [
      "source and a helper that says more",
      all(
        editing(SOURCE, (text) => text.replace("a + b", "b + a")),
        editing("lib/expect.js", (text) => text.replace("`${a}`", "`${a} is not ${b}`")),
      ),
    ],
    [
      "source, its test, and a file more",
      all(
        editing(SOURCE, (text) => `${text}export const half = (a) => a / 2;\n`),
        editing("lib/index.js", (text) => `${text}export { half } from "../src/money.js";\n`),
        writing("src/third.js", "export const third = (a) => a / 3;\n"),
        editing(TESTS, (text) => `${text}test("counts none", () => same(cents(0), 0));\n`),
      ),
    ],
  ] as const)("lands: %s", async (_, edit) => {
    const verdict = await judge("npm test", HELPED, edit);
    expect(verdict.passes, verdict.text).toBe(true);
  });
});
