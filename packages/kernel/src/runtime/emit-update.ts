/** Partial results and progress: events for people and logs, redacted, never for a model. */
import type { Json, ProgressFigures } from "@toolplane/contract";
import { callStamp } from "../call/call-stamp.ts";
import type { CallState } from "../call/call-state.ts";
import { emit } from "../session/session-state.ts";

/** Emits a partial result unless a hook suppresses this one. After the call settled nothing is emitted any more. */
export function emitUpdate(call: CallState, partial: Json): void {
  if (call.result) return;
  const { session } = call;
  const redacted = session.redactor.value(partial);
  const told = { tool: call.name, callId: call.id };
  const text = typeof redacted === "string" ? redacted : JSON.stringify(redacted);
  if (session.hooks.some((hook) => vetoes(() => hook.beforeUpdate?.(told, text)))) return;
  emit(session, { type: "call-update", ...callStamp(call), partial: redacted });
  for (const hook of session.hooks) vetoes(() => hook.afterUpdate?.(told, text) as undefined);
}

export function emitProgress(call: CallState, text: string, figures?: ProgressFigures): void {
  if (call.result) return;
  emit(call.session, {
    type: "call-progress",
    ...callStamp(call),
    text: call.session.redactor.text(String(text)),
    ...(figures ? { figures: { ...figures } } : {}),
  });
}

/** A hook that throws was asked for a veto and could not say no veto: suppress the one event. */
function vetoes(hook: () => boolean | undefined): boolean {
  try {
    return hook() === false;
  } catch {
    return true;
  }
}
