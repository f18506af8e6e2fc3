/** Options of a host. Every effect that tests replace is an argument. */
import type { Clock, Ids, Store } from "@toolplane/contract/ports";
import type { OpenTexts } from "@toolplane/disk/files";
import type { Connector, RelayService, Resolver } from "@toolplane/disk/net";
import type { PlacesOptions } from "@toolplane/disk/paths";
import type { Credential, DroppedSet, ReadConfinement } from "@toolplane/sandbox";

/** Bounds of what a command may change and of what is kept for people. Each has a default. */
export interface LandingOptions {
  /**
   * Bytes that all that a session's commands write may take on the disk: views, scratch, homes, output, files without a name. Over
   * it the command is stopped and nothing lands.
   */
  readonly maxBytes?: number;
  /** Files that it may be. */
  readonly maxFiles?: number;
  /** Change sets that wait for a person; the oldest goes when there is one more. */
  readonly maxWaiting?: number;
  /** Bytes of all change sets that wait; the oldest go first. */
  readonly maxWaitingBytes?: number;
  /** Days that a change set waits. */
  readonly maxWaitingDays?: number;
  /** Bytes of before-images that are kept for undo, the oldest let go of first; beyond it a landing asks. */
  readonly maxJournalBytes?: number;
  /** Time that one landing may take before it is given up, with nothing changed. */
  readonly maxLandingMs?: number;
}

/** One host: one workspace, its doors, its processes. */
export interface HostOptions extends PlacesOptions {
  /** "plain" passes over bubblewrap; "none" runs processes unconfined, and says so. */
  readonly sandbox?: "auto" | "plain" | "none";
  /** "off" makes every command line opaque: only the sandbox is left. */
  readonly parser?: "on" | "off";
  /** The kernel's reader of a confinement. */
  readonly readConfinement: ReadConfinement;
  readonly resolver?: Resolver;
  readonly connector?: Connector;
  /** Services in front of hosts that commands reach, made for each session. */
  readonly relayServices?: (sessionId: string) => readonly RelayService[];
  /** Secrets that are put into commands' requests on their way, and that no command holds. */
  readonly credentials?: readonly Credential[];
  /** Hosts whose requests are never read on their way, whatever rules say. */
  readonly tunnels?: readonly string[];
  /**
   * True where the models of these sessions change files through this host alone: then a lock file that changes otherwise was changed
   * by a person, and counts.
   */
  readonly soleWriter?: boolean;
  /** Trusted of servers beside the system's own, in PEM. */
  readonly extraCertificates?: readonly string[];
  /** The store of file changes, their before-images and the index of sidecars; files under `userData` unless given. */
  readonly store?: Pick<Store, "journal" | "payloads"> & Partial<Pick<Store, "sidecars" | "flush">>;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** No file is read or written whole above this size. */
  readonly maxFileBytes?: number;
  /** Files that are open elsewhere, in an editor say; none unless given. */
  readonly openTexts?: OpenTexts;
  /** Bounds of change sets and their landing. */
  readonly landing?: LandingOptions;
  /** Names of checks that the project wants, and that do not run because nobody trusted them: what lands says so. */
  readonly untrustedChecks?: readonly string[];
  /**
   * Keeps large files from before a command too where no view holds what it changes, so that all of it can be taken back. Costs
   * room for them on disk, and time once.
   */
  readonly keepsLargeFiles?: boolean;
  /** Told in a sentence what recovery and bounds did to change sets. */
  readonly onNotice?: (text: string) => void;
  /** Given every change set that a bound let go of. */
  readonly onDropped?: (set: DroppedSet) => void;
  /** Output of a process above this lies in a file only. */
  readonly maxOutputBytes?: number;
  /** Paths that every background process may write beside what its call names, relative to the workspace: `dist`, `.next`. */
  readonly backgroundWrites?: readonly string[];
  /** Bytes by which outputs may grow while a background process runs; it is ended beyond. */
  readonly maxBackgroundBytes?: number;
  /** Number of files they may hold; it is ended beyond. */
  readonly maxBackgroundFiles?: number;
}
