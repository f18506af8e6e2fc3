/** Results as the AI SDK tells them to a model. */
import type { Json, ToolResult } from "@toolplane/contract";
import { blocksText, resultBlocks } from "./result-blocks.ts";
import type { ModelOptions } from "./to-model-text.ts";

/** What `toModelOutput` gives back. */
export type AiSdkOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "json"; readonly value: Json }
  | {
      readonly type: "content";
      readonly value: (
        | { readonly type: "text"; readonly text: string }
        | {
            readonly type: "file";
            readonly mediaType: string;
            readonly data: { readonly type: "data"; readonly data: string };
          }
      )[];
    };

/** A result for a model behind the AI SDK: data as it is where nothing has to be said beside it, else text and pictures. */
export function toAiSdkOutput(result: ToolResult, { nonce }: ModelOptions): AiSdkOutput {
  const blocks = resultBlocks(result, { nonce });
  if (result.type === "error") return { type: "error-text", value: blocksText(blocks) };
  if (isBareData(result)) return { type: "json", value: result.data as Json };
  if (blocks.every((block) => block.type === "text"))
    return { type: "text", value: blocksText(blocks) };
  return {
    type: "content",
    value: blocks.map((block) =>
      block.type === "text"
        ? { type: "text", text: block.text }
        : { type: "file", mediaType: block.mimeType, data: { type: "data", data: block.data } },
    ),
  };
}

function isBareData(result: ToolResult & { readonly type: "output" }): boolean {
  const { data, content, metadata } = result;
  const isPlain = (content === undefined || content.length === 0) && !metadata.truncated;
  return isPlain && metadata.untrusted === undefined && typeof data === "object" && data !== null;
}
