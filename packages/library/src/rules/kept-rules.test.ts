import type { KeptRules } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { addKeptRules, listKeptRules, removeKeptRules } from "./kept-rules.ts";

const PLACE = { file: "rules.jsonc", workspace: "/home/mira/ledger" };

function given(pattern: string, callId = "call_1"): KeptRules {
  return {
    rules: [{ permission: "shell.run", pattern, action: "allow" }],
    words: `${pattern.replace(" *", "")} with any arguments`,
    sessionId: "ses_1",
    callId,
    atMs: Date.UTC(2026, 10, 18, 14, 2),
  };
}

describe("rules that a person gave on a card", () => {
  it("are written below when they came and from which call, in a file that names its project", () => {
    expect(
      addKeptRules(null, given("npm test *"), PLACE),
    ).toBe(`// Your own rules for /home/mira/ledger.
// Each holds in this project only, until you take it out.
{
  "rules": [
    // 2026-11-18 14:02 UTC, call call_1: you allowed npm test with any arguments, in this project.
    { "permission": "shell.run", "pattern": "npm test *", "action": "allow" }
  ]
}
`);
  });

  it("stand once, are listed with their comment, and go one by one", () => {
    const one = addKeptRules(null, given("npm test *"), PLACE);
    expect(addKeptRules(one, given("npm test *", "call_2"), PLACE)).toBe(one);
    const two = addKeptRules(one, given("git add *", "call_2"), PLACE);
    const [first, second] = listKeptRules(two, PLACE.file);
    expect(second).toMatchObject({
      rule: { pattern: "git add *" },
      given: expect.stringContaining("call call_2: you allowed git add"),
    });
    const left = removeKeptRules(two, new Set([first?.id ?? ""]), PLACE.file);
    expect(listKeptRules(left, PLACE.file)).toEqual([second]);
    expect(left).not.toContain("npm test");
    expect(left).toContain("/home/mira/ledger");
    const none = removeKeptRules(left, new Set([second?.id ?? ""]), PLACE.file);
    expect(listKeptRules(none, PLACE.file)).toEqual([]);
    expect(listKeptRules(addKeptRules(none, given("npm test *"), PLACE), PLACE.file)).toHaveLength(
      1,
    );
  });

  it("leave a person's own rules and comments as they are", () => {
    const own = `{
  "rules": [
    // mine
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }, // secrets
    // the end
  ]
}
`;
    const text = addKeptRules(own, given("npm test *"), PLACE);
    const kept = listKeptRules(text, PLACE.file).find(({ rule }) => rule.action === "allow");
    const left = removeKeptRules(text, new Set([kept?.id ?? ""]), PLACE.file);
    for (const part of ["// mine", "// secrets", '"action": "deny"']) expect(left).toContain(part);
    expect(listKeptRules(left, PLACE.file)).toHaveLength(1);
  });

  it("cannot break out of their comment", () => {
    const text = addKeptRules(
      null,
      { ...given("npm test *"), words: 'x\n{ "a": 1 }\u2028*/' },
      PLACE,
    );
    expect(listKeptRules(text, PLACE.file)).toHaveLength(1);
  });
});
