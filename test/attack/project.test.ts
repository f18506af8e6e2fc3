import { describe, expect, it } from "vitest";
import { someCase } from "./case-fixture.ts";
import type { AttackCase, Given } from "./harness/attack-case.ts";
import { runCase } from "./harness/run-case.ts";

// Projects and subagents of a case go the product's own way: files, trust, settings, child sessions.
const allow = { permission: "fs.read", pattern: "{workspace}/**", action: "allow" };
const read = { tool: "read", args: { path: "README.md" } };

async function outcome(given: Given, call: AttackCase["call"] = read) {
  const found = await runCase(someCase({ given, call, expect: "allow" }), {
    sandbox: true,
    ipv6: true,
  });
  if (found.kind !== "graded") throw new Error(found.reason);
  return found.grade.outcome;
}

const tool = {
  id: "deploy",
  description: "d",
  parameters: { type: "object", properties: {} },
  requires: {},
};

describe("the project of a case", () => {
  it("says nothing before it is trusted, and nothing once it changed", async () => {
    const projectConfig = { rules: [allow] };
    expect(await outcome({ rules: [], projectConfig })).toBe("ask");
    expect(await outcome({ rules: [], projectConfig, projectTrusted: false })).toBe("ask");
    expect(await outcome({ rules: [], projectConfig, projectTrusted: { hash: "x" } })).toBe("ask");
    expect(await outcome({ rules: [], projectConfig, projectTrusted: true })).toBe("allow");
  });

  it.each([
    ["mode", { mode: "yolo" }],
    ["a capability", { caps: { fs: { read: ["/**"] } } }],
    ["a hook", { hooks: { sessionStart: "true" } }],
    ["the default policy", { defaultPolicy: true }],
  ])("cannot say %s, and is then not trusted at all", async (_, more) => {
    const projectConfig = { ...more, rules: [allow] };
    expect(await outcome({ rules: [], projectConfig, projectTrusted: true })).toBe("ask");
  });

  it("brings its tools with trust only, and none that breaks a locked shape", async () => {
    const rules = [{ permission: "*", pattern: "**", action: "allow" }];
    const call = { tool: "deploy", args: {} };
    const projectConfig = { tools: [tool] } as never;
    expect(await outcome({ rules, projectConfig, projectTrusted: false }, call)).toBe("error");
    expect(await outcome({ rules, projectConfig, projectTrusted: true }, call)).toBe("allow");
    const shadow = { tools: [{ ...tool, id: "read" }] } as never;
    expect(await outcome({ rules: [allow], projectConfig: shadow, projectTrusted: true })).toBe(
      "allow",
    );
  });
});

describe("a subagent of a case", () => {
  it("has no more than its parent, and neither's answers are the other's", async () => {
    const given = { tool: "read", args: { path: "README.md" }, choice: "always" };
    expect(await outcome({ rules: [allow], subagent: { rules: [allow] } })).toBe("allow");
    expect(await outcome({ rules: [], subagent: { rules: [allow] } })).toBe("ask");
    expect(await outcome({ rules: [], approvals: [given] })).toBe("allow");
    expect(await outcome({ rules: [], approvals: [given], subagent: {} })).toBe("ask");
    expect(await outcome({ rules: [], subagentApprovals: [given] })).toBe("ask");
    const caps = { fs: { read: ["{workspace}/src/**"] } };
    expect(await outcome({ rules: [allow], subagent: { caps } })).toBe("deny");
  });
});
