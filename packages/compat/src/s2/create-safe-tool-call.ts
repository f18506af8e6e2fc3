/**
 * S2's wrapper: two guards that need no road, then the orchestrator, then metrics. A name of an MCP tool reaches its
 * server through the road like every other call; only its error word is S2's own when no server has the name.
 */

import type { JsonObject } from "@toolplane/contract";
import type { ToolOrchestrator } from "./create-tool-orchestrator.ts";
import type { ExecuteRequest } from "./create-tool-workflow.ts";
import type { ToolMetrics } from "./outcome/tool-metrics.ts";
import type { ToolFailure, ToolRecord, ToolRecordError } from "./outcome/tool-record.ts";

/** One call as the wrapper takes it; the budget is the workflow's and no call's. */
export type SafeToolRequest = Omit<ExecuteRequest, "maxTokens">;

/** S2's `safe_tool_call`: a call that fails or is refused settles with a record that says so. */
export type SafeToolCall = (request: SafeToolRequest) => Promise<ToolRecord>;

export interface SafeToolCallOptions {
  readonly orchestrator: ToolOrchestrator;
  /** The workflow whose budget counts; the orchestrator's own when absent. */
  readonly workflow?: Pick<ToolOrchestrator, "executeTool">;
  readonly metrics: ToolMetrics;
}

/** Makes the wrapper. Role is "agent" and workspace "main" unless a call says otherwise. */
export function createSafeToolCall(options: SafeToolCallOptions): SafeToolCall {
  const { orchestrator, metrics } = options;
  const workflow = options.workflow ?? orchestrator;
  const { clock } = orchestrator.host;
  return async (request) => {
    const fault = requestFault(request);
    if (fault) return fault;
    const { toolName } = request;
    const startedMs = clock.nowMs();
    const record = ownMcpWord(await workflow.executeTool(request), request, orchestrator);
    metrics.recordCall(toolName, {
      success: record.success,
      latencyMs: clock.nowMs() - startedMs,
    });
    return record;
  };
}

function requestFault({ toolName, parameters }: SafeToolRequest): ToolFailure | null {
  // Names and parameters come from models, whatever their types say.
  if (typeof toolName !== "string" || toolName.trim() === "")
    return failedRecord("empty_tool_name", "The call names no tool.");
  if (toolName !== "bash_manager") return null;
  const command: unknown = (parameters as Partial<JsonObject> | null | undefined)?.command;
  return typeof command === "string" && command.trim() !== ""
    ? null
    : failedRecord("missing_required_param", "bash_manager needs a command.");
}

function ownMcpWord(
  record: ToolRecord,
  { toolName }: SafeToolRequest,
  orchestrator: ToolOrchestrator,
): ToolRecord {
  if (record.success || record.error !== "tool_not_found") return record;
  if (!toolName.startsWith("mcp:") || orchestrator.ownsMcpName(toolName)) return record;
  return failedRecord("mcp_client_not_found", `No MCP client owns ${toolName}.`);
}

function failedRecord(error: ToolRecordError, output: string): ToolFailure {
  return { success: false, error, output };
}
