import { describe, expect, it } from "vitest";
import { formatCosts, readCosts } from "./costs.ts";

const cost = { own: 1.5, ownSystem: 0.5, running: 0, workerMebibytes: 120 };

describe("the costs of a test run", () => {
  it("are written the dearest first, and read again", () => {
    const text = formatCosts([
      { path: "test/a.test.ts", cost: { ...cost, seconds: 1.75 } },
      { path: "test/b.test.ts", cost: { ...cost, seconds: 3.75, running: 2 } },
    ]);
    expect(text.split("\n")).toEqual([
      "3.75\ttest/b.test.ts\tprograms 2.25, own 1.50, of that system 0.50, worker 120 MiB, still running 2",
      "1.75\ttest/a.test.ts\tprograms 0.25, own 1.50, of that system 0.50, worker 120 MiB",
      "",
    ]);
    expect([...readCosts(text)]).toEqual([
      ["test/b.test.ts", 3.75],
      ["test/a.test.ts", 1.75],
    ]);
  });

  it("are none where there is no text", () => {
    expect(readCosts("").size).toBe(0);
  });
});
