/**
 * Confinement: the pure value that says what one process may reach. The kernel computes it for each process from the same
 * policy that judged the call; `host/sandbox` only translates it.
 *
 * Promise: nothing it permits would be denied, or asked about by a rule or floor, if it were judged on its own; what no rule
 * mentions is permitted inside reach. Outside the promise, listed as data, are the system base and `.git` beside its
 * protected parts.
 */

/** Absolute path globs; a path is inside when any of them matches. */
export type PathScope = readonly string[];

/** A part taken out of the reach: every path the pattern matches, but for the exceptions that a more specific allow opened. */
export interface Mask {
  readonly pattern: string;
  readonly except: PathScope;
  /** An approved resource reopens an ask, never a deny. */
  readonly action: "ask" | "deny";
  /** True when letter case and Unicode form do not matter: restrictions compare folded, allowances exactly. */
  readonly folded: boolean;
}

/** The files that a process may reach: inside every scope of `reach` (an intersection), outside every mask, or opened by name. */
export interface FileConfinement {
  readonly reach: readonly PathScope[];
  readonly masks: readonly Mask[];
  /** Exact paths that this call's approval opened; a tree ends in `/**`. */
  readonly opened: PathScope;
}

/** A host taken out of the reach. */
export interface HostMask {
  readonly pattern: string;
  readonly except: readonly string[];
  readonly action: "ask" | "deny";
}

/** The network of a process. `none` has no way out; `relay` asks the gate for each host. */
export interface NetworkConfinement {
  readonly access: "none" | "relay";
  readonly reach: readonly (readonly string[])[];
  readonly masks: readonly HostMask[];
  /** `host:port` entries that this call's approval opened. */
  readonly opened: readonly string[];
}

/** The reach of one process. */
export interface Confinement {
  readonly read: FileConfinement;
  readonly write: FileConfinement;
  readonly network: NetworkConfinement;
  /** Names of variables the process is given beside the host's fixed list. */
  readonly env: readonly string[];
  /** Base names of programs that rules deny in all their uses: wherever a process looks, they are not there. */
  readonly absentPrograms?: readonly string[];
  /** True for a shell call that ran unasked: only hosts that rules open, writes in workspace and scratch only. */
  readonly contained: boolean;
}
