import { ToolError } from "@toolplane/contract";

/** Throws when the call is over. */
export function throwIfOver(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("cancelled", "Cancelled", { cause: signal.reason });
}
