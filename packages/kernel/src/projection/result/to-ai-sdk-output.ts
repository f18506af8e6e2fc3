/** Renders results as the AI SDK passes them to a model. */
import { type Json, markedSource, type ToolResult } from "@toolplane/contract";
import { blocksText, type ResultBlock, resultBlocks } from "./result-blocks.ts";
import type { ModelOptions } from "./to-model-text.ts";

/**
 * How a version of the SDK spells a picture: `file` is 7's own word, `image-data` is 6's (7 takes it and says that it is old),
 * `media` is 5's and Mastra's.
 */
export type AiSdkPictures = "file" | "image-data" | "media";

/** A picture in one of these spellings. */
type AiSdkPicture =
  | {
      readonly type: "file";
      readonly mediaType: string;
      readonly data: { readonly type: "data"; readonly data: string };
    }
  | {
      readonly type: "image-data" | "media";
      readonly mediaType: string;
      readonly data: string;
    };

/** The value of `toModelOutput`. */
export type AiSdkOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "json"; readonly value: Json }
  | {
      readonly type: "content";
      readonly value: ({ readonly type: "text"; readonly text: string } | AiSdkPicture)[];
    };

/** A result for a model behind the AI SDK: data as it is where nothing has to be said beside it, else text and pictures. */
export function toAiSdkOutput(
  result: ToolResult,
  { nonce, pictures = "file" }: ModelOptions & { readonly pictures?: AiSdkPictures },
): AiSdkOutput {
  const blocks = resultBlocks(result, { nonce });
  if (result.type === "error") return { type: "error-text", value: blocksText(blocks) };
  if (isBareData(result)) return { type: "json", value: result.data as Json };
  if (blocks.every((block) => block.type === "text"))
    return { type: "text", value: blocksText(blocks) };
  return {
    type: "content",
    value: blocks.map((block) =>
      block.type === "text" ? { type: "text", text: block.text } : picture(block, pictures),
    ),
  };
}

function picture(
  { data, mimeType: mediaType }: ResultBlock & { readonly type: "image" },
  type: AiSdkPictures,
): AiSdkPicture {
  return type === "file"
    ? { type, mediaType, data: { type: "data", data } }
    : { type, mediaType, data };
}

function isBareData(result: ToolResult & { readonly type: "output" }): boolean {
  const { data, content, metadata } = result;
  const isPlain = (content === undefined || content.length === 0) && !metadata.truncated;
  const isOwn = markedSource(metadata) === undefined;
  return isPlain && isOwn && typeof data === "object" && data !== null;
}
