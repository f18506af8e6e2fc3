import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COSTLY_FILES, MOST_SECONDS } from "./costly-files.ts";
import { findOverspent } from "./find-overspent.ts";

describe("the processor time of a test file", () => {
  it("is bounded for every file, and otherwise for those that say why", () => {
    const costly = [
      { path: "test/dear.test.ts", seconds: 30, reason: "It starts forty programs." },
    ];
    const costs = new Map([
      ["test/plain.test.ts", MOST_SECONDS],
      ["test/slow.test.ts", MOST_SECONDS + 0.5],
      ["test/dear.test.ts", 30],
    ]);
    expect(findOverspent(costs, costly)).toEqual([
      {
        sentence: `test/slow.test.ts took ${(MOST_SECONDS + 0.5).toFixed(1)} s of processor time, its programs counted; it may take ${MOST_SECONDS} s.`,
        isFault: false,
      },
    ]);
    expect(findOverspent(new Map([["test/dear.test.ts", 31]]), costly)).toHaveLength(1);
  });

  it("fails the run when it is more than a slow machine explains, and is told before", () => {
    const costs = new Map([
      ["test/far.test.ts", 2 * MOST_SECONDS + 1],
      ["test/near.test.ts", 2 * MOST_SECONDS],
    ]);
    expect(findOverspent(costs, []).map(({ isFault }) => isFault)).toEqual([true, false]);
  });

  it("has no exception for a file that is gone, that needs none, or that gives no reason", () => {
    const root = join(import.meta.dirname, "../..");
    const paths = COSTLY_FILES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const wrong = COSTLY_FILES.filter(
      ({ path, seconds, reason }) =>
        !existsSync(join(root, path)) || seconds <= MOST_SECONDS || !reason.endsWith("."),
    );
    expect(wrong).toEqual([]);
  });
});
