import { describe, expect, it } from "vitest";
import { compilePathPattern } from "./path-pattern.ts";
import { PROTECTED_NAMES, PROTECTED_PATTERNS, protectedPathReason } from "./protected-paths.ts";

describe("protectedPathReason", () => {
  it.each([
    "/ws/.git",
    "/ws/.git/config",
    "/ws/vendor/lib/.git/hooks/post-checkout",
    "/ws/.GIT/config",
    "/ws/.git./config",
    "/ws/.git /config",
    "/ws/.git . ./config",
    "/ws/.g\u200bit/config",
    "/ws/\u200d.git\ufeff/config",
    "/ws/git~1/config",
    "/ws/GIT~1/config",
    "/ws/.git::$INDEX_ALLOCATION/config",
    "/ws/.hg/hgrc",
    "/ws/.svn/x",
    "/ws/.vſcode/tasks.json",
    "/ws/.idea/workspace.xml",
    "/ws/.husky/pre-commit",
    "/ws/.toolplane/rules.json",
    "/ws/.mcp.json",
    "/ws/sub/.MCP.json",
    "/ws/.envrc",
    "/ws/.envrc. ",
    "/.git/x",
  ])("protects %j", (path) => {
    expect(protectedPathReason(path)).toMatch(/ is protected: /);
  });

  it.each([
    "/",
    "/ws",
    "/ws/.gitignore",
    "/ws/.github/workflows/a.yml",
    "/ws/git/config",
    "/ws/a.git/config",
    "/ws/.git-blame",
    "/ws/git~10/x",
    "/ws/.env",
    "/ws/mcp.json",
    "/ws/.envrc/x",
    "/ws/.mcp.json/x",
    "/ws/docs/é.md",
  ])("leaves %j alone", (path) => {
    expect(protectedPathReason(path)).toBeNull();
  });

  it("says the same as its patterns for plain names", () => {
    expect(PROTECTED_PATTERNS).toHaveLength(PROTECTED_NAMES.length);
    const patterns = PROTECTED_PATTERNS.map(compilePathPattern);
    for (const { name } of PROTECTED_NAMES) {
      for (const path of [`/ws/${name}`, `/ws/${name.toUpperCase()}/x`, `/ws/x${name}`]) {
        const isMatched = patterns.some((pattern) => pattern.matchesFolded(path));
        expect(protectedPathReason(path) !== null).toBe(isMatched);
      }
    }
  });
});
