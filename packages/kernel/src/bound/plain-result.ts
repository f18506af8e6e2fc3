/** Makes the parts of a result data that no longer changes. A result with a part that cannot be read is an error. */
import type { ErrorResult, ResultMetadata, ToolResult } from "@toolplane/contract";
import { plainData } from "./plain-data.ts";

/** The same result where nothing in it is computed when it is read. Never throws. */
export function plainResult(result: ToolResult): ToolResult {
  try {
    let plain = result;
    for (const part of PARTS) {
      const given = (result as Parts)[part];
      const data = plainData(given);
      if (data !== given) plain = { ...plain, [part]: data } as ToolResult;
    }
    return plain;
  } catch {
    return unreadableResult(result.metadata, "reading it failed");
  }
}

/** The parts that tools put into a result. */
const PARTS = ["data", "content", "details", "flow", "input_required"] as const;
type Parts = { readonly [Part in (typeof PARTS)[number]]?: unknown };

/** The tool is at fault, and nothing that came with the value is worth more than it. */
export function unreadableResult(metadata: ResultMetadata, fault: string): ErrorResult {
  return {
    type: "error",
    code: "internal",
    error_text: `The tool gave back a value that cannot be written as JSON: ${fault}.`,
    metadata,
  };
}
