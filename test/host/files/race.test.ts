import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runRace } from "../../../scripts/race/run-race.ts";

/** `npm run race` makes many more. */
const RUNS = 400;

describe.skipIf(!existsSync("/proc/self/fd"))(
  "names swapped during read, write, edit and search (needs /proc)",
  () => {
    it("never lead the file door out of the workspace, while they do lead code that goes by names", async () => {
      const { rows, naive, swaps } = await runRace(RUNS);
      expect(rows.map(({ operation, runs, leaks }) => ({ operation, runs, leaks }))).toEqual([
        { operation: "read", runs: RUNS, leaks: 0 },
        { operation: "write", runs: RUNS, leaks: 0 },
        { operation: "edit", runs: RUNS, leaks: 0 },
        { operation: "search", runs: RUNS / 20, leaks: 0 },
      ]);
      // Both outcomes were met: the names led in, and they led out.
      const files = rows.filter(({ operation }) => operation !== "search");
      expect(files.every(({ done, refused }) => done > 0 && refused > 0)).toBe(true);
      expect(swaps).toBeGreaterThan(RUNS);
      const exercised = naive.every(({ leaks }) => leaks > 0);
      expect(exercised, "race not exercised").toBe(true);
    });
  },
);
