/**
 * Renders results for MCP clients. A client may hand `structuredContent` to programs, so data that is an object goes
 * there as it is; text goes to a model, so it is fenced when it is marked and there is a nonce. `_meta` holds the facts
 * for programs. Clients cut long text themselves, at its end, and some show the model `structuredContent` in place of the
 * text. So the note about a cut comes first in the text, and in the structure of a cut result, which has the same members
 * whatever its tool is, the path comes before the beginning; the beginning is fenced like the text.
 */
import { markedSource, type ToolResult } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { fenceUntrusted } from "../../bound/fence-untrusted.ts";
import { keptHead, type RichBlock, richBlocks } from "./result-blocks.ts";

/** A piece of content in MCP's form. */
type McpContent = RichBlock & {
  readonly annotations?: { readonly audience: ("user" | "assistant")[] };
};

/** The answer of `tools/call`. */
export interface McpCallResult {
  readonly content: McpContent[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: true;
  readonly _meta?: { readonly [name: string]: unknown };
}

/** The keys under which a client finds where outside text came from, what is content, and parts that MCP has no kind for. */
const UNTRUSTED_META = "toolplane/untrusted";
const MARKED_META = "toolplane/marked";
const CONTENT_META = "toolplane/content";

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
  return {
    content,
    ...structureOf(result, { nonce, announced }),
    ...(result.type === "error" ? { isError: true } : {}),
    ...metaOf(result),
  };
}

function metaOf({ metadata, content = [] }: ToolResult): Pick<McpCallResult, "_meta"> {
  const own = content.filter(({ type }) => type.startsWith("x-"));
  const facts = {
    ...(metadata.untrusted ? { [UNTRUSTED_META]: metadata.untrusted.source } : {}),
    ...(metadata.marked ? { [MARKED_META]: metadata.marked.source } : {}),
    ...(own.length > 0 ? { [CONTENT_META]: own } : {}),
  };
  return Object.keys(facts).length === 0 ? {} : { _meta: facts };
}

function structureOf(
  result: ToolResult,
  { nonce, announced }: Required<McpResultOptions>,
): Pick<McpCallResult, "structuredContent"> {
  if (result.type === "error") return {};
  const { data, metadata } = result;
  if (!metadata.truncated) return isRecord(data) ? { structuredContent: data } : {};
  const { output_path } = metadata;
  const cut = { truncated: true, ...(output_path === undefined ? {} : { output_path }) };
  const head = typeof data === "string" ? data : keptHead(data);
  if (head !== null) {
    const source = markedSource(metadata);
    const shown =
      source === undefined || nonce === null ? head : fenceUntrusted(head, { nonce, source });
    return { structuredContent: { ...cut, head: shown } };
  }
  if (!isRecord(data)) return {};
  // A client checks it against what the tool announced, which names no other member.
  return { structuredContent: announced ? data : { ...cut, ...data } };
}
