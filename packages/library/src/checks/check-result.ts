import type { JudgedCommand } from "./judge-command.ts";

/** How one check ended for one set. */
export interface CheckResult {
  readonly name: string;
  /** Its command; null for a check in code. */
  readonly run: string | null;
  /** `held`: nothing broke that is known, but only a person can land the set. */
  readonly state: "passed" | "broken" | "held" | "not-needed";
  /** Where the answer comes from: a runner's report of every test, an exit code, or code. */
  readonly by: "report" | "exit-code" | "code";
  readonly ms: number;
  /** `214 pass, 2 broke`. */
  readonly summary: string;
  /** Why a person has to land it; null: the check can still pass. */
  readonly needsPerson: string | null;
  /** Null for a check in code, and for one that was not run. */
  readonly judged: JudgedCommand | null;
  /** The words of a check in code. */
  readonly said: string | null;
}

/** One line of the card, without its mark. */
export interface CheckLine {
  readonly kind: "green" | "red" | "held" | "not-run" | "test" | "note";
  readonly text: string;
}

export interface CheckVerdict {
  readonly passes: boolean;
  /** Present where no further work of the model can be sure to help: a person lands the set, or drops it. */
  readonly needsPerson?: string;
  readonly results: readonly CheckResult[];
  /** For the model, bounded. */
  readonly text: string;
  /** For a person's card, bounded. */
  readonly card: readonly CheckLine[];
}
