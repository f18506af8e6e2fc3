/** What confines processes, as the rest of the host uses it. */
import type { Confinement, SandboxStatus } from "@toolplane/contract";

/** A command that is to run confined. */
export interface SandboxRequest {
  readonly argv: readonly string[];
  /** Absolute, links resolved. */
  readonly cwd: string;
  /** The whole environment of the command, as `processes` made it. */
  readonly env: Readonly<Record<string, string>>;
  readonly confinement: Confinement;
  readonly sessionId: string;
  /** True when the command gets a terminal: then it keeps its session, or job control would not work. */
  readonly terminal?: boolean;
}

/** A command as it is spawned, and what must be undone afterwards. */
export interface SandboxedCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Contents that the spawned program reads from descriptors 3, 4, … in this order (arguments, a filter). */
  readonly inherited: readonly Uint8Array[];
  /** False: the command joins the holder's network namespace, where the relay listens. True: it makes an empty one of its own. */
  readonly ownNetwork: boolean;
  /** Takes away mount points made for missing paths. Called once the command and its children are gone; safe to call twice. */
  release(): Promise<void>;
  /** Walls that the command probably met, from its output and the masks; reads no files. */
  likelyRefused(output: string): readonly string[];
}

/** One way to put the process that starts a session's commands into namespaces of its own. */
export interface HolderLaunch {
  /** Comes before the holder's own argv. */
  readonly prefix: readonly string[];
  /** True when the holder sees its own processes only, and can therefore find every left-over. */
  readonly ownsPids: boolean;
}

/** Translates confinements. Makes no decision of its own. */
export interface Sandbox {
  readonly status: SandboxStatus;
  /** True when commands see the session's scratch folder at `/tmp`: then `/tmp/x` means the same to rules and doors. */
  readonly bindsScratchAtTmp: boolean;
  /** Tried in order until one works; when none does, nothing is run. Empty: commands need no namespaces from the holder. */
  readonly holderLaunches: readonly HolderLaunch[];
  prepare(request: SandboxRequest): Promise<SandboxedCommand>;
  /** Something was written: denied globs are listed anew before the next command. */
  stale(): void;
  close(): Promise<void>;
}
