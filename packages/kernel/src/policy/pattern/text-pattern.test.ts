import { describe, expect, it } from "vitest";
import { compileTextPattern } from "./text-pattern.ts";

describe("compileTextPattern", () => {
  it.each([
    ["mcp:wx/*", "mcp:wx/weather/now", true],
    ["mcp:wx/*", "mcp:wxx/weather", false],
    ["a*c", "a/b/c", true],
    ["a*c", "abcd", false],
    ["a?c", "abc", false],
    ["{a,b}", "{a,b}", true],
    ["a.c", "abc", false],
    ["*", "", true],
    ["", "", false],
    ["a*a", "a", false],
  ])("%j over %j is %s", (pattern, subject, expected) => {
    expect(compileTextPattern(pattern).matches(subject)).toBe(expected);
  });

  it("restricts whatever the letter case", () => {
    expect(compileTextPattern("AWS_*").matches("aws_key")).toBe(false);
    expect(compileTextPattern("AWS_*").matchesFolded("aws_key")).toBe(true);
  });

  it("a text pattern is literal without a star", () => {
    expect(compileTextPattern("a?b").literal).toBe(true);
    expect(compileTextPattern("a*b").literal).toBe(false);
    expect(compileTextPattern("").literal).toBe(false);
  });

  it("comes to an end with a pattern made to be slow", () => {
    expect(compileTextPattern(`${"*a".repeat(50)}*b`).matches("a".repeat(10_000))).toBe(false);
  });
});
