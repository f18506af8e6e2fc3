/** Why a program could not be started, from the system's own code. */
import { ToolError } from "@toolplane/contract";

export function startFailure(code: string, program: string): ToolError {
  if (code === "ENOENT") return new ToolError("not_found", `${program} was not found`);
  if (code === "NO_PTY")
    return new ToolError(
      "unavailable",
      "Terminals need the optional package @lydell/node-pty, which is not installed. Run it without a terminal, or install the package.",
    );
  if (code === "GONE")
    return new ToolError("unavailable", "The process that runs commands is gone; try again.");
  const text =
    code === "EACCES"
      ? `${program} may not be executed`
      : code === "E2BIG"
        ? "The command is too long for this system"
        : `${program} could not be started`;
  return new ToolError(code === "E2BIG" ? "too_large" : "unavailable", text, { detail: { code } });
}
