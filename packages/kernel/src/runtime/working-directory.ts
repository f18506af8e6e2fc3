import { ToolError } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";

/** The directory of a process, with links resolved; the workspace root when none is named. Throws outside the process's reach. */
export function workingDirectory(call: CallState, cwd: string | undefined): string {
  const path = call.session.host.analyzer.path(cwd ?? ".", "read");
  if (!path.ok) throw new ToolError("invalid_input", `Invalid arguments: cwd: ${path.message}`);
  const { lexical, real } = path.value;
  const target = { capability: "fs.read", path: lexical, real } as const;
  if (!call.session.processReach.contains(target)) {
    throw new ToolError(
      "capability_denied",
      `The directory ${cwd ?? "."} is outside what this call may reach.`,
    );
  }
  return real;
}
