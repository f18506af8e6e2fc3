import { describeHostConformance } from "@toolplane/testkit";
import { describe, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
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

describe.skipIf(!hasSandbox)("this machine's host in bubblewrap (needs bwrap)", () => {
  describeHostConformance(
    { describe, it },
    // Everything else is the same code with and without a sandbox, and opening one takes its time.
    { create: () => openRealBench(), needing: ["processes", "sandbox"] },
  );
});
