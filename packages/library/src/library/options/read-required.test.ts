import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { typedChecks } from "../../checks/typed-checks.ts";
import { readRequired } from "./read-required.ts";

const folder = mkdtempSync(join(tmpdir(), "toolplane-require-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "policy.jsonc");
writeFileSync(
  file,
  '{ "rules": [], "land": { "require": [{ "name": "tests", "run": "npm test" }] } }',
);

describe("the checks that a program requires", () => {
  it("are its own, functions too, and those of the rule file that it names", async () => {
    const own = { name: "own", check: async () => true };
    expect(await readRequired({ require: [own], policy: file })).toEqual([
      own,
      { name: "tests", run: "npm test", place: `${file}:1` },
    ]);
    expect(await readRequired({})).toEqual([]);
  });

  it.each([
    ["no command", [{ name: "a" }], 'require[0]: "run" must be'],
    ["a function that is none", [{ name: "a", check: "npm test" }], "require[0]: a check has no"],
    ["one name twice", [{ name: "tests", run: "x" }], 'two checks named "tests"'],
  ])("are refused by name: %s", async (_, require, words) => {
    await expect(readRequired({ require: require as never, policy: file })).rejects.toThrow(words);
  });
});

describe("--require", () => {
  it("names each check after its command", () => {
    const long = `npm run ${"a".repeat(100)}`;
    expect(typedChecks(["npm test", "npm test", long])).toEqual([
      { name: "npm test", run: "npm test", place: "--require" },
      { name: `${long.slice(0, 30)}… (2)`, run: long, place: "--require" },
    ]);
  });

  it("refuses what is no command", () => {
    expect(() => typedChecks([" "])).toThrow("--require: ");
  });
});
