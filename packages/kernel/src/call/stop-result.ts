/** The result of a call that was stopped. A timeout is never mistaken for a cancel. */
import type { ToolResult } from "@toolplane/contract";
import type { CancelReason } from "../session/cancel-scope.ts";
import { type SettlingCall, settle } from "./settle.ts";

/** Turns the reason into the error result. */
export function stopResult(call: SettlingCall, { kind, text }: CancelReason): ToolResult {
  if (kind === "cancelled") return settle(call, "cancelled", text);
  return settle(call, kind === "rules" ? "permission_denied" : "timeout", text);
}
