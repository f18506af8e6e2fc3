import type { Rule } from "@toolplane/contract";
import { expect, test } from "vitest";
import { appendRules } from "./append-rules.ts";
import { readRuleFile } from "./read-rule-file.ts";

const RULE: Rule = { permission: "bash", pattern: "npm test", action: "allow" };
const read = (text: string) => readRuleFile(text, { file: "p", scope: "project" });

test("makes a file where there is none", () => {
  expect(appendRules(null, [{ rule: RULE, comment: "from x:1" }], "p")).toBe(`{
  "rules": [
    // from x:1
    { "permission": "bash", "pattern": "npm test", "action": "allow" }
  ]
}
`);
});

test("keeps what stands there, with its comments and its trailing comma", () => {
  const before = `{ // mine
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }, // secrets
  ]
}
`;
  const after = appendRules(before, [{ rule: RULE, comment: "" }], "p");
  expect(after).toContain(`"action": "deny" }, // secrets`);
  expect(after).toContain("{ // mine");
  expect(read(after).rules).toEqual([...read(before).rules, RULE]);
});

test("puts a comma after the last rule, before its comment", () => {
  const before = `[
  { "permission": "env", "pattern": "A", "action": "ask" } // it, }
]`;
  const after = appendRules(before, [{ rule: RULE, comment: "" }], "p");
  expect(after).toContain(`"action": "ask" }, // it, }`);
  expect(read(after).rules).toHaveLength(2);
});

test("adds no rule twice, and no line of a comment becomes a rule", () => {
  const once = appendRules(null, [{ rule: RULE, comment: "a\u2028b\r{" }], "p");
  expect(appendRules(once, [{ rule: RULE, comment: "again" }], "p")).toBe(once);
  expect(read(once).rules).toEqual([RULE]);
});

test("refuses a file that is none", () => {
  expect(() => appendRules('{"rules": 1}', [{ rule: RULE, comment: "" }], "p")).toThrow("p: ");
});
