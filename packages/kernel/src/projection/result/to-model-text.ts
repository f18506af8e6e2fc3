/** A result as one text, for models and loops that know no other form. */
import type { ToolResult } from "@toolplane/contract";
import { blocksText, resultBlocks } from "./result-blocks.ts";

/** What every projection of a result to a model is given. */
export interface ModelOptions {
  /** Stands in the fence around text from outside; nobody outside may know it. The same for the same call, or caches break. */
  readonly nonce: string;
}

/** The text of a result. An error says that it is one, because nothing beside the text could. */
export function toModelText(result: ToolResult, { nonce }: ModelOptions): string {
  const text = blocksText(resultBlocks(result, { nonce }));
  return result.type === "error" ? `Error: ${text}` : text;
}
