/**
 * A profile: what only holds under one document's own defaults, as options that a preset carries. The kernel's defaults are
 * the strict ones; a profile may answer soft asks (a mode), ask more (consent, dangerous actions) and try again. It cannot
 * lift a deny or a hard ask, because no option of the kernel can.
 */
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";

/** Options of a kernel and of its sessions. */
export interface Profile {
  /** The document: S0 to S4. */
  readonly name: "s0" | "s1" | "s2" | "s3" | "s4";
  readonly kernel: Pick<
    KernelOptions,
    "profile" | "retry" | "policy" | "projectApprovals" | "contained"
  >;
  readonly session: Pick<SessionOptions, "mode" | "strategy">;
}
