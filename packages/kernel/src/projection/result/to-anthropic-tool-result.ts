/**
 * Renders results for Anthropic's Messages: text and pictures in order, and a flag for errors, which may hold only
 * text.
 */
import type { ToolResult } from "@toolplane/contract";
import { blocksText, imageNote, resultBlocks } from "./result-blocks.ts";
import { type ShowableType, showableImage } from "./showable-image.ts";
import type { AnswerOptions } from "./to-openai-message.ts";

type AnthropicPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: {
        readonly type: "base64";
        readonly media_type: ShowableType;
        readonly data: string;
      };
    };

/** A block of a user message that answers a call. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string | AnthropicPart[];
  readonly is_error?: true;
}

export function toAnthropicToolResult(
  result: ToolResult,
  { callId, nonce }: AnswerOptions,
): AnthropicToolResult {
  const blocks = resultBlocks(result, { nonce });
  const failed = result.type === "error";
  const isPlain = failed || blocks.every((block) => showableImage(block) === null);
  const content = isPlain
    ? blocksText(blocks)
    : blocks.map((block): AnthropicPart => {
        const image = showableImage(block);
        if (image === null) {
          return { type: "text", text: block.type === "text" ? block.text : imageNote(block) };
        }
        const source = { type: "base64" as const, media_type: image.mimeType, data: image.data };
        return { type: "image", source };
      });
  return {
    type: "tool_result",
    tool_use_id: callId,
    content,
    ...(failed ? { is_error: true } : {}),
  };
}
