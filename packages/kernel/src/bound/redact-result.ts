/**
 * Masks every part of a result that holds words of a tool. Parts that most results lack are tested for before anything is
 * copied, and a result in which nothing was found is returned as it is.
 */
import type { ContentPart, Redactor, ToolResult } from "@toolplane/contract";

/** The result with secrets masked; the same object when there were none. */
export function redactResult<R extends ToolResult>(result: R, redactor: Redactor): R {
  const change: Record<string, unknown> = {};
  let changed = false;
  const mask = (name: string, before: unknown, after: unknown): void => {
    if (before === after) return;
    change[name] = after;
    changed = true;
  };
  if (result.type === "output") mask("data", result.data, maskAny(result.data, redactor));
  else {
    mask("error_text", result.error_text, redactor.text(result.error_text));
    if (result.input_required !== undefined) {
      mask("input_required", result.input_required, redactor.value(result.input_required));
    }
  }
  const { content, details, flow, metadata } = result;
  if (content !== undefined) mask("content", content, maskParts(content, redactor));
  if (details !== undefined) mask("details", details, maskAny(details, redactor));
  if (flow !== undefined) mask("flow", flow, redactor.value(flow));
  if (metadata.untrusted !== undefined) mask("metadata", metadata, redactor.value(metadata));
  return changed ? { ...result, ...change } : result;
}

function maskAny(value: unknown, redactor: Redactor): unknown {
  switch (typeof value) {
    case "string":
      return redactor.text(value);
    case "object":
      return value === null ? value : redactor.value(value);
    default:
      return value;
  }
}

function maskParts(content: readonly ContentPart[], redactor: Redactor): readonly ContentPart[] {
  return redactor.value(content);
}
