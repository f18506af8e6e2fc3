/** S4's events about tools from ours, by S4's names and wire fields. A skipped call has a start with null arguments. */
import type { ToolplaneEvent } from "@toolplane/contract";

interface AgentCall {
  readonly tool_call_id: string;
  readonly tool_name: string;
}

/** S4's events that concern a tool. */
export type AgentEvent =
  | (AgentCall & { readonly type: "ToolExecutionStart"; readonly args: unknown })
  | (AgentCall & { readonly type: "ToolExecutionUpdate"; readonly partial_result: unknown })
  | (AgentCall & { readonly type: "ToolExecutionEnd"; readonly is_error: boolean })
  | (AgentCall & { readonly type: "ProgressMessage"; readonly text: string });

/** S4's event, or null where S4 has none. */
export function toAgentEvent(event: ToolplaneEvent): AgentEvent | null {
  switch (event.type) {
    case "call-start":
      return { type: "ToolExecutionStart", ...agentCall(event), args: event.arguments };
    case "call-update":
      return { type: "ToolExecutionUpdate", ...agentCall(event), partial_result: event.partial };
    case "call-progress":
      return { type: "ProgressMessage", ...agentCall(event), text: event.text };
    case "call-end":
      return { type: "ToolExecutionEnd", ...agentCall(event), is_error: event.isError };
    default:
      return null;
  }
}

function agentCall(event: { readonly callId: string; readonly tool: string }): AgentCall {
  return { tool_call_id: event.callId, tool_name: event.tool };
}
