import { describe, expect, it } from "vitest";
import { createToolMetrics, OTHER_TOOLS } from "./tool-metrics.ts";

describe("createToolMetrics", () => {
  it("counts calls, outcomes and latencies by tool [R246]", () => {
    const metrics = createToolMetrics();
    metrics.recordCall("bash_manager", { success: true, latencyMs: 100 });
    metrics.recordCall("bash_manager", { success: false, latencyMs: 300 });
    metrics.recordCall("web_fetch", { success: true, latencyMs: 5 });
    expect(metrics.all()).toEqual({
      bash_manager: { total: 2, success: 1, failure: 1, latencyMsTotal: 400, latencyMsMax: 300 },
      web_fetch: { total: 1, success: 1, failure: 0, latencyMsTotal: 5, latencyMsMax: 5 },
    });
    expect(metrics.stats("nobody")).toBe(null);
  });

  it("has an end to the names it keeps", () => {
    const metrics = createToolMetrics();
    for (let index = 0; index < 3_000; index += 1) {
      metrics.recordCall(`t${index}`, { success: true, latencyMs: 1 });
    }
    expect(Object.keys(metrics.all())).toHaveLength(1_001);
    expect(metrics.stats(OTHER_TOOLS)?.total).toBe(2_000);
  });
});
