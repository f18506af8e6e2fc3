/**
 * An S4 AgentTool on the road. S4's trait says nothing of what a tool touches, so it is said beside it; without a word a
 * tool touches nothing and no door is there. S4's context keeps its members, and `runtime` is added for the doors.
 */
import {
  type AnyRuntime,
  type ArgumentAnnotation,
  defineTool,
  isToolError,
  type Json,
  type JsonObject,
  type JsonSchema,
  type RequirementSet,
  type Tool,
  type ToolError,
  type ToolMode,
} from "@toolplane/contract";
import { type AgentToolResult, toToolOutput } from "./agent-result.ts";

/** S4's token: cancelled when the call, its turn or its session is; cancelling stops at the call. */
export interface CancellationToken {
  isCancelled(): boolean;
  readonly signal: AbortSignal;
}

/** The context that S4 hands to a tool with each call. */
export interface AgentToolContext {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly cancel: CancellationToken;
  /** Streams a partial result to people and logs; never to a model. */
  readonly onUpdate?: (partial: AgentToolResult) => void;
  readonly onProgress?: (text: string) => void;
  /** The doors that `requires` opened. */
  readonly runtime: AnyRuntime;
}

type AgentReturn = AgentToolResult | ToolError;

/** S4's trait as a plain object. Errors are thrown or returned; `agentToolError` makes them. */
export interface AgentTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parametersSchema: JsonSchema;
  execute(params: JsonObject, ctx: AgentToolContext): AgentReturn | Promise<AgentReturn>;
}

/** Facts about a tool that the road needs and S4 does not give. */
export interface AgentToolNeeds {
  readonly requires?: RequirementSet;
  readonly resources?: Readonly<Record<string, ArgumentAnnotation>>;
  readonly mode?: ToolMode;
  readonly timeoutMs?: number;
  /** True for a tool that runs a child loop: it touches nothing itself, and only it may name a child loop. */
  readonly subAgent?: boolean;
}

/** Makes the tool; throws a ConfigurationError on one that cannot be admitted. */
export function fromAgentTool(agentTool: AgentTool, needs: AgentToolNeeds = {}): Tool {
  const subAgent = needs.subAgent ?? false;
  return defineTool({
    id: agentTool.name,
    label: agentTool.label,
    description: agentTool.description,
    parameters: agentTool.parametersSchema as Exclude<JsonSchema, boolean>,
    requires: needs.requires ?? {},
    ...(needs.resources ? { resources: needs.resources } : {}),
    ...(needs.mode ? { mode: needs.mode } : {}),
    ...(needs.timeoutMs === undefined ? {} : { limits: { timeoutMs: needs.timeoutMs } }),
    composite: subAgent,
    execute: async (args, runtime) => {
      const returned = await agentTool.execute(args as JsonObject, contextOf(runtime));
      if (isToolError(returned)) return returned;
      return toToolOutput(subAgent ? returned : { ...returned, childLoopId: null });
    },
  });
}

function contextOf(runtime: AnyRuntime): AgentToolContext {
  const { callId, toolId } = runtime.call;
  const { signal, update, progress } = runtime;
  return {
    toolCallId: callId,
    toolName: toolId,
    cancel: { isCancelled: () => signal.aborted, signal },
    onUpdate: (partial) => update(partial as unknown as Json),
    onProgress: progress,
    runtime,
  };
}
