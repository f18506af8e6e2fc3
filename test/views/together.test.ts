/** Agents that work on one project at once, each in a view of its own; `npm run together` has more of them, and compares. */
import { describe, expect, inject, it } from "vitest";
import { runTogether, type TogetherOptions } from "../../lab/together/run-together.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { SAMPLED_MS } from "../sample.ts";

const seed = inject("propertySeed");

function together(amount: Omit<TogetherOptions["amount"], "seed">) {
  return runTogether({ amount: { ...amount, seed }, thinkMs: 0, isAlone: true });
}

describe.skipIf(!hasSandbox)("agents in views of their own (need a sandbox)", () => {
  it(
    "lose nothing of each other's work, and never land what breaks it",
    async () => {
      const report = await together({ agents: 3, tasks: 5, files: 300 });
      expect(report).toMatchObject({ landed: 15, lost: 0, red_landings: 0, faults: [] });
    },
    SAMPLED_MS,
  );

  it(
    "are checked on what others landed meanwhile, in other files too",
    async () => {
      const kind = "a plugin with the next number";
      const report = await together({ agents: 2, tasks: 1, files: 150, kind });
      // Each is green alone; the two have one number.
      expect(report).toMatchObject({ landed: 2, red_landings: 0, faults: [] });
      expect(report.red_named).toBeGreaterThan(0);
    },
    SAMPLED_MS,
  );
});
