import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runRace } from "../../../lab/race/run-race.ts";

/** `npm run race` makes many more. */
const RUNS = 400;

/** How often it is tried at most. */
const ROUNDS = 20;

describe.skipIf(!existsSync("/proc/self/fd"))(
  "names swapped during read, write, edit and search (needs /proc)",
  () => {
    it("never lead the file door out of the workspace, while they do lead code that goes by names", async () => {
      let met = false;
      // On busy cores whoever swaps the names may hardly run; then it is tried again. A leak fails at once.
      for (let round = 0; round < ROUNDS && !met; round += 1) met = isExercised(await race());
      expect(met, "race not exercised").toBe(true);
    });
  },
);

async function race() {
  const raced = await runRace(RUNS);
  expect(raced.rows.map(({ operation, runs, leaks }) => ({ operation, runs, leaks }))).toEqual([
    { operation: "read", runs: RUNS, leaks: 0 },
    { operation: "write", runs: RUNS, leaks: 0 },
    { operation: "edit", runs: RUNS, leaks: 0 },
    { operation: "search", runs: RUNS / 20, leaks: 0 },
  ]);
  return raced;
}

/** Both outcomes were met, the names led in and they led out; and code that goes by names was led astray. */
function isExercised({ rows, naive, swaps }: Awaited<ReturnType<typeof runRace>>): boolean {
  const files = rows.filter(({ operation }) => operation !== "search");
  const met = files.every(({ done, refused }) => done > 0 && refused > 0);
  return met && swaps > RUNS && naive.every(({ leaks }) => leaks > 0);
}
