/** Stage 11: hooks that are told how an executed call went. They observe; what they break is not the call's business. */
import type { CallRecord } from "./call-record.ts";
import type { StageOutcome } from "./stage.ts";

/** Tells the after-hooks in order. */
export function after(call: CallRecord): StageOutcome | Promise<StageOutcome> {
  if (!call.executed || call.session.hooks.length === 0) return undefined;
  const isError = call.result?.type === "error";
  const waiting: Promise<unknown>[] = [];
  for (const { after: hook } of call.session.hooks) {
    try {
      const told = hook?.({ tool: call.name, callId: call.id }, { isError });
      if (told instanceof Promise) waiting.push(told);
    } catch (error) {
      call.cause ??= error;
    }
  }
  if (waiting.length === 0) return undefined;
  return Promise.allSettled(waiting).then(() => undefined);
}
