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
export { decideToolMode } from "./s3/decide-tool-mode.ts";
export {
  describeHarnessFault,
  fromHarnessResult,
  type HarnessResult,
  toHarnessResult,
} from "./s3/harness-result.ts";
export { isTerminalResult } from "./s3/is-terminal-result.ts";
export { MODE_TREATMENTS, type ModeAffordance, type ModeTreatment } from "./s3/mode-treatments.ts";
export { type ToolCallStatus, type ToolCallView, toolCallStatus } from "./s3/tool-call-status.ts";
export {
  type AgentToolError,
  agentToolError,
  displayAgentError,
  toAgentError,
} from "./s4/agent-error.ts";
export { type AgentToolResult, fromAgentResult, toAgentResult } from "./s4/agent-result.ts";
export {
  type AgentTurn,
  type AgentTurnOutcome,
  executeToolCalls,
} from "./s4/execute-tool-calls.ts";
export { type AgentCallbacks, fromAgentCallbacks } from "./s4/from-agent-callbacks.ts";
export {
  type AgentTool,
  type AgentToolContext,
  type AgentToolNeeds,
  type CancellationToken,
  fromAgentTool,
} from "./s4/from-agent-tool.ts";
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
