import type { ContentPart, ToolCallText, ToolResult } from "@toolplane/contract";
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
    ...(result.flow ? { flow: result.flow } : {}),
  };
}
