/**
 * Plants mistakes one after the other, each in a copy of the code, and runs the tests that should notice. Tests must pass
 * without a mistake first, or a failure would say nothing.
 */
import type { PlacedFault } from "./fault.ts";
import { findAnchor, missingTests } from "./find-anchor.ts";
import { type Copy, openCopy } from "./open-copy.ts";
import { runTests, type TestRequest, type TestRun } from "./run-tests.ts";

/** What became of the mistakes, by name. */
export interface PlantOutcome {
  readonly caught: readonly string[];
  readonly survived: readonly string[];
  /** Could not be planted, did not load, or their tests fail without them. */
  readonly unplanted: readonly string[];
}

/** What to plant, and where to say how it goes. */
export interface PlantRequest {
  readonly root: string;
  readonly faults: readonly PlacedFault[];
  readonly jobs: number;
  readonly tell: (line: string) => void;
  /** Ends everything; what was not planted by then is left out. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted: no further one is begun. Those begun go to their end, so that a slow machine still shows something. */
  readonly over?: AbortSignal | undefined;
  /** How tests are run: by vitest, in a process for each list of them, unless a test of this file says otherwise. */
  readonly run?: RunTests;
}

type RunTests = (request: TestRequest) => Promise<TestRun>;

export async function plantFaults(request: PlantRequest): Promise<PlantOutcome> {
  const { root, faults, jobs, tell, signal, over, run = runTests } = request;
  const unchanged = openCopy(root);
  const copies = Array.from({ length: Math.max(1, Math.min(jobs, faults.length)) }, () =>
    openCopy(root),
  );
  const faultOfTests = createBaseline(unchanged, copies, { run, signal });
  const outcome = { caught: [] as string[], survived: [] as string[], unplanted: [] as string[] };
  const waiting = [...faults];
  const work = async (copy: Copy): Promise<void> => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const started = performance.now();
      const { state, said } = await plantOne(copy, fault, { faultOfTests, run, signal });
      if (signal?.aborted) return;
      outcome[state].push(fault.name);
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      tell(`${state.padEnd(9)} ${fault.name}: ${said} (${seconds} s)`);
      if (over?.aborted) return;
    }
  };
  try {
    await Promise.all(copies.map(work));
    return outcome;
  } finally {
    for (const copy of [unchanged, ...copies]) copy.close();
  }
}

/** Says what is wrong with tests that see no mistake; null when they pass, as they should. Asked once for each list of them. */
type FaultOfTests = (paths: readonly string[]) => Promise<string | null>;

interface Running {
  readonly run: RunTests;
  readonly signal: AbortSignal | undefined;
}

function createBaseline(
  unchanged: Copy,
  copies: readonly Copy[],
  { run, signal }: Running,
): FaultOfTests {
  const known = new Map<string, Promise<string | null>>();
  let last: Promise<unknown> = Promise.resolve();
  const runUnchanged = async (paths: readonly string[]): Promise<string | null> => {
    const found = await run({ root: unchanged.root, paths, bail: false, signal });
    if (found.outcome === "passed") {
      for (const copy of copies) copy.keepDurations(found.took);
      return null;
    }
    return `its tests fail without it: ${found.outcome === "failed" ? found.by : found.why}`;
  };
  return (paths) => {
    const key = paths.join("\n");
    const asked = known.get(key) ?? last.then(() => runUnchanged(paths));
    known.set(key, asked);
    last = asked;
    return asked;
  };
}

async function plantOne(
  copy: Copy,
  fault: PlacedFault,
  { faultOfTests, run, signal }: Running & { readonly faultOfTests: FaultOfTests },
): Promise<{ readonly state: keyof PlantOutcome; readonly said: string }> {
  const planting = findAnchor(copy.root, fault);
  if (typeof planting === "string") return { state: "unplanted", said: planting };
  const gone = missingTests(copy.root, fault);
  if (gone.length > 0) return { state: "unplanted", said: `no such tests: ${gone.join(", ")}` };
  const takeOut = copy.plant(planting);
  try {
    for (const paths of fault.tests) {
      const useless = await faultOfTests(paths);
      if (useless) return { state: "unplanted", said: useless };
      const found = await run({ root: copy.root, paths, bail: true, signal });
      if (found.outcome === "failed") return { state: "caught", said: found.by };
      if (found.outcome === "broken") return { state: "unplanted", said: found.why };
    }
    return { state: "survived", said: `nothing in ${fault.tests.flat().join(", ")} notices` };
  } finally {
    takeOut();
  }
}
