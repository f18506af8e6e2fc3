import { estimateTokens } from "@toolplane/kernel";
import type { Message } from "./message.ts";

/** The tokens of a picture, whatever its size: the order that providers charge. */
const PICTURE = 1_500;

/** A rough count, for what no provider has counted yet. */
export function messageTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    if (message.role !== "tool") tokens += estimateTokens(message.text);
    if (message.role === "assistant")
      for (const call of message.calls) tokens += estimateTokens(call.name + call.arguments);
    if (message.role === "user") tokens += PICTURE * (message.pictures?.length ?? 0);
    if (message.role !== "tool") continue;
    for (const part of message.content)
      tokens += part.type === "text" ? estimateTokens(part.text) : PICTURE;
  }
  return tokens;
}
