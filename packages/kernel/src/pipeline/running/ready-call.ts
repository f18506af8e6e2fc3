/** A call that can run: its tool was found, its arguments are checked, and what it touches is known. */
import type { Footprint, JsonObject } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";

/** The whole call, with what the stages before `execute` put there. */
export interface ReadyCall extends CallState {
  tool: SessionTool;
  args: JsonObject;
  footprint: Footprint;
}

/** False only where a stage was left out. */
export function isReady(call: CallState): call is ReadyCall {
  return call.tool !== null && call.args !== null && call.footprint !== null;
}
