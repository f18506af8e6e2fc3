import type { PolicyRule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { findIdleRules } from "./idle-rules.ts";

const KNOWN = {
  tools: ["bash", "read", "write", "mcp__github__create_issue", "openapi__billing__list"],
  servers: ["github", "asleep"],
  roots: ["/work/app", "/tmp"],
  isThere: (path: string) => ["/etc", "/work/app/src"].includes(path),
};

function find(permission: string, pattern: string, file: string | undefined = "policy.jsonc") {
  const rule: PolicyRule = { permission, pattern, action: "deny" };
  const layer = { scope: "project" as const, rules: [rule], lines: [3] };
  const [found] = findIdleRules([file === undefined ? layer : { ...layer, file }], KNOWN);
  return found === undefined ? null : [found.reason, found.near];
}

describe("findIdleRules", () => {
  it.each([
    ["bsah", 'no tool here is called "bsah"', "bash"],
    ["Bash", 'no tool here is called "Bash"', "bash"],
    ["shel.run", 'no tool here is called "shel.run"', "shell.run"],
    ["frobnicate", 'no tool here is called "frobnicate"', null],
    ["mcp__gihub__*", 'no server here is called "gihub"', "mcp__github__*"],
    ["mcp__github__create_isue", 'github has no tool "create_isue"', "mcp__github__create_issue"],
    ["openapi__biling__list", 'no server here is called "biling"', null],
    ["xyz*", 'no tool here is called "xyz*"', null],
  ])("tells a permission that nothing here has: %s", (permission, reason, near) => {
    expect(find(permission, "git *")).toEqual([reason, near]);
  });

  it.each([
    "bash",
    "*",
    "shell.run",
    "data.send",
    "mcp__github__*",
    "mcp__gi*",
    "mcp__asleep__any",
  ])("says nothing of %s, which something here has or may have", (permission) => {
    expect(find(permission, "git *")).toBeNull();
  });

  it.each([
    ["C:\\proj\\.env", "its pattern is a path of Windows, which means nothing here", null],
    ["D:/proj/**", "its pattern is a path of Windows, which means nothing here", null],
    ["\\\\server\\share", "its pattern is a path of Windows, which means nothing here", null],
    ["src\\lib\\**", "a backslash does not part folders here", "src/lib/**"],
    ["/src/**", "it names a place outside every open folder, and nothing is there", "src/**"],
    ["/nowhere/x", "it names a place outside every open folder, and nothing is there", null],
  ])("tells a path that nothing here has: %s", (pattern, reason, near) => {
    expect(find("fs.read", pattern)).toEqual([reason, near]);
    expect(find("read", pattern)).toEqual([reason, near]);
  });

  it.each([
    "src/**",
    "**/.env",
    "/etc/hosts",
    "/work/app/gone/**",
    "/tmp/x",
    "/{nowhere,etc}/x",
    "{workspace}/x",
    "a\\*b",
    "/**",
  ])("says nothing of %s", (pattern) => {
    expect(find("fs.read", pattern)).toBeNull();
  });

  it("takes a backslash of a command for what it is, and looks at rules of files only", () => {
    expect(find("shell.run", "C:\\tool.exe *")).toBeNull();
    expect(
      findIdleRules(
        [{ scope: "manifest", rules: [{ permission: "nope", pattern: "*", action: "ask" }] }],
        KNOWN,
      ),
    ).toEqual([]);
  });
});
