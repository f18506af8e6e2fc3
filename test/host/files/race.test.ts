import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runRace } from "../../../scripts/race/run-race.ts";

const RUNS = 2_000;

describe.skipIf(!existsSync("/proc/self/fd"))(
  "link swaps during read, write and edit (needs /proc)",
  () => {
    it("never lead the file door out of the workspace, while they do lead realpath-then-open out", async () => {
      const { rows, naive, swaps } = await runRace(RUNS);
      expect(rows.map(({ operation, runs, leaks }) => ({ operation, runs, leaks }))).toEqual([
        { operation: "read", runs: RUNS, leaks: 0 },
        { operation: "write", runs: RUNS, leaks: 0 },
        { operation: "edit", runs: RUNS, leaks: 0 },
      ]);
      // Both outcomes were met: the link led in, and it led out.
      expect(rows.every(({ done, refused }) => done > 0 && refused > 0)).toBe(true);
      expect(swaps).toBeGreaterThan(RUNS);
      const exercised = naive.every(({ leaks }) => leaks > 0);
      expect(exercised, "race not exercised").toBe(true);
    });
  },
);
