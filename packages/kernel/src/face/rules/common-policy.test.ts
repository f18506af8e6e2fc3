import type { PolicyLayer, Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createCommonPolicy } from "./common-policy.ts";

const variables: Variables = {
  workspace: ["/workspace"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/scratch"],
};
const deny = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;

describe("the policy that sessions share", () => {
  it("the common policy is compiled once while nothing changes", () => {
    const policyOf = createCommonPolicy({ policy: [{ scope: "project", rules: [deny] }] });
    expect(policyOf({ ...variables })).toBe(policyOf({ ...variables }));
  });

  it("the common policy is compiled again when the variables differ", () => {
    const policyOf = createCommonPolicy({});
    const other = { ...variables, workspace: ["/elsewhere"] } as never;
    expect(policyOf(variables)).not.toBe(policyOf(other));
  });

  it("sessions share the common policy but for the rules that name their own scratch folder", () => {
    const policyOf = createCommonPolicy({ policy: [{ scope: "project", rules: [deny] }] });
    const one = policyOf(variables);
    const other = policyOf({ ...variables, scratch: ["/other"] });
    const own = other.rules.filter((rule, index) => rule !== one.rules[index]);
    expect(own.map(({ reference }) => reference.rule.pattern)).toEqual([
      "{scratch}/**",
      "{scratch}/**",
    ]);
    expect(own.map(({ paths }) => paths.map(({ text }) => text))).toEqual([
      ["/other/**"],
      ["/other/**"],
    ]);
    expect(other.rules.length).toBe(one.rules.length);
  });

  it("the common policy is compiled again when a host has changed its rules, in a list or in a rule", () => {
    const rules = [{ ...deny } as { permission: string; pattern: string; action: "deny" }];
    const layer: PolicyLayer = { scope: "project", rules };
    const policyOf = createCommonPolicy({ defaultPolicy: false, policy: [layer] });
    const first = policyOf(variables);
    rules.push({ ...deny, pattern: "**/key" });
    const second = policyOf(variables);
    expect([first.rules.length, second.rules.length]).toEqual([1, 2]);
    if (rules[0]) rules[0].pattern = "**/other";
    expect(policyOf(variables)).not.toBe(second);
  });

  it("a wrong common policy is refused each time it is compiled", () => {
    const policyOf = createCommonPolicy({ policy: [{ scope: "project", rules: 5n as never }] });
    for (let time = 0; time < 2; time += 1)
      expect(() => policyOf(variables)).toThrow("rules must be a list");
  });
});
