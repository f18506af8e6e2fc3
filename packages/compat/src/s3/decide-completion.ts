/**
 * Decides what a loop does after the tools of a turn have answered (S3): one terminal result ends the run, anything
 * else asks the model again.
 */
import type { ToolResult } from "@toolplane/contract";
import { toHarnessResult } from "./harness-result.ts";
import { isTerminalResult } from "./is-terminal-result.ts";

/** "end" when one of the results is terminal; "prompt" when the model is to see them and go on. */
export function decideCompletion(results: readonly ToolResult[]): "end" | "prompt" {
  return results.some((result) => isTerminalResult(toHarnessResult(result))) ? "end" : "prompt";
}
