/** The crash run itself: a few kills find nothing in the product, and find every fault that is planted. */
import { describe, expect, it } from "vitest";
import type { Boundary } from "../../lab/chaos/boundaries.ts";
import type { PlantedFault } from "../../lab/chaos/planted-fault.ts";
import { isSound, runResumeChaos } from "../../lab/chaos/run-resume-chaos.ts";
import { isSharedSound, runSharedStore } from "../../lab/chaos/run-shared-store.ts";

interface Planted {
  readonly fault: PlantedFault;
  readonly boundary: Boundary;
  readonly kills: number;
  readonly found: "lost" | "repeated";
}

const MINUTES = 2;
const amount = { sessions: 2, batches: 1 };

describe("a process that is killed", () => {
  it("loses nothing and repeats nothing, and its record verifies", async () => {
    const boundaries: readonly Boundary[] = ["effect:after", "commit:before", "answer:after"];
    const report = await runResumeChaos({ kills: 3, minutes: MINUTES, amount, boundaries, random });
    expect(report).toMatchObject({ lost: 0, repeated: 0, unmade: 0, chain_ok: true, faults: [] });
    expect(report.tampered.found_at_right_row).toBe(report.tampered.tried);
    expect(report.unknown).toBeGreaterThan(0);
    expect(isSound(report)).toBe(true);
  });
});

describe("a whole run of an agent that is killed", () => {
  it("goes on in another process: nothing is lost, nothing is done twice, and it comes to its end", async () => {
    const boundaries: readonly Boundary[] = ["keep:after", "effect:after", "model:before"];
    const report = await runResumeChaos({
      kind: "runs",
      kills: 3,
      minutes: MINUTES,
      amount,
      boundaries,
      random,
    });
    expect(report).toMatchObject({ kills: 3, lost: 0, repeated: 0, unmade: 0, chain_ok: true });
    expect(report.unknown).toBeGreaterThan(0);
    expect(isSound(report)).toBe(true);
  });

  it("shares its database with another, and no row of either is lost or there twice", async () => {
    const report = await runSharedStore({ minutes: 0, amount: { sessions: 4, batches: 2 } });
    expect(report).toMatchObject({ rounds: 1, unfinished: 0, faults: [] });
    expect(isSharedSound(report)).toBe(true);
  });
});

describe("the crash run finds", () => {
  const planted: readonly Planted[] = [
    { fault: "intent-not-awaited", boundary: "effect:after", kills: 1, found: "lost" },
    { fault: "unknown-rerun", boundary: "effect:after", kills: 1, found: "repeated" },
    { fault: "commit-dropped", boundary: "answer:after", kills: 1, found: "lost" },
  ];
  it.each(planted)("$fault", async ({ fault, boundary, kills, found }) => {
    const boundaries = [boundary];
    const report = await runResumeChaos({
      kills,
      minutes: MINUTES,
      amount,
      boundaries,
      fault,
      random,
    });
    expect(report[found]).toBeGreaterThan(0);
    expect(isSound(report)).toBe(false);
  });
});

/** The first time at each boundary. */
function random(): number {
  return 0;
}
