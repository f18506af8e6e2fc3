/**
 * Prepares a server's request for the program in front of us. That program shows it to a person or hands it to its
 * model, so it is cleaned, bounded, and names its server. Of what a server may ask for, it gets nothing beside its own
 * words back: no context of other servers, no tools.
 */
import type { ClientRequest, Json, JsonObject } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import { isRecord, showOnLine } from "@toolplane/readings";
import { cleanJson } from "../text/clean-json.ts";
import { MAX_JSON_DEPTH, measureJson } from "../text/measure-json.ts";

/** Where a request says who it comes from. */
const SOURCE_META_KEY = "toolplane/untrusted";

const MAX_BYTES = 131_072;
const MAX_MESSAGE = 1_000;
const MAX_TOKENS = 100_000;

export function forwardForm(
  server: string,
  { message, requestedSchema }: { readonly message: string; readonly requestedSchema: unknown },
): ClientRequest {
  requireSmall(requestedSchema);
  const text = `The MCP server ${server} asks: ${showOnLine(message, MAX_MESSAGE)}`;
  const schema = cleanJson(requestedSchema as Json);
  return { method: "elicitation/create", params: { message: text, requestedSchema: schema } };
}

/** Throws a ToolError where it is none. */
export function forwardSampling(server: string, params: unknown): ClientRequest {
  if (!isRecord(params) || !Array.isArray(params.messages))
    throw new ToolError("failed", "The server asks for a message and sends none.");
  requireSmall(params);
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, modelPreferences } =
    params;
  const kept = { messages, systemPrompt, temperature, stopSequences, modelPreferences };
  const given = Object.entries(kept).filter(([, value]) => value !== undefined);
  return {
    method: "sampling/createMessage",
    params: {
      ...(cleanJson(Object.fromEntries(given) as JsonObject) as JsonObject),
      maxTokens: tokensOf(maxTokens),
      _meta: { [SOURCE_META_KEY]: `mcp:${server}` },
    },
  };
}

export function forwardRoots(): ClientRequest {
  return { method: "roots/list", params: {} };
}

function tokensOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1)
    throw new ToolError("failed", "The server asks for a message without saying how long.");
  return Math.min(value, MAX_TOKENS);
}

function requireSmall(value: unknown): void {
  const bounds = { maxBytes: MAX_BYTES, maxDepth: MAX_JSON_DEPTH };
  const { bytes, depth } = measureJson(value, bounds);
  if (bytes > bounds.maxBytes || depth > bounds.maxDepth)
    throw new ToolError("too_large", `The server asks with more than ${bounds.maxBytes} bytes.`);
}
