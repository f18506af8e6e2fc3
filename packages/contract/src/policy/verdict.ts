/** Verdicts, and the opinions they are made of. Every verdict can say why. */
import type { Footprint } from "./footprint.ts";
import type { RuleAction, RuleReference } from "./rule.ts";

/** A judge of a call. */
export type JudgeName =
  | "reach"
  | "rules"
  | "flag"
  | "floor"
  | "opaque"
  | "state-machine"
  | "consent"
  | "pin"
  | "guard"
  | "watchdog"
  | "flow"
  | "mode"
  | "approval"
  | "headless";

/** The opinion of one judge on a call. The severest wins: deny, then a hard ask, then a soft ask, then allow. */
export interface Opinion {
  readonly judge: JudgeName;
  readonly action: RuleAction;
  /** For an ask: true when a rule, person or floor said so; modes answer soft asks only. */
  readonly hard: boolean;
  /** One sentence for a person and for the model. */
  readonly reason: string;
  /** Index into the footprint's resources, where the opinion is about one of them. */
  readonly resource?: number;
  readonly rule?: RuleReference;
  /** Rules that matched and lost, for `explain`. */
  readonly considered?: readonly RuleReference[];
}

/** The outcome of judging one call. */
export interface Verdict {
  readonly action: RuleAction;
  readonly hard: boolean;
  /** The place of the opinion that decided among all of them; `winnerOf` gives the opinion itself. */
  readonly winner: number;
  /** At least one: where nothing needed a rule, an allowance says so. */
  readonly opinions: readonly Opinion[];
  /**
   * The reason why a soft ask was answered without a person: `gated: false`, the envelope, the mode, `contained`; `rule` for a call
   * that is held like a contained one and connects to hosts that rules open.
   */
  readonly answeredBy?: "ungated" | "state-machine" | "allowlist" | "yolo" | "contained" | "rule";
}

/** True for a call that runs unasked because everything that it does is held. */
export function isHeldCall(verdict: Pick<Verdict, "answeredBy"> | null | undefined): boolean {
  return verdict?.answeredBy === "contained" || verdict?.answeredBy === "rule";
}

/** The opinion that decided: the severest, and of equals the first. */
export function winnerOf({ opinions, winner }: Pick<Verdict, "opinions" | "winner">): Opinion {
  return opinions[winner] as Opinion;
}

/** The result of `explain`: the same stages 1 to 5, with every opinion kept and nothing run. */
export interface Explanation {
  readonly tool: string;
  readonly origin: string;
  readonly footprint: Footprint;
  /** Absent when an earlier stage settled the call. */
  readonly verdict?: Verdict;
  /** The stage that settled the call before it was judged, with its text. */
  readonly settled?: { readonly stage: string; readonly code: string; readonly error_text: string };
  /** The whole thing as a few lines of plain text. */
  readonly text: string;
}
