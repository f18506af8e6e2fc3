/** What a stage says. */
import type { ToolResult } from "@toolplane/contract";

/** The call goes back to validation with other arguments. */
export const AGAIN = "again" as const;

/** Undefined: go on. A result: settled. `AGAIN`: the arguments were edited, walk again from validation. */
export type StageOutcome = ToolResult | undefined | typeof AGAIN;
