import { describe, expect, it } from "vitest";
import { toExecutionStrategy } from "./to-execution-strategy.ts";

describe("toExecutionStrategy", () => {
  it("knows S4's three names, and Parallel when nothing is said [R102]", () => {
    expect(toExecutionStrategy()).toBe("parallel");
    expect(toExecutionStrategy("Parallel")).toBe("parallel");
    expect(toExecutionStrategy("Sequential")).toBe("sequential");
    expect(toExecutionStrategy({ Batched: { size: 4 } })).toEqual({ batched: 4 });
  });
});
