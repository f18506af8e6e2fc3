import { describe, expect, it } from "vitest";
import { createMetricsBook } from "./metrics-book.ts";

describe("the metrics of tools", () => {
  it("metrics count calls, outcomes, the sum and the longest of their times", () => {
    const book = createMetricsBook(() => true);
    for (const [ok, ms] of [
      [true, 5],
      [false, 40],
      [true, 7],
    ] as const)
      book.record("read", { ok, ms });
    expect(book.of("read")).toEqual({
      total: 3,
      success: 2,
      failure: 1,
      latency_ms_total: 52,
      latency_ms_max: 40,
    });
  });

  it("metrics keep nothing of unregistered names, and forget those that went", () => {
    const known = new Set(["read"]);
    const book = createMetricsBook((name) => known.has(name));
    book.record("made-up", { ok: false, ms: 1 });
    book.record("read", { ok: true, ms: 1 });
    expect([...book.all().keys()]).toEqual(["read"]);
    book.forget("read");
    expect(book.all().size).toBe(0);
    expect(book.of("read").total).toBe(0);
  });
});
