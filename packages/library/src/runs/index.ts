export { createRunBroker } from "./create-run-broker.ts";
export { createRuns, type Runs } from "./create-runs.ts";
export { type ForkedRun, forkRun, type RunFork } from "./fork-run.ts";
export type { KeptRun, RunStatus } from "./kept-run.ts";
export { turnWords } from "./turn-words.ts";
