import { describe, expect, it } from "vitest";
import { createCallBudget } from "./call-budget.ts";

describe("the call budget", () => {
  it("stops at a tool's limit and at the session's, and takes a place back", () => {
    const budget = createCallBudget({ maxCalls: 3 });
    expect(budget.reserve("a", 1)).toBeNull();
    expect(budget.reserve("a", 1)).toMatch(/1 times in a session/);
    expect(budget.reserve("b", null)).toBeNull();
    expect(budget.reserve("b", null)).toBeNull();
    expect(budget.reserve("b", null)).toMatch(/may make 3 calls/);
    budget.release("b");
    expect(budget.reserve("b", null)).toBeNull();
    expect([budget.used("a"), budget.used("b"), budget.used("c")]).toEqual([1, 2, 0]);
  });

  it("counts what an earlier process spent, once for each session", () => {
    const budget = createCallBudget({ maxCalls: 40 });
    budget.join("a", { web_search: 20, read: 3 });
    budget.join("b", { web_search: 4 });
    budget.join("b", { web_search: 4 });
    expect(budget.reserve("web_search", 25)).toBeNull();
    expect(budget.reserve("web_search", 25)).toMatch(/25 times/);
    for (let at = 0; at < 12; at += 1) expect(budget.reserve("read", null)).toBeNull();
    expect(budget.reserve("read", null)).toMatch(/may make 40 calls/);
  });

  it("never goes below zero", () => {
    const budget = createCallBudget({ maxCalls: 1 });
    budget.release("a");
    expect(budget.reserve("a", null)).toBeNull();
    expect(budget.reserve("a", null)).not.toBeNull();
  });
});
