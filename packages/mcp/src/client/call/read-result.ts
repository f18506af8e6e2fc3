/**
 * A server's answer as the contract's result. All of it is text from outside: cleaned, bounded, marked with its source. Pictures stay
 * pictures; what no model can take is named instead. What the server calls an error is one.
 */

import type { CallToolResult } from "@modelcontextprotocol/client";
import {
  type ContentPart,
  type Json,
  type JsonSchema,
  output,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { cleanJson } from "../text/clean-json.ts";
import { MAX_JSON_DEPTH, measureJson } from "../text/measure-json.ts";
import { readBlocks } from "./read-blocks.ts";

export interface ResultContext {
  /** The mark of the result. */
  readonly source: string;
  readonly schema: JsonSchema | null;
  readonly schemas: Schemas;
  readonly limits: Pick<UpstreamLimits, "maxResultBytes" | "maxBinaryBytes" | "maxParts">;
}

const MAX_ERROR = 4_000;

/** Throws a ToolError where the server failed, or answered something else than it declares. */
export function readResult(result: CallToolResult, context: ResultContext): ToolOutput<Json> {
  const { parts, text } = readBlocks(result.content ?? [], context.limits);
  if (result.isError === true)
    throw new ToolError("failed", showOnLine(text, MAX_ERROR) || "The server reports a failure.");
  const untrusted = { source: context.source };
  const structured = readStructured(result.structuredContent, context);
  if (structured === undefined) {
    const isPlain = parts.every(({ type }) => type === "text");
    return output(text, { untrusted, ...(isPlain ? {} : { content: parts }) });
  }
  const content = saysTheSame(parts, result.structuredContent) ? [] : parts;
  return output(structured, { untrusted, ...(content.length === 0 ? {} : { content }) });
}

function readStructured(value: unknown, context: ResultContext): Json | undefined {
  const { schema, schemas, limits } = context;
  if (value === undefined) {
    if (schema === null) return undefined;
    throw new ToolError("failed", "The server declares structured output and gave none.");
  }
  const bounds = { maxBytes: limits.maxResultBytes, maxDepth: MAX_JSON_DEPTH };
  const { bytes, depth } = measureJson(value, bounds);
  if (bytes > bounds.maxBytes || depth > bounds.maxDepth)
    throw new ToolError(
      "too_large",
      `The result has more than ${bounds.maxBytes} bytes or ${bounds.maxDepth} levels.`,
    );
  const fault = schema === null ? null : describeSchemaFault(value, schema, schemas);
  if (fault !== null)
    throw new ToolError("failed", `The result is not what the server declares: ${fault}`);
  return cleanJson(value as Json);
}

function describeSchemaFault(value: unknown, schema: JsonSchema, schemas: Schemas): string | null {
  const compiled = schemas.compile(schema);
  if (!compiled.ok) return compiled.message;
  const [fault] = compiled.schema.validate(value) ?? [];
  return fault ? showOnLine(`${fault.path || "the whole"} ${fault.message}`, 300) : null;
}

/** Servers repeat structured output as a text for clients that cannot take it; a model needs it once. */
function saysTheSame(parts: readonly ContentPart[], structured: unknown): boolean {
  const [part] = parts;
  if (parts.length !== 1 || part?.type !== "text") return false;
  try {
    return JSON.stringify(JSON.parse(part.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
