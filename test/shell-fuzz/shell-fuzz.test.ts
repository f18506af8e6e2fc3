/** Checks against bash itself that what a command line starts was foreseen, or that somebody is asked. */
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { formatFailure, fuzzFaults } from "./fuzz-faults.ts";
import { openFuzz } from "./open-fuzz.ts";

describe.skipIf(!hasSandbox)("shell fuzz (needs bubblewrap)", () => {
  it("400 generated lines spawn nothing that an allowed analysis had not named, and each planted fault is caught", async () => {
    const report = await openFuzz({ lines: 400, seed: 1, workers: 2, maxShown: 3 });
    expect(report.failures.map(formatFailure)).toEqual([]);
    expect(fuzzFaults(report)).toEqual([]);
  });
});
