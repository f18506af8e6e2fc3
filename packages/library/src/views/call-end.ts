/** What became of the changes of a call, beside its own result. */
import { isToolError, type ToolMode, type ToolResult } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { LAND_CHECK } from "./check-tool.ts";
import { LAND_VIEW } from "./land-view-tool.ts";
import type { ViewEnd } from "./own-view.ts";
import { TAKE_BACK } from "./take-back-tool.ts";

/** What a result says beside its own words. */
export interface CallEnd {
  /** Null: it was written into the project itself. */
  readonly view: string | null;
  readonly state: ViewEnd["state"];
  readonly lines: readonly string[];
  /** For the model; null where everything is in the project. */
  readonly text: string | null;
}

const INSIDE: ReadonlySet<string> = new Set([LAND_VIEW, LAND_CHECK, TAKE_BACK]);

/** True where one of these may change something that has to be checked. */
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

/** For programs it is a member of `details`; a model reads it where something did not land. */
export function withEnd(result: ToolResult, { text, ...view }: CallEnd): ToolResult {
  const { details, content = [] } = result;
  return {
    ...result,
    details: isRecord(details) || details === undefined ? { ...(details ?? {}), view } : details,
    ...(text === null ? {} : { content: [...content, { type: "text", text }] }),
  };
}
