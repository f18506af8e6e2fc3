/**
 * Results for MCP clients. A client may hand `structuredContent` to programs, so data that is an object goes there as it is;
 * text goes to a model, so it is fenced when it came from outside and there is a nonce. Who wants to know asks `_meta`.
 */
import type { ToolResult } from "@toolplane/contract";
import { isRecord } from "../schema/schema-place.ts";
import { resultBlocks } from "./result-blocks.ts";

/** A piece of content in MCP's form. */
export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** What `tools/call` answers. */
export interface McpCallResult {
  readonly content: McpContent[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: true;
  readonly _meta?: { readonly [name: string]: unknown };
}

/** The key under which a client finds where outside text came from. */
export const UNTRUSTED_META = "toolplane/untrusted";

/** The answer to a call. */
export function toMcpResult(
  result: ToolResult,
  { nonce = null }: { readonly nonce?: string | null } = {},
): McpCallResult {
  const content = resultBlocks(result, { nonce }).map(
    (block): McpContent =>
      block.type === "text" ? { type: "text", text: block.text } : { ...block },
  );
  const source = result.metadata.untrusted?.source;
  return {
    content,
    ...(result.type === "output" && isRecord(result.data)
      ? { structuredContent: result.data }
      : {}),
    ...(result.type === "error" ? { isError: true } : {}),
    ...(source === undefined ? {} : { _meta: { [UNTRUSTED_META]: source } }),
  };
}
