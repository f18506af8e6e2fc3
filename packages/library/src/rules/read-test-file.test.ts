import { expect, test } from "vitest";
import { isTestFile, readTestFile } from "./read-test-file.ts";

test("reads calls with the verdict they must get", () => {
  const text = `{
  "rules": "policy.jsonc", // beside it
  "tests": [
    { "tool": "read", "arguments": { "path": ".env" }, "expect": "deny", "name": "secrets" },
  ]
}`;
  expect(isTestFile(text, "t")).toBe(true);
  expect(readTestFile(text, "t")).toEqual({
    file: "t",
    rules: ["policy.jsonc"],
    tests: [
      { tool: "read", arguments: { path: ".env" }, expect: "deny", name: "secrets", line: 4 },
    ],
  });
  expect(isTestFile('{ "rules": [] }', "t")).toBe(false);
  expect(isTestFile("[]", "t")).toBe(false);
});

test.each([
  ['{"tests":1}', "t: tests must be a list"],
  ['{"tests":[], "extra":1}', 't:1: unknown name "extra"'],
  ['{"tests":[{"tool":"a","expect":"yes"}]}', "t:1: expect must be allow, ask or deny"],
  ['{"tests":[{"expect":"deny"}]}', "t:1: tool must be the id of one"],
  ['{"tests":[{"tool":"a","expect":"deny","args":{}}]}', 't:1: unknown name "args" in a test'],
  ['{"tests":[\n{"tool":"a","expect":"deny","arguments":[]}]}', "t:2: arguments must be an object"],
  ['{"rules":[1],"tests":[]}', "t:1: rules names a rule file, or several"],
  ['{"tests":[}', "t:1: is not JSON"],
])("refuses %s", (text, message) => {
  expect(() => readTestFile(text, "t")).toThrow(message);
});
