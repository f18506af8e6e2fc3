/**
 * Asks about a tool of a server that differs from what a person agreed to: the rules that allow it were made for
 * another tool. The ask is hard, so no mode answers it, and without a person the call is refused.
 */
import type { Opinion } from "@toolplane/contract";
import type { PinDrift, ToolPin } from "@toolplane/contract/ports";

/** Adds an ask when the definition is not the one that was agreed to. */
export function judgePin(pin: ToolPin | null, tool: string, opinions: Opinion[]): void {
  const drift = pin?.drift(tool);
  if (!drift) return;
  opinions.push({ judge: "pin", action: "ask", hard: true, reason: drift.reason });
}

/** The difference that the person who is asked sees. */
export function driftOf(pin: ToolPin | null, tool: string): PinDrift | null {
  return pin?.drift(tool) ?? null;
}
