import {
  type ContentPart,
  RECOVERABLE_ERRORS,
  type ToolCallText,
  type ToolResult,
} from "@toolplane/contract";
import { toModelText } from "@toolplane/kernel/projection";
import type { ToolMessage } from "../loop/message.ts";

/** What the model is shown of a result: its text, with what came from outside fenced, and its pictures. */
export function toolMessage(call: ToolCallText, result: ToolResult, nonce: string): ToolMessage {
  const pictures = (result.content ?? []).filter(({ type }) => type === "image");
  const content: ContentPart[] = [
    { type: "text", text: toModelText(result, { nonce }) },
    ...pictures,
  ];
  return {
    role: "tool",
    callId: call.id,
    tool: call.name,
    content,
    isError: result.type === "error",
    ...flowOf(result),
  };
}

/** The tool's own word; of an error that is none of its own, whether a model can do something else about it. */
function flowOf(result: ToolResult): Pick<ToolMessage, "flow"> {
  if (result.flow) return { flow: result.flow };
  const goesOn = result.type === "error" && RECOVERABLE_ERRORS[result.code];
  return goesOn ? { flow: { needs_followup: true } } : {};
}
