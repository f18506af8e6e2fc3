import { type ErrorCode, type LabelSource, labelsOf, type ToolResult } from "@toolplane/contract";

/**
 * Errors whose text may be a stranger's: a tool's or a server's report of what went wrong, and the output of a command
 * that was stopped. All others are our own words.
 */
const FOREIGN: ReadonlySet<ErrorCode> = new Set([
  ...(["failed", "not_found", "conflict", "timeout", "cancelled", "too_large"] as const),
]);

/** The labels that a session takes from a result. Our own errors carry none, or every page that is gone would leave its mark. */
export function labelsSeen(result: ToolResult): readonly LabelSource[] {
  const { untrusted, labels } = result.metadata;
  if (untrusted === undefined && labels === undefined) return NONE;
  if (result.type === "error" && !FOREIGN.has(result.code)) return NONE;
  return labelsOf(result.metadata);
}

const NONE: readonly LabelSource[] = Object.freeze([]);
