/** S4's four callbacks as hooks. Order and veto are the kernel's; here only names and arguments change. */
import type { ContentPart, JsonObject } from "@toolplane/contract";
import type { CallHooks } from "@toolplane/kernel";
import { joinedText } from "./agent-result.ts";

/** S4's callbacks; all are optional. */
export interface AgentCallbacks {
  /** Before the start; false skips the call. */
  readonly beforeToolExecution?: (
    toolName: string,
    toolCallId: string,
    args: JsonObject,
  ) => boolean | Promise<boolean>;
  readonly afterToolExecution?: (
    toolName: string,
    toolCallId: string,
    isError: boolean,
  ) => void | Promise<void>;
  /** Before each update; false suppresses that one event. */
  readonly beforeToolExecutionUpdate?: (
    toolName: string,
    toolCallId: string,
    text: string,
  ) => boolean;
  /** After each update that was not suppressed. */
  readonly afterToolExecutionUpdate?: (toolName: string, toolCallId: string, text: string) => void;
}

/** The callbacks as one set of hooks for the kernel. */
export function fromAgentCallbacks(callbacks: AgentCallbacks): CallHooks {
  const {
    beforeToolExecution: before,
    afterToolExecution: after,
    beforeToolExecutionUpdate: beforeUpdate,
    afterToolExecutionUpdate: afterUpdate,
  } = callbacks;
  return {
    ...(before ? { before: ({ tool, callId }, args) => before(tool, callId, args) } : {}),
    ...(after ? { after: ({ tool, callId }, { isError }) => after(tool, callId, isError) } : {}),
    ...(beforeUpdate
      ? { beforeUpdate: ({ tool, callId }, text) => beforeUpdate(tool, callId, updateText(text)) }
      : {}),
    ...(afterUpdate
      ? { afterUpdate: ({ tool, callId }, text) => afterUpdate(tool, callId, updateText(text)) }
      : {}),
  };
}

/** Joins the text of a partial result, as S4 does; the kernel gives its JSON, because a partial may be anything. */
function updateText(text: string): string {
  if (!text.startsWith('{"content":[')) return text;
  try {
    const { content } = JSON.parse(text) as { readonly content: readonly ContentPart[] };
    return joinedText(content);
  } catch {
    return text;
  }
}
