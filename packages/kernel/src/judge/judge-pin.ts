/**
 * A tool of a server is what a person agreed to, or it is asked about: whatever rules allow was said of another tool. The ask is
 * hard, so no mode answers it, and where nobody can be asked the call is refused.
 */
import type { Opinion } from "@toolplane/contract";
import type { PinDrift, ToolPin } from "@toolplane/contract/ports";

/** Adds an ask when the definition is not the one that was agreed to. */
export function judgePin(pin: ToolPin | null, tool: string, opinions: Opinion[]): void {
  const drift = pin?.drift(tool);
  if (!drift) return;
  opinions.push({ judge: "pin", action: "ask", hard: true, reason: drift.reason });
}

/** What a person who is asked sees of it. */
export function driftOf(pin: ToolPin | null, tool: string): PinDrift | null {
  return pin?.drift(tool) ?? null;
}
