/**
 * Treatments of a call by its mode in a user interface (S3), as data. A treatment loosens nothing: the rules, flags and
 * judges of a session decide before, and `consent` here is the same list that the S3 profile hands to the kernel.
 */
import type { ToolMode } from "@toolplane/contract";

/** The thing that a person sees of a call beside its result. */
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
