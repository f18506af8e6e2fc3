import { ToolError } from "@toolplane/contract";

export function throwIfOver(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("cancelled", "Cancelled", { cause: signal.reason });
}
