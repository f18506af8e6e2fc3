/** Facts about what a sandbox holds back from processes. Decisions are made by these facts, never by its name. */

/** Each fact is a claim that the backend's tests prove; what a backend does not do is false. */
export interface SandboxFacts {
  /** Files outside the confinement can be neither read nor changed. */
  readonly holdsFiles: boolean;
  /** Hosts outside the confinement cannot be reached. */
  readonly holdsNetwork: boolean;
  /** System calls that a command does not need are refused. */
  readonly filtersSystemCalls: boolean;
  /** A connection can wait while a person is asked about its host. */
  readonly asksAboutHosts: boolean;
  /** The number of processes of a command is bounded. */
  readonly boundsProcesses: boolean;
  /** A command runs on a copy-on-write view, and its changes land only after they were judged. */
  readonly landsChanges: boolean;
  /**
   * True when files that a process which runs on replaces and removes in its outputs are kept, so that undo brings them back; where
   * they cannot be kept, the process is ended first. Absent: it is not known to be.
   */
  readonly keepsOutputs?: boolean;
  /** Nothing that a command started outlives it, whatever it did to get away. */
  readonly endsWholeTree: boolean;
}

/**
 * full: view, namespaces and a filter on system calls. plain: the same without the filter. bound: no view is possible here, so
 * files are bound as they are and only named outputs can be written. none: processes run as they are.
 */
export type SandboxLevel = "full" | "plain" | "bound" | "none";

/** The sandbox that confines processes here, as `host` found it. */
export interface SandboxStatus {
  /** Its name for people and the record, "none" where there is none. */
  readonly kind: string;
  readonly version?: string;
  /** How much of it holds, in one word for people. */
  readonly level: SandboxLevel;
  readonly facts: SandboxFacts;
  /** Where there is none: why, in one or more sentences. */
  readonly reason?: string;
  /** Where there is none: the one command or step that would help. */
  readonly remedy?: string;
}

/** True when a process reaches no file and no host outside its confinement: only then may a command run unasked because it is held. */
export function confinesProcesses({ facts }: SandboxStatus): boolean {
  return facts.holdsFiles && facts.holdsNetwork;
}

/** The status of a host that runs processes as they are. It is announced loudly: opaque commands become hard asks. */
export function noSandbox(reason: string, remedy?: string): SandboxStatus {
  return {
    kind: "none",
    level: "none",
    facts: NOTHING,
    reason,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

const NOTHING: SandboxFacts = {
  holdsFiles: false,
  holdsNetwork: false,
  filtersSystemCalls: false,
  asksAboutHosts: false,
  boundsProcesses: false,
  landsChanges: false,
  endsWholeTree: false,
};
