/**
 * One way to confine processes. A backend is a folder that exports one of these and a line in `SANDBOX_BACKENDS`. The facts of
 * its status say what it does and does not hold; no code asks for its name.
 */
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/paths";
import type { ReadConfinement } from "../plan/reading/read-confinement.ts";
import type { Sandbox } from "./sandbox.ts";

/** The finding, or why nothing was found and what would help. Both are for a person. */
export type SandboxFinding<T> =
  | { readonly ok: true; readonly found: T }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly remedy?: string;
      /** True when it is merely not installed: what keeps another from working is then the better reason. */
      readonly absent?: true;
    };

/** A backend. Neither function rejects because it does not work here. */
export interface SandboxBackend {
  /** The name by which a person can ask for it alone. */
  readonly name: string;
  readonly platforms: readonly NodeJS.Platform[];
  /** Tells whether it would work, without making anything. */
  inspect(options: InspectOptions): Promise<SandboxFinding<SandboxStatus>>;
  /** Opens it. A half-working sandbox is none. */
  open(options: BackendOptions): Promise<SandboxFinding<Sandbox>>;
}

/** The machine, as far as a backend asks about it. */
export interface InspectOptions {
  /** The PATH of programs, as commands get it. */
  readonly path: string;
  /** Folders whose programs are never started, by their real paths. */
  readonly reserved: readonly string[];
  readonly architecture: string;
}

/** Options for opening a sandbox. */
export interface BackendOptions extends InspectOptions {
  readonly places: Omit<Places, "tmpIsScratch">;
  readonly readConfinement: ReadConfinement;
  readonly now: () => number;
  /** Entries that are looked at for one command, at most. */
  readonly maxEntries: number;
  /** True when the host lands what commands change in views; without that files are bound as they are. */
  readonly views: boolean;
}
