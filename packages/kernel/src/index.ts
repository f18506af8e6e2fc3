export { covers } from "./approval/covers.ts";
export { escapeForDisplay } from "./approval/escape-display.ts";
export { foldLine } from "./approval/fold-line.ts";
export { readAnswer } from "./approval/read-answer.ts";
export { fenceUntrusted } from "./bound/fence-untrusted.ts";
export { createTokenLedger, estimateTokens, type TokenLedger } from "./budget/token-ledger.ts";
export type { CallOptions } from "./call/call-state.ts";
export { type CompiledConfinement, compileConfinement } from "./confinement/compile-confinement.ts";
export { confinementPermits } from "./confinement/confinement-permits.ts";
export { canonicalJson, digestOf } from "./digest/digest-of.ts";
export { createKernel, type Kernel } from "./face/create-kernel.ts";
export type { KernelOptions, SessionOptions } from "./face/kernel-options.ts";
export { readRules } from "./face/read-rules.ts";
export type { Session } from "./face/session.ts";
export { describeTarget } from "./footprint/describe-target.ts";
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
export { type BatchOutcome, STEERED_AWAY } from "./pipeline/run-batch.ts";
export { STAGES } from "./pipeline/stages.ts";
export { compilePolicy, type Policy } from "./policy/compile-policy.ts";
export { defaultPolicy } from "./policy/default-policy.ts";
export type { AiSdkSchema } from "./projection/ai-sdk-schema.ts";
export { fromProviderArguments } from "./projection/from-provider-arguments.ts";
export { type ModelTool, modelTool } from "./projection/model-tool.ts";
export {
  createNameMap,
  MCP_NAMES,
  MODEL_NAMES,
  type NameMap,
  type NameRule,
} from "./projection/name-map.ts";
export type { Projection, ProviderCall, SetAside } from "./projection/project-tools.ts";
export { fromMcpResult, type McpPieces } from "./projection/result/from-mcp-result.ts";
export { type AiSdkOutput, toAiSdkOutput } from "./projection/result/to-ai-sdk-output.ts";
export {
  type AnthropicToolResult,
  toAnthropicToolResult,
} from "./projection/result/to-anthropic-tool-result.ts";
export {
  type McpCallResult,
  type McpContent,
  toMcpResult,
  UNTRUSTED_META,
} from "./projection/result/to-mcp-result.ts";
export { type ModelOptions, toModelText } from "./projection/result/to-model-text.ts";
export {
  type AnswerOptions,
  type OpenAiFunctionOutput,
  type OpenAiImageMessage,
  type OpenAiToolMessage,
  toOpenAiFunctionOutput,
  toOpenAiImageMessage,
  toOpenAiToolMessage,
} from "./projection/result/to-openai-message.ts";
export {
  type ProjectedSchema,
  type ProjectSchemaResult,
  projectSchema,
  type SchemaTarget,
} from "./projection/schema/project-schema.ts";
export { type AiSdkDefinition, toAiSdk } from "./projection/to-ai-sdk.ts";
export { type AiSdkSource, type AiSdkTool, toAiSdkTools } from "./projection/to-ai-sdk-tools.ts";
export { type AnthropicTool, toAnthropic } from "./projection/to-anthropic.ts";
export { type McpAnnotations, type McpTool, toMcp } from "./projection/to-mcp.ts";
export {
  type OpenAiOptions,
  type OpenAiProjection,
  type OpenAiResponsesTool,
  type OpenAiTool,
  toOpenAI,
  toOpenAIResponses,
} from "./projection/to-openai.ts";
export { type ClassifiedCall, classifyCalls } from "./record/classify-calls.ts";
export {
  createRecorder,
  type RecorderOptions,
  type StoreRecorder,
} from "./record/create-recorder.ts";
export type { Difference } from "./record/diff-json.ts";
export { createEventStream, type EventStream, type StreamGap } from "./record/event-stream.ts";
export { type LoadedRecord, loadRecord } from "./record/load-record.ts";
export { createPartIds } from "./record/part-ids.ts";
export { type ReadCalls, type RecordedRows, readCalls } from "./record/read-calls.ts";
export type { RecordedCall } from "./record/recorded-call.ts";
export {
  type ReplayedOutcome,
  type ReplayOptions,
  type ReplayReport,
  replay,
} from "./record/replay.ts";
export type { ReplayCall, ReplayedCall, ReplayedExecution, Replayer } from "./record/replayer.ts";
export { ROW_TYPES, type RowType } from "./record/row-type.ts";
export { type RuleCandidate, ruleCandidates } from "./record/rule-candidates.ts";
export { createStoreSlots } from "./record/store-slots.ts";
export { storedApprovals } from "./record/stored-approvals.ts";
export { type RuleSuggestion, type SuggestOptions, suggestRules } from "./record/suggest-rules.ts";
export { type AuditEvent, toAudit } from "./record/to-audit.ts";
export { type OtelSpan, toOtel } from "./record/to-otel.ts";
export { type ChainAnswer, type ChainQuestion, verifyChain } from "./record/verify-chain.ts";
export {
  type JudgeableCall,
  type JudgedStep,
  type RecordJudge,
  type VerdictChange,
  type VerdictWord,
  type WhatIfOptions,
  type WhatIfReport,
  whatIf,
} from "./record/what-if.ts";
export { CORE_VERSION } from "./registry/core-version.ts";
export { describeShapeFault } from "./registry/describe-shape-fault.ts";
export type { ToolRow } from "./registry/describe-tools.ts";
export { LOCKED_SHAPES } from "./registry/locked-shapes.ts";
export type { RegistryProblem } from "./registry/problem-log.ts";
export type { Registration, RegistryScope } from "./registry/registration.ts";
export type { RegistryOptions } from "./registry/registry-options.ts";
export type { Exposure, ListedTool, ToolOrigin } from "./registry/tool-entry.ts";
export type { ToolMetrics } from "./registry/tool-metrics.ts";
export type { Turn } from "./registry/turn-queue.ts";
export { type ArgumentFault, checkArguments } from "./schema/check-arguments.ts";
export {
  type Catalog,
  type CatalogSearch,
  createCatalogSearch,
} from "./search/create-catalog-search.ts";
export type { RetryProfile, Steering } from "./session/session-state.ts";
export type { Watchdog, WatchdogAnswer, WatchdogView } from "./watchdog/run-watchdog.ts";
