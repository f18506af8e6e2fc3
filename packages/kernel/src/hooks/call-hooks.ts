/**
 * Hooks around a call and around each attempt. They observe, and `before` and `beforeUpdate` may veto; none can permit
 * anything.
 *
 * Order for one executed call: `before`, `call-start`, then per attempt `beforeAttempt` and, where it threw, `onError`; after
 * success `afterSuccess`; then `call-end`, then `after`. A hook that throws or rejects counts as silent when it only observes
 * and as a veto when it was asked for one: fail closed.
 */
import type { ErrorCode, JsonObject, ToolResult } from "@toolplane/contract";

/** The call that a hook is called for. */
interface HookCall {
  readonly tool: string;
  readonly callId: string;
}

/** Facts for the hooks of an attempt. */
export interface HookContext extends HookCall {
  readonly sessionId: string;
  readonly role: string;
  readonly workspace: string;
  readonly parameters: JsonObject | null;
  readonly attempt: number;
}

/** An observer returns nothing, or a promise that the road waits for. */
type Told = void | Promise<void>;

/** Hooks that a host or an extension registers. All are optional. */
export interface CallHooks {
  /** Before `call-start`; false skips the call: no start, no end, an error result that says so. */
  readonly before?: (
    call: HookCall,
    args: JsonObject,
  ) => boolean | undefined | Promise<boolean | undefined>;
  /** After `call-end`. */
  readonly after?: (call: HookCall, outcome: { readonly isError: boolean }) => Told;
  /** Before each `call-update`; false suppresses that one event. */
  readonly beforeUpdate?: (call: HookCall, text: string) => boolean | undefined;
  /** After each `call-update` that was not suppressed. */
  readonly afterUpdate?: (call: HookCall, text: string) => void;
  readonly beforeAttempt?: (context: HookContext) => Told;
  /** Once, after the attempt that succeeded. */
  readonly afterSuccess?: (
    context: HookContext,
    outcome: { readonly result: ToolResult; readonly durationMs: number },
  ) => Told;
  /** For every attempt that threw. */
  readonly onError?: (
    context: HookContext,
    failure: { readonly error: unknown; readonly code: ErrorCode },
  ) => Told;
  /** Called when a judge refused the call, or no person could be asked. */
  readonly onPermissionDenied?: (context: HookContext) => Told;
  /** When the budget has no room. */
  readonly onBudgetExceeded?: (context: HookContext) => Told;
  /** When a call comes while tools are off. */
  readonly onToolsDisabled?: (context: HookContext) => Told;
}
