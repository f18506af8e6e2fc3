/** Tells which calls of a session may change something that has to be checked, and makes a call's result out of an error. */
import { isToolError, type ToolMode, type ToolResult } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { LAND_CHECK } from "./check-tool.ts";
import { LAND_VIEW } from "./land-view-tool.ts";
import { TAKE_BACK } from "./take-back-tool.ts";

/** Calls that no model makes: they check, land and take back. */
export const INSIDE: ReadonlySet<string> = new Set([LAND_VIEW, LAND_CHECK, TAKE_BACK]);

export function mayChange(
  names: readonly string[],
  modeOf: (tool: string) => ToolMode | null,
): boolean {
  return names.some((name) => !INSIDE.has(name) && modeOf(name) !== "read");
}

export function nameOf(call: unknown): string {
  return isRecord(call) && typeof call.name === "string" ? call.name : "";
}

export function refusal(error: unknown): ToolResult {
  const code = isToolError(error) ? error.code : "internal";
  const error_text = error instanceof Error ? error.message : String(error);
  return { type: "error", code, error_text, metadata: { duration_ms: 0 } };
}
