/**
 * Plants mistakes one after the other, each in a copy of the code, and runs the tests that should notice. The tests must pass
 * without a mistake first, or a failure would say nothing.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlacedFault } from "./fault.ts";
import { findAnchor, missingTests } from "./find-anchor.ts";
import { type Copy, openCopy } from "./open-copy.ts";
import { runTests } from "./run-tests.ts";

/** What became of the mistakes, by name. */
export interface PlantOutcome {
  readonly caught: readonly string[];
  readonly survived: readonly string[];
  /** Could not be planted, or the code did not load with it. */
  readonly unplanted: readonly string[];
}

/** What to plant, and where to say how it goes. */
export interface PlantRequest {
  /** The repository. */
  readonly root: string;
  readonly faults: readonly PlacedFault[];
  /** How many at once. */
  readonly jobs: number;
  readonly tell: (line: string) => void;
}

/** Null when the tests fail without any mistake. */
export async function plantFaults(request: PlantRequest): Promise<PlantOutcome | null> {
  const { root, faults, jobs, tell } = request;
  const copies = Array.from({ length: Math.max(1, Math.min(jobs, faults.length)) }, () =>
    openCopy(root),
  );
  try {
    if (!(await passUnchanged(copies, faults, tell))) return null;
    const outcome = { caught: [] as string[], survived: [] as string[], unplanted: [] as string[] };
    const waiting = [...faults];
    const work = async (copy: Copy): Promise<void> => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const started = performance.now();
        const { state, said } = await plantOne(copy, fault);
        outcome[state].push(fault.name);
        const seconds = ((performance.now() - started) / 1_000).toFixed(1);
        tell(`${state.padEnd(9)} ${fault.name}: ${said} (${seconds} s)`);
      }
    };
    await Promise.all(copies.map(work));
    return outcome;
  } finally {
    for (const copy of copies) copy.close();
  }
}

async function passUnchanged(
  copies: readonly Copy[],
  faults: readonly PlacedFault[],
  tell: PlantRequest["tell"],
): Promise<boolean> {
  const paths = [...new Set(faults.flatMap(({ tests }) => tests.flat()))];
  const { root } = copies[0] as Copy;
  const run = await runTests({ root, paths, bail: false });
  if (run.outcome === "passed") {
    for (const copy of copies)
      writeFileSync(join(copy.root, "planted-durations.json"), JSON.stringify(run.took));
    tell(`${run.tests} tests pass without a fault.`);
    return true;
  }
  tell(`The tests fail without a fault: ${run.outcome === "failed" ? run.by : run.why}`);
  return false;
}

async function plantOne(
  copy: Copy,
  fault: PlacedFault,
): Promise<{ readonly state: keyof PlantOutcome; readonly said: string }> {
  const planting = findAnchor(copy.root, fault);
  if (typeof planting === "string") return { state: "unplanted", said: planting };
  const gone = missingTests(copy.root, fault);
  if (gone.length > 0) return { state: "unplanted", said: `no such tests: ${gone.join(", ")}` };
  const takeOut = copy.plant(planting);
  try {
    for (const paths of fault.tests) {
      const run = await runTests({ root: copy.root, paths, bail: true });
      if (run.outcome === "failed") return { state: "caught", said: run.by };
      if (run.outcome === "broken") return { state: "unplanted", said: run.why };
    }
    return { state: "survived", said: `nothing in ${fault.tests.flat().join(", ")} notices` };
  } finally {
    takeOut();
  }
}
