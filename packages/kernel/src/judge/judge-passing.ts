/**
 * Asks about a call that would write past the view of its session, where what the view holds is checked before it lands. A server that
 * was started for all sessions works in the project itself, or on another machine: nobody has checked what it changes there.
 */
import type { Opinion, Tool, ToolLayer } from "@toolplane/contract";
import type { HeldView } from "@toolplane/contract/ports";

interface PassingTool {
  readonly tool: Pick<Tool, "mode">;
  readonly layer: ToolLayer;
  readonly source: string | null;
}

/** Adds a hard ask, so that no mode answers it. */
export function judgePassing(
  view: Pick<HeldView, "isChecked"> | null,
  { tool, layer, source }: PassingTool,
  opinions: Opinion[],
): void {
  if (view?.isChecked !== true || layer !== "mcp" || tool.mode === "read") return;
  opinions.push({
    judge: "view",
    action: "ask",
    hard: true,
    reason: `The server ${source} works outside of the view of this session: what it changes is not checked before it is there.`,
  });
}
