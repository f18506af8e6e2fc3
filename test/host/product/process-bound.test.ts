import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openProduct } from "./fixture.ts";

describe.skipIf(!hasSandbox)("the number of processes (needs bubblewrap)", () => {
  it("is bounded for a session, and the model is told", async () => {
    const product = await openProduct({ tools: [bashTool] });
    const many = await product.call("bash", {
      command: "for i in $(seq 1 1500); do sleep 30 & done; wait; echo survived",
    });
    expect(JSON.stringify(many)).toContain("it started more than 200 processes");
    expect(JSON.stringify(many)).not.toContain("survived");
    const next = await product.call("bash", {
      command: "for i in $(seq 1 20); do sleep 0.01 & done; wait; echo fine",
    });
    expect(next).toMatchObject({ type: "output", data: "fine\n" });
  });
});
