import { describeHostConformance } from "@toolplane/testkit";
import { describe, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openRealBench } from "./real-bench.ts";

describe("this machine's host without a sandbox", () => {
  describeHostConformance(
    { describe, it },
    {
      create: () => openRealBench({ sandbox: "none" }),
      lacks: { sandbox: "it was switched off" },
    },
  );
});

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`this machine's host in a sandbox (needs ${needs})`, () => {
    describeHostConformance(
      { describe, it },
      // Everything else is the same code with and without a sandbox, and opening one takes its time.
      { create: () => openRealBench({ sandbox }), needing: ["processes", "sandbox"] },
    );
  });
