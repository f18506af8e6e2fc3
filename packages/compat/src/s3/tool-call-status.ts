/** S3's status of a call for a client: its state, and how its mode wants it shown. */
import type { ToolMode } from "@toolplane/contract";
import { decideToolMode } from "./decide-tool-mode.ts";
import { MODE_TREATMENTS } from "./mode-treatments.ts";

/** The facts about a call that a client has. */
export interface ToolCallView {
  /** The tool's name; the mode is inferred from it unless `mode` says one. */
  readonly name?: string;
  readonly mode?: ToolMode;
  /** Absent or null while there is none. Only `success` is looked at. */
  readonly result?: { readonly success?: unknown } | null;
  /** The client has seen it begin. */
  readonly runningHint?: boolean;
}

export interface ToolCallStatus {
  readonly status: "pending" | "running" | "done" | "error";
  readonly mode: ToolMode;
  readonly requiresApproval: boolean;
  readonly isDestructive: boolean;
}

/** Derives the status. An explicit mode wins over the name. */
export function toolCallStatus(view: ToolCallView): ToolCallStatus {
  const mode = view.mode ?? decideToolMode(view.name ?? "");
  return {
    status: statusOf(view),
    mode,
    requiresApproval: MODE_TREATMENTS[mode].consent,
    isDestructive: mode === "destructive",
  };
}

function statusOf({ result, runningHint }: ToolCallView): ToolCallStatus["status"] {
  if (result === undefined || result === null) return runningHint === true ? "running" : "pending";
  return result.success === false ? "error" : "done";
}
