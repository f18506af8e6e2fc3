import { defineConfig, type ViteUserConfig } from "vitest/config";

// The workspaces run from source: the custom condition picks `src/index.ts` in each exports map,
// so a test never sees a stale `dist`.
const conditions = ["@toolplane/source", "module", "node", "development|production"];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["@toolplane/source", "node"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    // Threads start faster than forks; two workers match the smallest machine we support.
    pool: "threads",
    maxWorkers: 2,
    // Packages hold no module state, so files may share a worker's modules; a worker per file costs 0.15 s.
    isolate: false,
    // Properties take seconds; a slow machine is no failure, a hang still is.
    testTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
  },
});

export default config;
