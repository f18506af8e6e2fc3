import { ToolError } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { outsideReason } from "../../policy/reach/outside-reason.ts";
import { createResourceSet } from "../../resource/resource-set.ts";

/** The directory of a process, with links resolved; the workspace root when none is named. Throws outside the process's reach. */
export function workingDirectory(call: CallState, cwd: string | undefined): string {
  const path = call.session.analyzer.path(cwd ?? ".", "read");
  if (!path.ok) throw new ToolError("invalid_input", `Invalid arguments: cwd: ${path.message}`);
  const { lexical, real } = path.value;
  const target = { capability: "fs.read", path: lexical, real } as const;
  const { processReach } = call.session;
  if (!processReach.contains(target)) {
    throw new ToolError(
      "capability_denied",
      `The directory ${cwd ?? "."} is outside what this call may reach.`,
    );
  }
  if (
    processReach.placeOf(target) === "outside" &&
    !createResourceSet(call.approved).contains(target)
  )
    throw new ToolError("permission_denied", outsideReason(target, `The directory ${cwd ?? "."}`));
  return real;
}
