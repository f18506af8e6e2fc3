export { fenceUntrusted } from "./bound/fence-untrusted.ts";
export { createTokenLedger, estimateTokens, type TokenLedger } from "./budget/token-ledger.ts";
export { confinementPermits } from "./confinement/confinement-permits.ts";
export { createKernel, type Kernel } from "./face/create-kernel.ts";
export type { KernelOptions, SessionOptions } from "./face/kernel-options.ts";
export type { Session } from "./face/session.ts";
export type { CallHooks, HookCall, HookContext } from "./hooks/call-hooks.ts";
export type {
  Flags,
  Guard,
  GuardAnswer,
  JudgedCall,
  JudgeProfile,
  StageProposal,
  StateMachine,
} from "./judge/judges.ts";
export type { CallOptions } from "./pipeline/call-record.ts";
export { type BatchOutcome, STEERED_AWAY } from "./pipeline/run-batch.ts";
export { STAGES } from "./pipeline/stages.ts";
export { CORE_VERSION } from "./registry/core-version.ts";
export type { ToolOrigin } from "./registry/tool-entry.ts";
export type { RetryProfile, Steering } from "./session/session-state.ts";
export type { Watchdog, WatchdogAnswer, WatchdogView } from "./watchdog/run-watchdog.ts";
