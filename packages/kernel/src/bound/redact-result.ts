/**
 * Masks every part of a result that holds words of a tool. Parts that most results lack are tested for before anything is
 * looked at, and a result in which nothing was found is returned as it is.
 */
import type { ErrorResult, OutputResult, ToolResult } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";

/** The result with secrets masked; the same object when there were none. */
export function redactResult(result: ToolResult, redactor: Redactor): ToolResult {
  const own = result.type === "output" ? maskOutput(result, redactor) : maskError(result, redactor);
  const { content, details, flow, metadata } = own;
  if (
    content === undefined &&
    details === undefined &&
    flow === undefined &&
    metadata.untrusted === undefined &&
    metadata.labels === undefined
  ) {
    return own;
  }
  return maskExtras(own, redactor);
}

function maskOutput(result: OutputResult, redactor: Redactor): OutputResult {
  const { data } = result;
  const masked = typeof data === "string" ? redactor.text(data) : redactor.value(data);
  return masked === data ? result : { ...result, data: masked };
}

function maskError(result: ErrorResult, redactor: Redactor): ErrorResult {
  const error_text = redactor.text(result.error_text);
  const input_required = result.input_required && redactor.value(result.input_required);
  if (error_text === result.error_text && input_required === result.input_required) return result;
  return { ...result, error_text, ...(input_required ? { input_required } : {}) };
}

function maskExtras(result: ToolResult, redactor: Redactor): ToolResult {
  const { content, details, flow, metadata } = result;
  let masked = result;
  const set = (part: Partial<ToolResult>): void => {
    masked = { ...masked, ...part } as ToolResult;
  };
  if (content !== undefined) {
    const safe = redactor.value(content);
    if (safe !== content) set({ content: safe });
  }
  if (details !== undefined) {
    const safe = redactor.value(details);
    if (safe !== details) set({ details: safe });
  }
  if (flow !== undefined) {
    const safe = redactor.value(flow);
    if (safe !== flow) set({ flow: safe });
  }
  if (metadata.untrusted !== undefined || metadata.labels !== undefined) {
    const safe = redactor.value(metadata);
    if (safe !== metadata) set({ metadata: safe });
  }
  return masked;
}
