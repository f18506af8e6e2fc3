/** S2's six hooks as the kernel's. They observe; when each fires, and in which order, is the kernel's business. */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import type { CallHooks, HookContext } from "@toolplane/kernel";

/** The context of every one of S2's hooks. */
export interface ToolHookContext {
  /** The point of the hook, by S2's name. */
  readonly hookPoint: ToolHookPoint;
  readonly toolName: string;
  /** Null when the call was refused before its parameters were read. */
  readonly parameters: JsonObject | null;
  readonly role: string;
  readonly workspace: string;
  readonly sessionId: string;
  readonly attempt: number;
}

/** S2's names of the six moments. */
export type ToolHookPoint =
  | "on_before_tool"
  | "on_after_tool"
  | "on_tool_error"
  | "on_permission_denied"
  | "on_token_budget_exceeded"
  | "on_tools_disabled";

type Told = void | Promise<void>;

/** S2's hooks; all are optional. */
export interface ToolHooks {
  /** Before every attempt. */
  readonly onBeforeTool?: (context: ToolHookContext) => Told;
  /** Once, after success; `duration` is in seconds. */
  readonly onAfterTool?: (
    context: ToolHookContext & { readonly result: unknown; readonly duration: number },
  ) => Told;
  /** For every attempt that threw. */
  readonly onToolError?: (context: ToolHookContext & { readonly error: string }) => Told;
  readonly onPermissionDenied?: (context: ToolHookContext) => Told;
  readonly onTokenBudgetExceeded?: (context: ToolHookContext) => Told;
  readonly onToolsDisabled?: (context: ToolHookContext) => Told;
}

/** The hooks as one set for the kernel. */
export function fromToolHooks(hooks: ToolHooks): CallHooks {
  return {
    beforeAttempt: (context) => hooks.onBeforeTool?.(contextOf("on_before_tool", context)),
    afterSuccess: (context, { result, durationMs }) =>
      hooks.onAfterTool?.({
        ...contextOf("on_after_tool", context),
        result: hookData(result),
        duration: durationMs / 1_000,
      }),
    onError: (context, { error }) =>
      hooks.onToolError?.({ ...contextOf("on_tool_error", context), error: errorMessage(error) }),
    onPermissionDenied: (context) =>
      hooks.onPermissionDenied?.(contextOf("on_permission_denied", context)),
    onBudgetExceeded: (context) =>
      hooks.onTokenBudgetExceeded?.(contextOf("on_token_budget_exceeded", context)),
    onToolsDisabled: (context) => hooks.onToolsDisabled?.(contextOf("on_tools_disabled", context)),
  };
}

function contextOf(hookPoint: ToolHookPoint, context: HookContext): ToolHookContext {
  const { tool, parameters, role, workspace, sessionId, attempt } = context;
  return { hookPoint, toolName: tool, parameters, role, workspace, sessionId, attempt };
}

function hookData(result: ToolResult): unknown {
  return result.type === "output" ? result.data : null;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
