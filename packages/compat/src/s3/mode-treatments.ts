/**
 * What a user interface does with a call of each mode (S3), as data. A treatment loosens nothing: what the rules, flags and
 * judges of a session say is said before, and `consent` here is the same list that the S3 profile hands to the kernel.
 */
import type { ToolMode } from "@toolplane/contract";

/** What a person sees of a call beside its result. */
export type ModeAffordance = "none" | "diff-preview" | "undo" | "consent" | "log";

export interface ModeTreatment {
  /** False: it waits for a person first. */
  readonly autoRun: boolean;
  readonly consent: boolean;
  readonly affordance: ModeAffordance;
}

/** S3's table of default treatments. */
export const MODE_TREATMENTS: Readonly<Record<ToolMode, ModeTreatment>> = Object.freeze({
  read: { autoRun: true, consent: false, affordance: "none" },
  safe_write: { autoRun: true, consent: false, affordance: "diff-preview" },
  destructive: { autoRun: true, consent: false, affordance: "undo" },
  local: { autoRun: false, consent: true, affordance: "consent" },
  external: { autoRun: true, consent: false, affordance: "log" },
});
