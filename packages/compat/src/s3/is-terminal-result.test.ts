import { describe, expect, it } from "vitest";
import { isTerminalResult } from "./is-terminal-result.ts";

describe("isTerminalResult", () => {
  it("is true when terminal is true [R087]", () => {
    expect(isTerminalResult({ terminal: true })).toBe(true);
    expect(isTerminalResult({ success: true, terminal: true })).toBe(true);
    expect(isTerminalResult({ success: false, terminal: true, needsFollowup: true })).toBe(true);
  });

  it("is true for a failure that does not ask to go on [R088]", () => {
    expect(isTerminalResult({ success: false })).toBe(true);
    expect(isTerminalResult({ success: false, needsFollowup: false })).toBe(true);
  });

  it("is false for success without terminal, and for a failure that asks to go on [R089]", () => {
    expect(isTerminalResult({ success: true })).toBe(false);
    expect(isTerminalResult({ success: true, needsFollowup: true })).toBe(false);
    expect(isTerminalResult({ success: false, needsFollowup: true })).toBe(false);
  });

  it("is false for a value that says nothing of the kind", () => {
    for (const value of [{}, null, undefined, "terminal", 1, [], { terminal: "true" }]) {
      expect(isTerminalResult(value)).toBe(false);
    }
  });
});
