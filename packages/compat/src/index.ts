export { applyProfile, sessionOptions } from "./profiles/apply-profile.ts";
export type { Profile, ProfileAgent, ProfileName, ProfileSources } from "./profiles/profile.ts";
export { PROFILES } from "./profiles.ts";
export {
  codeOfStudError,
  STUD_ERRORS,
  type StudError,
  type StudErrorClass,
  toStudError,
} from "./s0/stud-error.ts";
export { fromStudResult, type StudResult, toStudResult } from "./s0/stud-result.ts";
export { type AuditEvent, type CancelReason, toAuditEvent } from "./s0/to-audit-event.ts";
export { type StudContract, toStudContract } from "./s0/to-stud-contract.ts";
export { type Envelope, type EnvelopeMetadata, fromEnvelope, toEnvelope } from "./s1/envelope.ts";
export { createApprovalBroker, type OnApprovalRequired } from "./s2/create-approval-broker.ts";
export { createRetryProfile } from "./s2/create-retry-profile.ts";
export {
  createSafeToolCall,
  type SafeToolCall,
  type SafeToolCallOptions,
  type SafeToolRequest,
} from "./s2/create-safe-tool-call.ts";
export {
  createToolLoader,
  type ToolFolderPort,
  type ToolLoader,
  type ToolLoaderOptions,
  type ToolLoadProblem,
} from "./s2/create-tool-loader.ts";
export {
  createToolOrchestrator,
  type OrchestratorOptions,
  type ToolOrchestrator,
} from "./s2/create-tool-orchestrator.ts";
export type { ExecuteRequest, ToolWorkflow } from "./s2/create-tool-workflow.ts";
export {
  type DefaultOrchestratorOptions,
  hooksRegistry,
  safeToolCall,
  toolMetrics,
  toolOrchestrator,
  toolsRegistry,
} from "./s2/default-instances.ts";
export {
  type BuildOptions,
  buildToolDefinitions,
} from "./s2/definitions/build-tool-definitions.ts";
export {
  buildToolInstructions,
  type InstructionOptions,
} from "./s2/definitions/build-tool-instructions.ts";
export { expandAllowedTools, toolMatchesAllowlist } from "./s2/definitions/expand-allowed-tools.ts";
export {
  type OpenaiSpec,
  type ParameterSchema,
  type ParametersSchema,
  type ToolDefinition,
  toOpenaiSpec,
} from "./s2/definitions/tool-definition.ts";
export { TOOL_DEFINITIONS } from "./s2/definitions/tool-definitions.ts";
export {
  fromToolHooks,
  type ToolHookContext,
  type ToolHookPoint,
  type ToolHooks,
} from "./s2/from-tool-hooks.ts";
export {
  createHooksRegistry,
  type HookFacts,
  type HookHandler,
  type HooksRegistry,
  type HooksRegistryOptions,
  hooksOf,
} from "./s2/hooks-registry.ts";
export { fromMcpUpstream, type McpUpstreamLike } from "./s2/mcp/from-mcp-upstream.ts";
export type { McpCallResult, McpClient, McpClients, McpToolListing } from "./s2/mcp/mcp-client.ts";
export {
  CODE_TOOLS,
  DANGEROUS_ACTIONS,
  DEFAULT_SETTINGS,
  type OrchestratorSettings,
} from "./s2/orchestrator-settings.ts";
export {
  type LoopOutcomeView,
  type LoopResult,
  toLoopResult,
} from "./s2/outcome/to-loop-result.ts";
export { createToolMetrics, type ToolMetrics, type ToolStats } from "./s2/outcome/tool-metrics.ts";
export {
  fromToolRecord,
  RECORD_ERRORS,
  type RecordedCall,
  type ToolFailure,
  type ToolRecord,
  type ToolRecordError,
  type ToolSuccess,
  toToolRecord,
} from "./s2/outcome/tool-record.ts";
export {
  createToolsRegistry,
  type ToolBinding,
  type ToolFunction,
  type ToolNeeds,
  type ToolsRegistry,
} from "./s2/tools-registry.ts";
export { decideCompletion } from "./s3/decide-completion.ts";
export { decideToolMode } from "./s3/decide-tool-mode.ts";
export {
  describeHarnessFault,
  fromHarnessResult,
  type HarnessResult,
  toHarnessResult,
} from "./s3/harness-result.ts";
export { isTerminalResult } from "./s3/is-terminal-result.ts";
export { MODE_TREATMENTS, type ModeAffordance, type ModeTreatment } from "./s3/mode-treatments.ts";
export { readHarnessOutput } from "./s3/read-harness-output.ts";
export { type ToolMarks, tool } from "./s3/tool.ts";
export { type ToolCallStatus, type ToolCallView, toolCallStatus } from "./s3/tool-call-status.ts";
export { toolsOf } from "./s3/tools-of.ts";
export {
  type AgentToolError,
  agentToolError,
  displayAgentError,
  toAgentError,
} from "./s4/agent-error.ts";
export { type AgentToolResult, fromAgentResult, toAgentResult } from "./s4/agent-result.ts";
export {
  createOpenApiToolAdapter,
  type OpenApiAuth,
  type OpenApiConfig,
  type OpenApiOperationFilter,
  type OpenApiSupport,
  type OpenApiToolAdapter,
} from "./s4/create-open-api-tool-adapter.ts";
export {
  type AgentTurn,
  type AgentTurnOutcome,
  executeToolCalls,
} from "./s4/execute-tool-calls.ts";
export { type AgentCallbacks, fromAgentCallbacks } from "./s4/from-agent-callbacks.ts";
export {
  type AgentLoopConfig,
  type AgentLoopParts,
  type FilterVerdict,
  fromAgentLoopConfig,
} from "./s4/from-agent-loop-config.ts";
export {
  type AgentTool,
  type AgentToolContext,
  type AgentToolNeeds,
  type CancellationToken,
  fromAgentTool,
} from "./s4/from-agent-tool.ts";
export {
  McpToolAdapter,
  type McpToolClient,
  type McpToolEntry,
  type McpToolOptions,
} from "./s4/mcp-tool-adapter.ts";
export {
  isSubAgentTool,
  registerSubAgentTool,
  type SubAgentToolOptions,
  subAgentTool,
  type ThinkingLevel,
} from "./s4/sub-agent-tool.ts";
export { type AgentEvent, toAgentEvent } from "./s4/to-agent-event.ts";
export {
  DEFAULT_STRATEGY,
  type ToolExecutionStrategy,
  toExecutionStrategy,
} from "./s4/to-execution-strategy.ts";
export {
  type MessageFacts,
  type ToolResultMessage,
  toToolResultMessage,
} from "./s4/to-tool-result-message.ts";
