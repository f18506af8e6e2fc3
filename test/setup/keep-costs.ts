/** Writes down what each test file of a run cost, the dearest first: `TOOLPLANE_TEST_COST=FILE` names the file. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { formatCosts, type MeasuredFile } from "./costs.ts";

export const keepCosts: Reporter = {
  onTestRunEnd(modules) {
    const kept = process.env.TOOLPLANE_TEST_COST;
    if (kept) writeFileSync(kept, formatCosts(modules.flatMap(measured)));
  },
};

function measured(module: TestModule): readonly MeasuredFile[] {
  const { cost } = module.meta();
  return cost ? [{ path: relative(process.cwd(), module.moduleId), cost }] : [];
}
