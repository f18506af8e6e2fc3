import type { ToolResult } from "@toolplane/contract";

/** A person edited the arguments: the call goes back to validation. */
export const EDITED = "edited" as const;

/** The stage walks the call to the end of the road by itself, with `GoOn`, and this is the end. */
export interface Carried {
  readonly carries: Promise<ToolResult | null>;
}

/** Undefined: go on. A result: settled. */
export type StageOutcome = ToolResult | undefined | typeof EDITED | Carried;

/** True for the promise of the end of the road. */
export function isCarried(outcome: ToolResult | Carried): outcome is Carried {
  return "carries" in outcome;
}
