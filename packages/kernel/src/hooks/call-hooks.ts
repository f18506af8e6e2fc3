/**
 * Hooks around execution (S4). They observe, and the two `before` ones may veto; none can permit anything. A hook that throws
 * or rejects counts as silent when it only observes, and as a veto when it was asked for one: fail closed.
 */
import type { JsonObject } from "@toolplane/contract";

/** Which call a hook is told about. */
export interface HookCall {
  readonly tool: string;
  readonly callId: string;
}

/** What a host or an extension registers. All are optional. */
export interface CallHooks {
  /** Before `call-start`; false skips the call: no start, no end, an error result that says so. */
  readonly before?: (
    call: HookCall,
    args: JsonObject,
  ) => boolean | undefined | Promise<boolean | undefined>;
  /** After `call-end`. */
  readonly after?: (call: HookCall, outcome: { readonly isError: boolean }) => void | Promise<void>;
  /** Before each `call-update`; false suppresses that one event. */
  readonly beforeUpdate?: (call: HookCall, text: string) => boolean | undefined;
  /** After each `call-update` that was not suppressed. */
  readonly afterUpdate?: (call: HookCall, text: string) => void;
}
