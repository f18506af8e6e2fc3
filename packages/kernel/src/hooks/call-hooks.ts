/**
 * Hooks around a call (S4's four, S2's six). They observe, and the two `before…` ones of S4 may veto; none can permit anything.
 *
 * Order for one executed call: `before`, `call-start`, then per attempt `beforeAttempt` and, where it threw, `onError`; after
 * success `afterSuccess`; then `call-end`, then `after`. A hook that throws or rejects counts as silent when it only observes
 * and as a veto when it was asked for one: fail closed.
 */
import type { ErrorCode, JsonObject, ToolResult } from "@toolplane/contract";

/** Which call a hook is told about. */
export interface HookCall {
  readonly tool: string;
  readonly callId: string;
}

/** What S2's hooks are told beside it. */
export interface HookContext extends HookCall {
  readonly sessionId: string;
  readonly role: string;
  readonly workspace: string;
  readonly parameters: JsonObject | null;
  readonly attempt: number;
}

/** What an observer may return: nothing, or a promise that the road waits for. */
type Told = void | Promise<void>;

/** What a host or an extension registers. All are optional. */
export interface CallHooks {
  /** Before `call-start`; false skips the call: no start, no end, an error result that says so (S4). */
  readonly before?: (
    call: HookCall,
    args: JsonObject,
  ) => boolean | undefined | Promise<boolean | undefined>;
  /** After `call-end` (S4). */
  readonly after?: (call: HookCall, outcome: { readonly isError: boolean }) => Told;
  /** Before each `call-update`; false suppresses that one event (S4). */
  readonly beforeUpdate?: (call: HookCall, text: string) => boolean | undefined;
  /** After each `call-update` that was not suppressed (S4). */
  readonly afterUpdate?: (call: HookCall, text: string) => void;
  /** Before every attempt (S2's `on_before_tool`). */
  readonly beforeAttempt?: (context: HookContext) => Told;
  /** Once, after the attempt that succeeded (S2's `on_after_tool`). */
  readonly afterSuccess?: (
    context: HookContext,
    outcome: { readonly result: ToolResult; readonly durationMs: number },
  ) => Told;
  /** For every attempt that threw (S2's `on_tool_error`). */
  readonly onError?: (
    context: HookContext,
    failure: { readonly error: unknown; readonly code: ErrorCode },
  ) => Told;
  /** When a judge refused the call, or nobody could be asked (S2's `on_permission_denied`). */
  readonly onPermissionDenied?: (context: HookContext) => Told;
  /** When the budget has no room (S2's `on_token_budget_exceeded`). */
  readonly onBudgetExceeded?: (context: HookContext) => Told;
  /** When a call comes while tools are off (S2's `on_tools_disabled`). */
  readonly onToolsDisabled?: (context: HookContext) => Told;
}
