import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { SlowFirst } from "./test/setup/slow-first.ts";

// The workspaces run from source: the custom condition picks `src/index.ts` in each exports map,
// so a test never sees a stale `dist`.
const conditions = ["@toolplane/source", "module", "node", "development|production"];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["@toolplane/source", "node"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    // Programs that tests start from the sources take a second to be read; what one of them compiled serves the next.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests") },
    globalSetup: ["test/setup/draw-seed.ts", "test/setup/name-program.ts"],
    setupFiles: ["test/setup/use-seed.ts"],
    // Three workers keep the two cores of the smallest machine we support busy: many tests wait for programs. Processes, not
    // threads: starting a program copies the page tables of whoever starts it, and one process with all threads in it grows to
    // gigabytes (a run took half as long again).
    pool: "forks",
    maxWorkers: 3,
    // Packages hold no module state, so files may share a worker's modules; a worker per file costs 0.15 s.
    isolate: false,
    // Bounds against hanging, not assertions: a test that waits a minute on a busy machine is no failure. So no test states a
    // shorter one of its own, and what is polled for may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 240_000, interval: 25 } },
    sequence: { sequencer: SlowFirst },
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});

export default config;
