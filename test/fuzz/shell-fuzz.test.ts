/** What a command line really starts was foreseen, or somebody is asked: judged against bash itself. */
import { describe, expect, it } from "vitest";
import { formatFailure, fuzzFaults } from "../../scripts/shell-fuzz/fuzz-faults.ts";
import { hasBubblewrap } from "../../scripts/shell-fuzz/has-bubblewrap.ts";
import { openFuzz } from "../../scripts/shell-fuzz/open-fuzz.ts";

describe.skipIf(!hasBubblewrap())("shell fuzz (needs bubblewrap)", () => {
  it("2,000 generated lines spawn nothing that an allowed analysis had not named, and each planted fault is caught", async () => {
    const report = await openFuzz({ lines: 2_000, seed: 1, workers: 2, maxShown: 3 });
    expect(report.failures.map(formatFailure)).toEqual([]);
    expect(fuzzFaults(report)).toEqual([]);
  }, 240_000);
});
