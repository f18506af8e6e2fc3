/**
 * Asks about a call that would write past the view of its session, where what the view holds is checked before it lands. A server that
 * was started for all sessions works in the project itself, or on another machine: nobody has checked what it changes there.
 */
import type { Opinion } from "@toolplane/contract";
import type { HeldView } from "@toolplane/contract/ports";
import type { ToolEntry } from "../registry/entry/tool-entry.ts";

/** Adds a hard ask, so that no mode answers it. */
export function judgePassing(
  view: Pick<HeldView, "isChecked"> | null,
  { tool, layer, source }: Pick<ToolEntry, "tool" | "layer" | "source">,
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
