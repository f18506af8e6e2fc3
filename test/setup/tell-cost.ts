/**
 * Measures the processor time of a test file, from before it is loaded until its last cleanup, with the programs that it started.
 * Time on a clock says little where other work runs beside the tests. The reporter of `keep-costs.ts` gets it with the result.
 */
import { beforeAll } from "vitest";
import { type ProcessorTime, readProcessorTime } from "./processor-time.ts";

export interface FileCost extends ProcessorTime {
  /** The memory of the worker that the file ran in. */
  readonly workerMebibytes: number;
}

declare module "vitest" {
  interface TaskMeta {
    cost?: FileCost;
  }
}

const before = readProcessorTime();

// The cleanup of the first hook of a file runs after every other hook of it.
// biome-ignore lint/correctness/noEmptyPattern: the test runner takes nothing else for a hook that uses no fixture
beforeAll(({}, { file }) => () => {
  const after = readProcessorTime();
  file.meta.cost = {
    seconds: after.seconds - before.seconds,
    own: after.own - before.own,
    ownSystem: after.ownSystem - before.ownSystem,
    running: after.running,
    workerMebibytes: Math.round(process.memoryUsage.rss() / 1_024 ** 2),
  };
});
