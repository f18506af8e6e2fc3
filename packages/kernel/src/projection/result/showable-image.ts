/** The pictures that model providers take. Type and data come from strangers and go into a URL, so both are looked at. */
import type { ResultBlock } from "./result-blocks.ts";

/** The types that OpenAI and Anthropic both take. */
export type ShowableType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

const TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The picture with its type in plain spelling, or null when it cannot be shown. */
export function showableImage(
  block: ResultBlock,
): { readonly data: string; readonly mimeType: ShowableType } | null {
  if (block.type !== "image") return null;
  const type =
    block.mimeType.toLowerCase() === "image/jpg" ? "image/jpeg" : block.mimeType.toLowerCase();
  const isShowable = TYPES.has(type) && BASE64.test(block.data);
  return isShowable ? { data: block.data, mimeType: type as ShowableType } : null;
}
