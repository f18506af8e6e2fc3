/**
 * S1's envelope and nothing else. The core's result is that envelope with more members; this is what remains for a reader
 * who knows S1 only, and how S1's bare form becomes a result again.
 */
import type { ToolResult } from "@toolplane/contract";

export interface EnvelopeMetadata {
  readonly duration_ms: number;
  readonly truncated?: boolean;
  readonly output_path?: string;
}

/** S1's result envelope, as the document has it. */
export type Envelope =
  | { readonly type: "output"; readonly data: unknown; readonly metadata: EnvelopeMetadata }
  | { readonly type: "error"; readonly error_text: string; readonly metadata: EnvelopeMetadata };

/** The result with S1's members only. */
export function toEnvelope(result: ToolResult): Envelope {
  const { duration_ms, truncated, output_path } = result.metadata;
  const metadata: EnvelopeMetadata = {
    duration_ms,
    ...(truncated === undefined ? {} : { truncated }),
    ...(output_path === undefined ? {} : { output_path }),
  };
  return result.type === "output"
    ? { type: "output", data: result.data, metadata }
    : { type: "error", error_text: result.error_text, metadata };
}

/** A bare envelope as a result. S1 has no codes, so an error is one that the tool reported. */
export function fromEnvelope(envelope: Envelope): ToolResult {
  return envelope.type === "output" ? envelope : { ...envelope, code: "failed" };
}
