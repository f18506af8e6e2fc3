export { createRunBroker } from "./create-run-broker.ts";
export { createRuns, type Runs } from "./create-runs.ts";
export { callWords, describeSession, type SessionGround } from "./describe-session.ts";
export { exportSession } from "./export-session.ts";
export { type ForkedRun, forkRun, type RunFork } from "./fork-run.ts";
export type { KeptRun, RunStatus } from "./kept-run.ts";
export { readTalk, readTalkText, type TalkGround } from "./read-talk.ts";
export { turnWords } from "./turn-words.ts";
