/** The interface that confines processes, for the rest of the host. */
import type { Confinement, OutputJudge } from "@toolplane/contract";
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { OutputKeeper } from "@toolplane/disk/journal";
import type { ViewMount } from "../view/launch-in-views.ts";
import type { ViewRoot } from "../view/view-root.ts";

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
  /** The call's folders for every root that `viewRoots` named; without them files are bound as they are. */
  readonly view?: readonly ViewRoot[];
  /**
   * Set where the holder has mounted `view` already: what `mountAhead` said of it. Where it is not what the command must see,
   * nothing is prepared.
   */
  readonly mounted?: string;
  /** It joins its session's network even where it has no way out of it: what the session serves there is its own. */
  readonly sharesNetwork?: boolean;
  /** Every command of it is known only to read: it can write nothing but scratch. */
  readonly readsOnly?: boolean;
  /** Its session's scratch folder; the host's unless given. */
  readonly scratch?: ScratchPart;
  /** Set for a process that runs on beside others: it sees files as they are and change, and writes only these. */
  readonly outputs?: Outputs;
}

/** A view that is wanted before its command is known. */
export interface AheadRequest extends Pick<SandboxRequest, "confinement" | "scratch"> {
  readonly view: readonly ViewRoot[];
}

export interface AheadMount {
  /** Mounts it; run by the holder. */
  readonly argv: readonly string[];
  /** Says what is mounted: the roots, what they are, and all that their masks hide. */
  readonly signature: string;
}

/** Sessions share nothing: each sees its own part of scratch. */
export interface ScratchPart {
  /** Shown as `/tmp` and in its own place, in place of the host's. */
  readonly folder?: string;
  /** A home that lies in no folder which other commands see, shown at `APART_HOME`; `HOME` says where it is. */
  readonly home?: string;
  /** A folder with certificates to trust, shown read-only at `TRUST_PLACE`. */
  readonly trust?: string;
}

/** Not below `/tmp`: names there can be renamed by every process that sees the session's scratch folder. */
export const APART_HOME = "/toolplane/home";

/** Paths that a process that runs on may write, absolute and with links resolved. */
export interface Outputs {
  /** For this process: one that cannot be opened keeps it from running. */
  readonly declared: readonly string[];
  /** For every one: where it can be opened. */
  readonly usual: readonly string[];
  /** Bytes that they may grow by, and how many files they may hold. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
  /** Trees of the reach that are shown only because a program is installed there. */
  readonly installed?: readonly string[];
  /** Keeps paths out of them although the confinement lets them be written. */
  readonly judge?: OutputJudge;
  /** Keeps what is replaced and removed in them. */
  readonly keeper: OutputKeeper;
  /**
   * Present where the session works in a view that is held: outputs are files of that view, live, because all of it is judged when it
   * lands.
   */
  readonly inView?: OutputsInView | undefined;
}

/** All paths are byte paths. */
export interface OutputsInView {
  /** Makes an output that is not there yet. */
  make(path: string): void;
  /** Where a path of the view is reached; any other path is itself. */
  seen(path: string): string;
  /** Writes down what was made: undo removes it, and a merge knows that nothing was there. */
  noteMade(): Promise<void>;
}

/** A command as it is spawned, and what must be undone afterwards. */
export interface SandboxedCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Contents that the spawned program reads from descriptors 3, 4, … in this order (arguments, a filter). */
  readonly inherited: readonly Uint8Array[];
  /** False: the command joins the holder's network namespace, where its session's servers and the relay listen. True: an empty one. */
  readonly ownNetwork: boolean;
  /** Takes away mount points made for missing paths. Called once the command and its children are gone; safe to call twice. */
  release(): Promise<void>;
  /** The layers that hid names in its view, by root. */
  readonly masks?: readonly { readonly root: string; readonly folder: string }[];
  /** It runs on a view, and can also write paths that no view shows: those changes are not seen. */
  readonly writesOutside?: boolean;
  /** A sentence once what it may write has passed a bound: then it is to be ended. */
  overBound?(): string | null;
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
  /** The roots that commands with this confinement write through a view, none inside another; absent where there are no views. */
  viewRoots?(confinement: Confinement): readonly string[];
  /**
   * The argv that makes views read-only, by the folders that they are mounted on; run by the holder. There wherever `viewRoots`
   * is.
   */
  freeze?(merged: readonly string[]): readonly string[];
  /** The argv that lets them be written again, and makes them show what their layers hold by now. */
  thaw?(merged: readonly string[]): readonly string[];
  /** The words before an argv that run it with these overlays mounted; there wherever `viewRoots` is. */
  mountFor?(mounts: readonly ViewMount[]): readonly string[];
  /** How a view of these roots is mounted ahead; null where it belongs to one command. */
  mountAhead?(request: AheadRequest): Promise<AheadMount | null>;
  prepare(request: SandboxRequest): Promise<SandboxedCommand>;
  /** Something was written: denied globs are listed again before the next command. */
  stale(): void;
  close(): Promise<void>;
}
