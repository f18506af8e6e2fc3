/** Reads a W3C trace context (`traceparent`): the trace that something belongs to, and the span that asked for it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Null for what is none. A later version may say more behind what this one knows. */
export function readTrace(text: string | undefined): TraceContext | null {
  const [, version = "", traceId = "", spanId = "", more = ""] = FORM.exec(text ?? "") ?? [];
  if (version === "" || version === "ff" || (version === "00" && more !== "")) return null;
  return /[^0]/.test(traceId) && /[^0]/.test(spanId) ? { traceId, spanId } : null;
}

const FORM = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.{0,400})?$/;

/** The words themselves where they are a trace context: nobody's other words are kept. */
export function keptTrace(text: string | undefined): { readonly trace?: string } {
  return text !== undefined && readTrace(text) ? { trace: text } : {};
}
