import { expect, test } from "vitest";
import { readRuleFile } from "./read-rule-file.ts";

const place = { file: "policy.jsonc", scope: "project" } as const;

test("comments and trailing commas are blanks, and every rule keeps its line", () => {
  const text = `\uFEFF// first
{ /* two
     three */
  "rules": [
    { "permission": "bash", "pattern": "echo // *", "action": "allow" },
    // six
    { "permission": "env", "pattern": "A", "action": "ask", },
  ],
}`;
  const layer = readRuleFile(text, place);
  expect(layer.lines).toEqual([5, 7]);
  expect(layer.rules.map(({ pattern }) => pattern)).toEqual(["echo // *", "A"]);
});

test("a name written twice is refused", () => {
  expect(() => readRuleFile('{"rules":[], "rules":[]}', place)).toThrow("policy.jsonc");
});
