/** What a stage is: a named plain function from a call to "go on" or "settle with this result". */
import type { CallState } from "../call/call-state.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";

/** One stage of the road. */
export interface Stage {
  readonly name: string;
  /** Also sees calls that are settled already: output is bounded and recorded whatever it says. */
  readonly always: boolean;
  /** May return a promise and usually does not. Must not throw; when it does, the call settles as `internal`. */
  readonly run: (call: CallState) => StageOutcome | Promise<StageOutcome>;
}
