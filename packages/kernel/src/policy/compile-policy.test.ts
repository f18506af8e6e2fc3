import { ConfigurationError, type Rule, type Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compile-policy.ts";
import { defaultPolicy } from "./default-policy.ts";

const variables: Variables = {
  workspace: ["/ws"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/s1"],
};

function load(rule: unknown, extra: object = {}): unknown {
  return compilePolicy({
    layers: [{ scope: "session", rules: [rule as Rule], ...extra }],
    variables,
  });
}

describe("compilePolicy", () => {
  it("takes rules of permission, pattern and action, where the permission is a tool id, a capability or * [R142] [R143]", () => {
    const rules: readonly Rule[] = [
      { permission: "bash", pattern: "git *", action: "allow" },
      { permission: "fs.read", pattern: "**/.env", action: "deny" },
      { permission: "mcp__wx__*", pattern: "**", action: "ask" },
      { permission: "*", pattern: "**", action: "ask" },
    ];
    const policy = compilePolicy({ layers: [{ scope: "project", rules }], variables });
    expect(policy.rules.map(({ reference }) => reference)).toEqual(
      rules.map((rule) => ({ rule, source: { scope: "project" } })),
    );
    expect(policy.allowsEverything).toBe(false);
  });

  it("layers manifest, session and project rules, each knowing its file and line [R146]", () => {
    const rule: Rule = { permission: "read", pattern: "a", action: "allow" };
    const policy = compilePolicy({
      layers: [
        { scope: "manifest", rules: [rule] },
        { scope: "session", rules: [rule] },
        { scope: "project", rules: [rule, rule], file: "rules.json", lines: [3, 9] },
      ],
      variables,
    });
    expect(policy.rules.map(({ reference }) => reference.source)).toEqual([
      { scope: "manifest" },
      { scope: "session" },
      { scope: "project", file: "rules.json", line: 3 },
      { scope: "project", file: "rules.json", line: 9 },
    ]);
  });

  it.each([
    [{ permission: "bash", pattern: "git *", action: "alow" }, "unknown action"],
    [{ permission: "bash", pattern: "git *" }, "unknown action"],
    [{ permission: "bash", pattern: { re: ".*" }, action: "allow" }, "pattern must be text"],
    [{ permission: 7, pattern: "a", action: "allow" }, "permission must be text"],
    [{ permission: "", pattern: "**", action: "allow" }, "permission is empty"],
    [{ permission: " bash", pattern: "**", action: "allow" }, "holds no spaces"],
    [{ permission: "fs.read", pattern: "~/.ssh/**", action: "deny" }, "knows no ~"],
    [{ permission: "fs.read", pattern: "{ad-hoc}/../x", action: "deny" }, ".. segment"],
    [{ permission: "a*b", pattern: "**", action: "allow" }, "may only end a permission"],
    [{ permission: "fs.*", pattern: "**", action: "deny" }, 'unknown capability "fs.*"'],
    [{ permission: "fs.read", pattern: "a", action: "allow", scope: "x" }, 'unknown key "scope"'],
    [{ permission: "fs.read", patern: "a", action: "allow" }, 'did you mean "pattern"?'],
    [{ permission: "fs.read", pattern: "{worksapce}/**", action: "allow" }, "undefined variable"],
    [{ permission: "fs.read", pattern: "{workspace/**", action: "allow" }, "unbalanced brace"],
    [{ permission: "fs.write", pattern: "../x", action: "allow" }, ".. segment"],
    [{ permission: "*", pattern: "{workspace}/../x", action: "allow" }, ".. segment"],
    [{ permission: "read", pattern: "a/../b", action: "allow" }, ".. segment"],
    [{ permission: "net.fetch", pattern: "https://a.test/", action: "deny" }, "is not a host"],
    [{ permission: "fs.read", pattern: "a\0b", action: "deny" }, "NUL"],
    [{ permission: "bash", pattern: "a\0b", action: "deny" }, "NUL"],
    [{ permission: "fs.read", pattern: "a", action: "deny", match: "a" }, "lists of text"],
    [null, "must be an object"],
    [[], "must be an object"],
  ])("refuses %j", (rule, message) => {
    expect(() => load(rule)).toThrow(ConfigurationError);
    expect(() => load(rule)).toThrow(message);
    expect(() => load(rule)).toThrow(/^session rules\[0\]: /);
  });

  it("names file and line of the rule that does not compile", () => {
    const bad = { permission: "bash", pattern: "x", action: "no" };
    expect(() => load(bad, { file: "rules.json", lines: [12] })).toThrow(/^rules\.json:12: /);
    expect(() => load(bad, { file: "rules.json" })).toThrow(/^rules\.json rules\[0\]: /);
    expect(() =>
      compilePolicy({
        layers: [{ scope: "project", rules: {} as never, file: "r.json" }],
        variables,
      }),
    ).toThrow("r.json: rules must be a list");
  });

  it("takes braces and dots of a command as text", () => {
    expect(() =>
      load({ permission: "bash", pattern: "awk {print} ../x", action: "allow" }),
    ).not.toThrow();
    expect(() => load({ permission: "bash", pattern: "", action: "allow" })).not.toThrow();
  });

  it.each<[Rule, boolean]>([
    [
      {
        permission: "fs.read",
        pattern: "src/*.ts",
        action: "allow",
        match: ["src/a.ts", "{workspace}/src/b.ts", "/ws/src/c.ts"],
        no_match: ["src/a/b.ts", "/etc/a.ts"],
      },
      true,
    ],
    [
      { permission: "fs.read", pattern: "**/.env", action: "deny", match: [".ENV", "/etc/.env"] },
      true,
    ],
    [{ permission: "fs.read", pattern: "**/.env", action: "allow", match: [".ENV"] }, false],
    [
      {
        permission: "net.fetch",
        pattern: "*.a.test",
        action: "allow",
        match: ["b.a.test", "https://c.a.test/x"],
        no_match: ["a.test", "b.a.test:8080", "http://b.a.test:81/"],
      },
      true,
    ],
    [
      { permission: "net.fetch", pattern: "*.a.test", action: "deny", match: ["b.a.test:8080"] },
      true,
    ],
    [
      {
        permission: "bash",
        pattern: "git push *",
        action: "deny",
        match: ["git push", "/usr/bin/git push -f"],
        no_match: ["git pull"],
      },
      true,
    ],
    [
      { permission: "bash", pattern: "git push *", action: "allow", match: ["/usr/bin/git push"] },
      false,
    ],
    [
      {
        permission: "env",
        pattern: "AWS_*",
        action: "deny",
        match: ["AWS_KEY"],
        no_match: ["HOME"],
      },
      true,
    ],
    [
      {
        permission: "mcp__wx__*",
        pattern: "mcp:wx/*",
        action: "allow",
        match: ["mcp:wx/now"],
        no_match: ["mcp:wz/now"],
      },
      true,
    ],
    [
      {
        permission: "read",
        pattern: "docs/**",
        action: "allow",
        match: ["docs/a"],
        no_match: ["src/a"],
      },
      true,
    ],
    [{ permission: "fs.read", pattern: "src/**", action: "allow", no_match: ["src/a"] }, false],
  ])("checks the examples of %j", (rule, agrees) => {
    if (agrees) expect(() => load(rule)).not.toThrow();
    else expect(() => load(rule)).toThrow(/^session rules\[0\]: .*example/);
  });

  it("checks examples without a workspace too", () => {
    const rule: Rule = {
      permission: "fs.read",
      pattern: "{workspace}/a",
      action: "allow",
      match: ["a"],
    };
    const none = { ...variables, workspace: [], apis: [] };
    const host: Rule = {
      permission: "net.fetch",
      pattern: "*.{apis}",
      action: "allow",
      no_match: ["a.other.test"],
    };
    expect(() =>
      compilePolicy({ layers: [{ scope: "session", rules: [host] }], variables: none }),
    ).not.toThrow();
    expect(() =>
      compilePolicy({ layers: [{ scope: "session", rules: [rule] }], variables: none }),
    ).not.toThrow();
  });

  it("calls a rule literal only when it has no wildcard in any reading", () => {
    const literal = (permission: string, pattern: string) =>
      compilePolicy({
        layers: [{ scope: "session", rules: [{ permission, pattern, action: "allow" }] }],
        variables,
      }).rules[0]?.literal;
    expect([
      literal("fs.write", ".git/config"),
      literal("bash", "git push"),
      literal("fs.write", "a\\*b"),
    ]).toEqual([true, true, true]);
    expect([
      literal("fs.write", ".git/"),
      literal("bash", "git *"),
      literal("*", "rm \\*"),
      literal("fs.write", ""),
    ]).toEqual([false, false, false, false]);
    expect([
      literal("fs.write", "{workspace}/{a,b}"),
      literal("fs.write", "**"),
      literal("net.fetch", "a.test"),
    ]).toEqual([true, false, true]);
  });

  it("knows a policy that allows everything", () => {
    const all: Rule = { permission: "*", pattern: "**", action: "allow" };
    const of = (rules: readonly Rule[]) =>
      compilePolicy({ layers: [{ scope: "session", rules }], variables }).allowsEverything;
    expect(of([all, { ...all, pattern: "*" }])).toBe(true);
    expect(of([])).toBe(false);
    expect(of([all, { ...all, permission: "read" }])).toBe(false);
    expect(of([all, { ...all, action: "ask" }])).toBe(false);
    expect(of([{ ...all, pattern: "/**" }])).toBe(false);
  });

  it("compiles the default policy, which only ever allows", () => {
    const policy = compilePolicy({ layers: [defaultPolicy()], variables });
    expect(new Set(policy.rules.map((rule) => `${rule.scope} ${rule.action}`))).toEqual(
      new Set(["default allow"]),
    );
  });
});
