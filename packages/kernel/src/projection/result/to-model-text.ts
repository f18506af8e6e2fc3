/** A result as one text, for models and loops that know no other form. */
import type { ToolResult } from "@toolplane/contract";
import { blocksText, resultBlocks } from "./result-blocks.ts";

/** Options of every projection of a result to a model. */
export interface ModelOptions {
  /** Part of the fence around text from outside, and unknown outside. The same for the same call, or caches break. */
  readonly nonce: string;
}

/** The text of a result. An error says that it is one, because nothing beside the text could. */
export function toModelText(result: ToolResult, { nonce }: ModelOptions): string {
  const text = blocksText(resultBlocks(result, { nonce }));
  return result.type === "error" ? `Error: ${text}` : text;
}
