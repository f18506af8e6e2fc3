/** A stage of the road: a named plain function from a call to "go on" or "settle with this result". */
import type { ToolResult } from "@toolplane/contract";
import type { StageName } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";

/** A result, null when the walk ended before there was one, or a promise of either. */
export type Walked = ToolResult | null | Promise<ToolResult | null>;

/**
 * Walks a call on from the stage it is at. Handed to every stage: one that waits anyway may take it and say `carries`, so that
 * the call has one promise instead of one for each layer that waits.
 */
export type GoOn = (call: CallState, outcome: StageOutcome | Promise<StageOutcome>) => Walked;

export interface Stage<Name extends StageName = StageName> {
  readonly name: Name;
  /** Also sees calls that are settled already: output is bounded and recorded whatever it says. */
  readonly always: boolean;
  /** May return a promise and usually does not. Must not throw; when it does, the call settles as `internal`. */
  readonly run: (call: CallState, goOn: GoOn) => StageOutcome | Promise<StageOutcome>;
}
