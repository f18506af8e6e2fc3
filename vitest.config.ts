import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { HANGING_MS, WAITING_MS } from "./test/setup/hanging.ts";
import { keepCosts } from "./test/setup/keep-costs.ts";
import { SlowFirst } from "./test/setup/slow-first.ts";
import { smallWorkers } from "./test/setup/small-workers.ts";

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "test/**/*.test.ts",
      "scripts/**/*.test.ts",
      "lab/**/*.test.ts",
    ],
    // Node reads the sources itself, as it does outside of tests: a fifth of the processor time less than through a module runner
    // of the test runner's own, which looks up every imported name at every use. There are no module mocks that would need one.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // The workspaces run from source: the condition picks `src/index.ts` in each exports map, so a test never sees a stale `dist`.
    // The other one picks the holder that was made for this run (test/setup/name-program.ts).
    execArgv: [
      ...["--conditions=@toolplane/source", "--conditions=@toolplane/tests"],
      "--disable-warning=ExperimentalWarning",
      // Worker threads of the product read sources too, and Node would take the types away anew in each.
      `--require=${join(import.meta.dirname, "scripts/build/stripped-in-threads.cjs")}`,
      // Half the memory of a worker, and less of its time: what is young and dead is not carried along.
      "--max-semi-space-size=4",
    ],
    globalSetup: [
      "test/setup/draw-seed.ts",
      "test/setup/name-program.ts",
      "test/setup/keep-compiled.ts",
      "test/setup/own-path.ts",
      "test/setup/control-groups.ts",
    ],
    setupFiles: ["test/setup/resolve-once.ts", "test/setup/use-seed.ts", "test/setup/tell-cost.ts"],
    // Four workers keep the two cores of the smallest machine we support busy: many tests wait for programs. Processes, not
    // threads: starting a program copies the page tables of whoever starts it, and one process with all threads in it grows to
    // gigabytes (a run took half as long again). For the same reason a worker that has grown is replaced.
    pool: smallWorkers,
    maxWorkers: 4,
    // Packages hold no module state, so files may share a worker's modules; a worker per file costs 0.15 s.
    isolate: false,
    // A picture that is missing fails wherever tests run; `-u` writes it.
    update: "none",
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: WAITING_MS, interval: 25 } },
    sequence: { sequencer: SlowFirst },
    reporters: ["default", "json", keepCosts],
    outputFile: { json: "reports/vitest.json" },
  },
});

export default config;
