/**
 * Renders results for MCP clients. A client may hand `structuredContent` to programs, so data that is an object goes
 * there as it is; text goes to a model, so it is fenced when it came from outside and there is a nonce. `_meta` holds
 * the facts for programs. Clients cut long text themselves, at its end, and some show the model `structuredContent` in
 * place of the text. So the note about a cut comes first, and a cut result has no `structuredContent`, unless its tool
 * announced a schema for it and clients insist on it; then its beginning begins with that, too.
 */
import type { ToolResult } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { cutNotice, keptHead, type RichBlock, richBlocks } from "./result-blocks.ts";

/** A piece of content in MCP's form. */
type McpContent = RichBlock;

/** The answer of `tools/call`. */
export interface McpCallResult {
  readonly content: McpContent[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: true;
  readonly _meta?: { readonly [name: string]: unknown };
}

/** The key under which a client finds where outside text came from. */
const UNTRUSTED_META = "toolplane/untrusted";

export interface McpResultOptions {
  readonly nonce?: string | null;
  /** The tool's definition said what its data looks like. */
  readonly announced?: boolean;
}

export function toMcpResult(
  result: ToolResult,
  { nonce = null, announced = false }: McpResultOptions = {},
): McpCallResult {
  const content = richBlocks(result, { nonce, notice: "first" }).map(
    (block): McpContent => ({ ...block }),
  );
  const source = result.metadata.untrusted?.source;
  return {
    content,
    ...structureOf(result, announced),
    ...(result.type === "error" ? { isError: true } : {}),
    ...(source === undefined ? {} : { _meta: { [UNTRUSTED_META]: source } }),
  };
}

function structureOf(
  result: ToolResult,
  announced: boolean,
): Pick<McpCallResult, "structuredContent"> {
  if (result.type === "error" || !isRecord(result.data)) return {};
  if (!result.metadata.truncated) return { structuredContent: result.data };
  if (!announced) return {};
  const head = keptHead(result.data);
  if (head === null) return { structuredContent: result.data };
  return { structuredContent: { head: `${cutNotice(result, "first")}\n${head}` } };
}
